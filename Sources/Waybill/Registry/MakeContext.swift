/// What a factory that takes no configuration gets.
public struct NoConfiguration: Decodable, Sendable {
    public init() {}
}

/// What a factory knows while it makes something.
public struct MakeContext<Configuration: Sendable>: Sendable {
    /// The module's `with:`, under a route's own `with:` where a route makes the module. Decoded once, when the
    /// manifests are bound.
    public let configuration: Configuration
    let scope: MakeScope

    /// The open that this is made for. `nil` when it is made by `make`, for another module, or to be shared.
    public var request: Request? { scope.request }

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
struct MakeScope: Sendable {
    let generation: Generation
    let request: Request?
}

/// What a factory made. The two cases keep what the compiler knew about `Sendable`.
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

/// A factory with its configuration already decoded.
typealias Maker = @Sendable (MakeScope) throws -> Made
