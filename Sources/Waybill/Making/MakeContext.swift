/// The context of a factory or one of its hooks while something is made.
///
/// A value that holds the generation; use it from any thread. Objects that it makes belong to that generation, so one
/// open never mixes two generations.
public struct MakeContext<Configuration: Sendable>: Sendable {
    /// The configuration: the module's `with:`, overridden by the `with:` of a route that makes the module, overridden
    /// by values that the caller set through a configuration protocol. It is decoded once, when manifests are bound.
    public let configuration: Configuration
    let scope: MakeScope

    init(configuration: Configuration, scope: MakeScope) {
        self.configuration = configuration
        self.scope = scope
    }

    /// The open for which this is made; `nil` if it is made by `make`, for another module, or to be shared.
    public var request: RouteRequest? { scope.request }

    /// Makes what provides `P`, by the same generation.
    /// - Parameter prepare: Runs on what was made before the module's own hooks do.
    /// - Throws: As ``Router/make(_:prepare:)``.
    public func make<P>(
        _ key: Routable<P>, prepare: (inout P) throws -> Void
    ) throws(RoutingError) -> P {
        try scope.generation.make(P.self, prepare: prepare)
    }

    /// Makes what provides `P`, by the same generation.
    /// - Throws: As ``Router/make(_:)-(Routable<P>)``.
    public func make<P>(_ key: Routable<P>) throws(RoutingError) -> P {
        try scope.generation.make(P.self)
    }

    /// Makes an object of a type that no manifest declares at compile time.
    ///
    /// - Throws: As ``Router/make(_:)-(Routable<P>)``.
    public func make<P>(_ type: P.Type) throws(RoutingError) -> P { try scope.generation.make(type) }

    /// Makes the module with this identifier, by the same generation.
    /// - Throws: As ``Router/make(identifier:)``.
    public func make(identifier: String) throws(RoutingError) -> Any {
        try scope.generation.make(ModuleIdentifier<Any>(rawValue: identifier))
    }

    /// Makes the module with this identifier, as the type that it provides.
    ///
    /// - Throws: As ``Router/make(_:)-(Routable<P>)``.
    public func make<P>(_ identifier: ModuleIdentifier<P>) throws(RoutingError) -> P {
        try scope.generation.make(identifier)
    }
}

extension RouteRequest {
    /// Makes what provides `P`, by the generation that this open runs on.
    /// - Throws: As ``Router/make(_:)-(Routable<P>)``.
    public func make<P>(_ key: Routable<P>) throws(RoutingError) -> P {
        try generation.make(P.self)
    }

    /// Makes an object of a type that no manifest declares at compile time.
    ///
    /// - Throws: As ``Router/make(_:)-(Routable<P>)``.
    public func make<P>(_ type: P.Type) throws(RoutingError) -> P { try generation.make(type) }

    /// Opens another URL on the generation of this open, and in its view.
    ///
    /// It is a separate open on behalf of this request. It has the values of this request, but not its payload and
    /// parameters. The interceptors of the other URL run, and may set the values again.
    /// - Throws: As ``Router/open(_:method:payload:)``.
    public func open(
        _ url: String, method: String? = nil, payload: (any Sendable)? = nil
    ) async throws -> Outcome {
        try await hop.resolve(url, method: method, tags: tags).open(payload: payload, values: values)
    }

    /// Makes the module with this identifier, by the generation that this open runs on.
    /// - Throws: As ``Router/make(identifier:)``.
    public func make(identifier: String) throws(RoutingError) -> Any {
        try generation.make(ModuleIdentifier<Any>(rawValue: identifier))
    }

    /// Makes the module with this identifier, as the type that it provides.
    ///
    /// - Throws: As ``Router/make(_:)-(Routable<P>)``.
    public func make<P>(_ identifier: ModuleIdentifier<P>) throws(RoutingError) -> P {
        try generation.make(identifier)
    }
}
