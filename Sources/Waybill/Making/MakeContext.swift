/// What a factory that takes no configuration gets.
public struct NoConfiguration: Decodable, Sendable {
    public init() {}
}

/// What a factory, or one of its hooks, knows while something is made.
public struct MakeContext<Configuration: Sendable>: Sendable {
    /// The module's `with:`, under a route's own `with:` where a route makes the module, under what the caller set
    /// through a configuration protocol. Decoded once, when the manifests are bound.
    public let configuration: Configuration
    @usableFromInline let scope: MakeScope

    @inlinable
    init(configuration: Configuration, scope: MakeScope) {
        self.configuration = configuration
        self.scope = scope
    }

    /// The open that this is made for. `nil` when it is made by `make`, for another module, or to be shared.
    public var request: RouteRequest? { scope.opening?.request }

    /// Makes what provides `P`, by the same generation.
    /// - Parameter prepare: Runs on what was made before the module's own hooks do.
    public func make<P>(
        _ key: Routable<P>, prepare: (inout P) throws -> Void
    ) throws(RoutingError) -> P {
        try scope.generation.make(P.self, prepare: prepare)
    }

    /// Makes what provides `P`, by the same generation.
    public func make<P>(_ key: Routable<P>) throws(RoutingError) -> P {
        try scope.generation.make(P.self)
    }

    /// Makes the module with this identifier, by the same generation.
    public func make(identifier: String) throws(RoutingError) -> Any {
        try scope.generation.make(identifier: identifier)
    }
}

/// Where something is made: by which generation, for which open.
@usableFromInline
struct MakeScope: Sendable {
    @usableFromInline let generation: Generation
    @usableFromInline let opening: OpeningScope?

    @inlinable
    init(_ generation: Generation) {
        self.generation = generation
        opening = nil
    }

    init(_ generation: Generation, for request: RouteRequest?) {
        self.generation = generation
        opening = request.map(OpeningScope.init)
    }
}

/// A request on the heap, so that a scope without one is two words.
@usableFromInline
final class OpeningScope: Sendable {
    let request: RouteRequest

    init(_ request: RouteRequest) {
        self.request = request
    }
}

/// What a factory made. The two cases keep what the compiler knew about `Sendable`.
@usableFromInline
enum Made {
    case sendable(any Sendable)
    case local(Any)

    var value: Any {
        switch self {
        case .sendable(let value): value
        case .local(let value): value
        }
    }
}
