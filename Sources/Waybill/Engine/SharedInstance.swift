import Synchronization

/// The one instance of a shared or weak module; outlives the generation that made it.
final class SharedInstance: Sendable {
    private let isWeak: Bool
    private let stored = Mutex(Stored.nothing)

    private enum Stored {
        case nothing
        case strong(any Sendable)
        case weak(WeakReference)
    }

    init(isWeak: Bool) {
        self.isWeak = isWeak
    }

    var value: (any Sendable)? {
        stored.withLock { stored in
            switch stored {
            case .nothing: nil
            case .strong(let value): value
            case .weak(let reference): reference.value
            }
        }
    }

    func store(_ value: any Sendable) {
        let new = isWeak ? Stored.weak(WeakReference(value)) : .strong(value)
        stored.withLock { $0 = new }
    }
}

/// Weakly holds an object that was `Sendable` when it came.
private struct WeakReference: @unchecked Sendable {  // only ever holds what came as `any Sendable`
    private weak var object: AnyObject?

    init(_ value: any Sendable) {
        object = value as AnyObject
    }

    var value: (any Sendable)? {
        guard let object else { return nil }
        return unsafe unsafeBitCast(object, to: (any AnyObject & Sendable).self)  // same layout: Sendable is a marker
    }
}

/// Held while a shared instance is made, so that none is made twice. One lock for all of them, so that two that need
/// each other end in a cycle error on one thread and never wait for one another on two.
final class SharedMaking: Sendable {
    private let lock = Mutex<Void>(())

    func exclusively<R>(_ body: () throws(RoutingError) -> R) throws(RoutingError) -> R {
        if MakingFrame.current?.holdsLock == true { return try body() }
        return try lock.withLock { _ throws(RoutingError) in try body() }
    }
}
