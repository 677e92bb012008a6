/// A factory with its configuration decoded.
///
/// It is a class and not a closure, so that a caller who knows the types needs one virtual call and no boxes.
package class BoundFactory: @unchecked Sendable {  // the subclasses are final and hold Sendable constants
    /// Whether hooks run after making.
    var hasHooks: Bool { false }
    var isAsynchronous: Bool { false }

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

    /// Converts an object that was prepared as another type back to what the factory makes; `nil` if an adapter made
    /// it.
    package func absorb(_ prepared: Any) -> Made? { nil }

    // MARK: Further registrations

    /// The registration of `WaybillPresentation`.
    package var performing: (any FactoryPerforming)? { nil }
    var retires: Bool { false }
    func retire(_ made: Any) async {}
    /// Whether its products have a lifecycle.
    var runs: Bool { false }
    func run(_ made: Any) async throws {}
    /// Whether an instance needs an action when it is retired.
    var ends: Bool { retires || runs }
    /// Whether its shared modules must be prepared, because they cannot be made on request.
    var needsPreparation: Bool { isAsynchronous || runs }
    func handle(_ event: String, _ payload: (any Sendable)?, _ scope: MakeScope) async throws {}

    // MARK: Its configuration

    /// Returns the `MakeContext` for its closures.
    package func anyContext(_ scope: MakeScope, _ change: ConfigurationChange?) -> any Sendable { NoConfiguration() }
    var anyConfiguration: any Sendable { NoConfiguration() }
    /// Returns a changed configuration as the type of the factory's configuration.
    package func configuration(_ changed: Any) -> (any Sendable)? { nil }
}

/// A synchronous caller reached an asynchronous factory or hook.
struct NotSynchronous: Error {}

/// Required parameters of a factory were not set.
struct MissingParameters: Error {
    var names: [String]
}

/// What a factory is called for: the generation, and the open if there is one.
package struct MakeScope: Sendable {
    let generation: Generation
    let request: RouteRequest?

    package init(_ generation: Generation, for request: RouteRequest? = nil) {
        self.generation = generation
        self.request = request
    }
}

/// The product of a factory. The two cases preserve whether the compiler knew it to be `Sendable`.
package enum Made {
    case sendable(any Sendable)
    case local(Any)

    package var value: Any {
        switch self {
        case .sendable(let value): value
        case .local(let value): value
        }
    }
}
