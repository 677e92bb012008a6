extension Router {
    /// Makes what provides `P`, through adapters too. Synchronous, on the caller's thread.
    ///
    /// A transient module without hooks costs one lookup by type and one call.
    /// - Throws: A ``RoutingError``; errors of the factory and of hooks are wrapped in
    ///   ``RoutingError/makeFailed(module:underlying:)``.
    @inlinable
    public func make<P>(_ key: Routable<P>) throws(RoutingError) -> P {
        guard let making = snapshots.beginMaking(ObjectIdentifier(P.self)) else {
            return try generation.makeIndirectly(P.self)
        }
        defer { making.end() }
        do {
            return try unsafe making.generation._withUnsafeGuaranteedRef { generation in  // kept until `end`
                try unsafe making.maker._withUnsafeGuaranteedRef {  // `making` keeps it until its end
                    let maker = unsafe unsafeDowncast($0, to: TypedMaker<P>.self)  // found by its type
                    return try maker.make(MakeScope(generation))
                }
            }
        } catch {
            throw making.error(error)
        }
    }

    /// Makes what provides `P`, and prepares it before the module's own hooks do.
    /// - Throws: As ``make(_:)``, and ``RoutingError/preparationFailed(module:underlying:)``.
    public func make<P>(_ key: Routable<P>, prepare: (inout P) throws -> Void) throws(RoutingError) -> P {
        try generation.make(P.self, prepare: prepare)
    }

    /// Makes the module with this identifier: what its factory makes, without adapters.
    /// - Throws: As ``make(_:)``.
    public func make(identifier: String) throws(RoutingError) -> Any {
        try generation.make(identifier: identifier)
    }

    /// Makes what a module makes, configured through a protocol of kind `configuration`.
    /// - Throws: As ``make(_:)``, and ``RoutingError/missingParameters(_:module:)``.
    public func make<M>(
        _ key: RoutableModule<M>, _ configure: (inout M) throws -> Void
    ) throws(RoutingError) -> Any {
        let generation = generation
        let (module, change) = try generation.configure(M.self, configure)
        return try generation.make(module, on: .current, change: change).value
    }

    /// Makes what a module makes, by one of its named constructors.
    /// - Throws: As ``make(_:)``. An unknown constructor or a wrong argument is a
    ///   ``RoutingError/makeFailed(module:underlying:)``.
    public func make<M>(
        _ key: RoutableModule<M>, by constructor: String, _ argument: any Sendable
    ) throws(RoutingError) -> Any {
        let generation = generation
        let module = try generation.module(configuredBy: M.self)
        let change = ConfigurationChange(constructor: constructor, argument: argument)
        return try generation.make(module, on: .current, change: change).value
    }
}
