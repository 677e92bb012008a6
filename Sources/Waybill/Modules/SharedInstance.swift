import Synchronization

/// The one instance of a shared or weak module. It outlives the generation that made it.
package final class SharedInstance: Sendable {
    private let isWeak: Bool
    private let strong = AtomicLazyReference<Box>()
    private let weak = Mutex<WeakReference?>(nil)
    private let running = Mutex<(any RunningModule)?>(nil)
    private let isRetired = Atomic<Bool>(false)

    private final class Box: Sendable {
        let value: any Sendable
        init(_ value: any Sendable) { self.value = value }
    }

    init(isWeak: Bool) {
        self.isWeak = isWeak
    }

    var value: (any Sendable)? {
        isWeak ? weak.withLock { $0?.value } : strong.load()?.value
    }

    func store(_ value: any Sendable) {
        if isWeak { weak.withLock { $0 = WeakReference(value) } } else { _ = strong.storeIfNil(Box(value)) }
    }

    /// Stores a running module as long as the instance.
    func store(running module: any RunningModule) { running.withLock { $0 = module } }

    /// Returns the instance and its running module to the first caller, who retires them.
    func takeToRetire() -> (value: any Sendable, running: (any RunningModule)?)? {
        guard let value, !isRetired.exchange(true, ordering: .acquiringAndReleasing) else { return nil }
        return (value, running.withLock { $0 })
    }
}

/// Runs the modules that have a lifecycle, and limits the time of their retirement. `WaybillReload` implements it.
package protocol ModuleRunner: Sendable {
    /// Starts a module that was made.
    func start(_ module: RunnableModule) -> any RunningModule
    /// Runs a hook that retires a module, and stops waiting for it at the time limit.
    func retire(_ id: String, by hook: @escaping @Sendable () async -> Void) async
    /// The reasons why running modules ended early, by their ids.
    var failures: [String: String] { get }
}

/// A made module that was registered with `runs`.
package struct RunnableModule: Sendable {
    package let id: String
    package let run: @Sendable () async throws -> Void
    /// Describes an error without the values of the module's configuration.
    package let words: @Sendable (any Error) -> String
}

/// A running module.
package protocol RunningModule: Sendable {
    /// Stops it, and waits for its end.
    func stop() async
}

/// A weak reference to an object that was `Sendable`.
package struct WeakReference: @unchecked Sendable {  // only holds what came as `any Sendable`
    private weak var object: AnyObject?

    package init(_ value: any Sendable) {
        object = value as AnyObject
    }

    package var value: (any Sendable)? {
        guard let object else { return nil }
        return unsafe unsafeBitCast(object, to: (any AnyObject & Sendable).self)  // same layout: Sendable is a marker
    }
}
