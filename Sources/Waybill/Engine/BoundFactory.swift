/// A factory with its configuration decoded.
///
/// Classes and not closures, so that a caller who knows the types pays for one virtual call and no boxes.
package class BoundFactory: @unchecked Sendable {  // the subclasses are final and hold Sendable constants
    /// Whether hooks run between making and handing over.
    var hasHooks: Bool { false }
    var isAsynchronous: Bool { false }

    /// Whether only its closure can ask for other modules, synchronously while it makes or later by a context that it kept.
    var hasOnlyClosure: Bool { false }

    func make(_ scope: MakeScope, _ change: ConfigurationChange?) throws -> Made {
        throw NotSynchronous()
    }

    func makeAsynchronously(_ scope: MakeScope, _ change: ConfigurationChange?) async throws -> Made {
        try make(scope, change)
    }

    /// Runs the module's own hooks in the order of their registration: first those that prepare, then those that
    /// finish.
    func prepare(_ made: inout Made, _ scope: MakeScope, _ change: ConfigurationChange?) throws {}

    func prepareAsynchronously(
        _ made: inout Made, _ scope: MakeScope, _ change: ConfigurationChange?
    ) async throws {
        try prepare(&made, scope, change)
    }

    /// Turns what was prepared as another type back into what the factory makes; `nil` if an adapter made it.
    package func absorb(_ prepared: Any) -> Made? { nil }

    // MARK: What else was registered

    /// What `WaybillPresentation` registered.
    package var performing: (any FactoryPerforming)? { nil }
    var retires: Bool { false }
    func retire(_ made: Any) async {}
    /// Whether what it makes has a lifecycle.
    var runs: Bool { false }
    func run(_ made: Any) async throws {}
    /// Whether something is to be done when an instance is given up.
    var ends: Bool { retires || runs }
    /// Whether its shared modules must be prepared: they cannot be made when they are asked for.
    var needsPreparation: Bool { isAsynchronous || runs }
    func handle(_ event: String, _ payload: (any Sendable)?, _ scope: MakeScope) async throws {}

    // MARK: Its configuration

    /// The `MakeContext` that its closures take.
    package func anyContext(_ scope: MakeScope) -> any Sendable { NoConfiguration() }
    var anyConfiguration: any Sendable { NoConfiguration() }
    /// A changed configuration as the type that the factory takes.
    func configuration(_ changed: Any) -> (any Sendable)? { nil }
}

/// A factory whose product's type is known.
class FactoryOf<T>: BoundFactory, @unchecked Sendable {  // as its superclass
    /// Makes without hooks; `nil` if it must be awaited.
    var direct: Producer<T>? { nil }
}

/// A synchronous caller reached a factory or a hook that must be awaited.
struct NotSynchronous: Error {}

/// Parameters that a factory requires were not set.
struct MissingParameters: Error {
    var names: [String]
}
