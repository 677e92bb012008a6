import Synchronization

/// One module that is being made, in a stack that finds cycles before they overflow the thread's.
///
/// The stack is task-local, so that it is seen through a factory that asks the router instead of its context. A task
/// that a factory starts inherits the value, but stands on no stack of ours: ``current`` looks at whose frame it is.
final class MakingFrame: Sendable {
    let module: String
    let parent: MakingFrame?
    /// Whether this stack holds the lock for making shared instances.
    let holdsLock: Bool
    private let task: Int?
    private let isOver = Atomic<Bool>(false)

    @TaskLocal private static var inherited: MakingFrame?

    private init(_ module: String, parent: MakingFrame?, holdsLock: Bool) {
        self.module = module
        self.parent = parent
        self.holdsLock = holdsLock || parent?.holdsLock == true
        task = Self.taskIdentity
    }

    /// The innermost module that is being made below us on this very stack.
    static var current: MakingFrame? {
        guard let frame = inherited, !frame.isOver.load(ordering: .acquiring), frame.task == taskIdentity else {
            return nil
        }
        return frame
    }

    /// Runs `body` with `module` on the stack.
    static func making<R>(
        _ module: String, holdsLock: Bool, _ body: () -> R
    ) throws(RoutingError) -> R {
        let parent = current
        try parent?.checkCycle(module)
        let frame = MakingFrame(module, parent: parent, holdsLock: holdsLock)
        defer { frame.isOver.store(true, ordering: .releasing) }
        return $inherited.withValue(frame, operation: body)
    }

    private func checkCycle(_ module: String) throws(RoutingError) {
        var path = [module]
        var frame: MakingFrame? = self
        while let here = frame {
            path.append(here.module)
            if here.module == module { throw .dependencyCycle(path.reversed()) }
            frame = here.parent
        }
    }

    private static var taskIdentity: Int? {
        // Only compared while the frame lives; the handle does not leave the closure.
        unsafe withUnsafeCurrentTask { task in unsafe task?.hashValue }
    }
}
