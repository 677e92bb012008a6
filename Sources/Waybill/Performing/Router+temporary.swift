public import WaybillManifest

extension Router {
    /// A route to something that no manifest declares: to be performed by whoever holds it, found by nobody else.
    ///
    ///     let route = router.route { $0.register("once") { _ in Banner() }.performs { banner, _ in await banner.show() } }
    ///
    /// - Parameter register: Registers one factory without a configuration, and returns the registration. What else it
    ///   registers has no effect.
    public func route<T: Sendable>(
        kind: Module.Kind = .service,
        _ register: (inout Registry) -> FactoryRegistration<T, NoConfiguration>
    ) -> RouteHandle<T> {
        var registry = Registry()
        let factory = register(&registry).definition.bound(NoConfiguration())
        let place = SourceSpan(file: 0, start: 0, end: 0)
        var declaration = Module(id: Located("temporary \(T.self)", at: place))
        declaration.kind = kind
        let module = BoundModule(
            declaration, made: TypeName(T.self), factory: factory, instance: nil, lane: nil, changers: [],
            recursionLimit: options.recursionLimit)
        return route(.module(module))
    }
}
