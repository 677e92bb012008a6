extension Router {
    /// Makes an object that provides `P`, also through adapters. Synchronous, on the caller's thread.
    ///
    /// - Throws: A ``RoutingError``; errors of the factory and of hooks are wrapped in
    ///   ``RoutingError/makeFailed(module:underlying:)``. ``Registry/onError(of:_:)`` is called first.
    public func make<P>(_ key: Routable<P>) throws(RoutingError) -> P { try make(P.self) }

    /// Makes an object by its type. Whether a manifest declares the type is checked at run time, and not by the
    /// compiler.
    /// - Throws: As ``make(_:)-(Routable<P>)``.
    public func make<P>(_ type: P.Type) throws(RoutingError) -> P {
        try reportingFailures(TypeName(type).description) { (generation) throws(RoutingError) in
            try generation.make(type)
        } of: {
            try $0.provider(for: type).0
        }
    }

    /// Makes an object that provides `P`, and prepares it before the module's own hooks run.
    /// - Throws: As ``make(_:)-(Routable<P>)``, and ``RoutingError/preparationFailed(module:underlying:)``.
    public func make<P>(_ key: Routable<P>, prepare: (inout P) throws -> Void) throws(RoutingError) -> P {
        try reportingFailures(TypeName(P.self).description) { (generation) throws(RoutingError) in
            try generation.make(P.self, prepare: prepare)
        } of: {
            try $0.provider(for: P.self).0
        }
    }

    /// Makes the module with this identifier. Adapters are not used.
    /// - Throws: As ``make(_:)-(Routable<P>)``.
    public func make(identifier: String) throws(RoutingError) -> Any {
        try make(ModuleIdentifier<Any>(rawValue: identifier))
    }

    /// Makes the module with this identifier, as the type that the module provides. Adapters are not used.
    /// - Throws: As ``make(_:)-(Routable<P>)``, and ``RoutingError/adapterMismatch(protocol:module:made:)`` if the
    ///   current manifests give the identifier to a module that provides something else.
    public func make<P>(_ identifier: ModuleIdentifier<P>) throws(RoutingError) -> P {
        try reportingFailures(identifier.rawValue) { (generation) throws(RoutingError) in
            try generation.make(identifier)
        } of: {
            try $0.boundModule(identifier: identifier.rawValue)
        }
    }

    /// Makes the object of a module that is configured through a protocol of kind `configuration`.
    /// - Throws: As ``make(_:)-(Routable<P>)``, ``RoutingError/missingParameters(_:module:)``, and
    ///   ``RoutingError/notConfigurable(module:)`` for a shared or weak module.
    public func make<M>(
        _ key: RoutableModule<M>, _ configure: (inout M) throws -> Void
    ) throws(RoutingError) -> Any {
        try reportingFailures(TypeName(M.self).description) { (generation) throws(RoutingError) in
            let (module, change) = try generation.configure(M.self, configure)
            return try generation.make(module, change: change).value
        } of: {
            try $0.module(configuredBy: M.self)
        }
    }

    /// Makes the object of a module by one of its named constructors.
    /// - Throws: As `make(_:)`. An unknown constructor or a wrong argument is a
    ///   ``RoutingError/makeFailed(module:underlying:)``, and a shared or weak module is
    ///   ``RoutingError/notConfigurable(module:)``.
    public func make<M>(
        _ key: RoutableModule<M>, by constructor: String, _ argument: any Sendable
    ) throws(RoutingError) -> Any {
        try reportingFailures(TypeName(M.self).description) { (generation) throws(RoutingError) in
            let module = try generation.module(configuredBy: M.self)
            let change = ConfigurationChange(constructor: constructor, argument: argument)
            return try generation.make(module, change: change).value
        } of: {
            try $0.module(configuredBy: M.self)
        }
    }

    /// - Parameter find: Returns the requested module, for the report.
    private func reportingFailures<R>(
        _ target: @autoclosure () -> String, _ make: (Generation) throws(RoutingError) -> R,
        of find: (Generation) throws -> BoundModule
    ) throws(RoutingError) -> R {
        let generation = generation
        do {
            return try make(generation)
        } catch {
            runtime.report(.make, error, target: target(), module: try? find(generation))
            throw error
        }
    }
}
