public import Waybill
public import WaybillManifest

extension Router {
    /// A route to something that no manifest declares. Only the holder of the handle can perform it.
    ///
    ///     let route = router.route {
    ///         $0.register("once") { _ in Banner() }.performs { banner, _ in await banner.show() }
    ///     }
    ///
    /// - Parameter register: Registers one factory without a configuration, and returns the registration. Other
    ///   registrations have no effect.
    public func route<T: Sendable>(
        kind: Module.Kind = .service,
        _ register: (inout Registry) -> FactoryRegistration<T, NoConfiguration>
    ) -> RouteHandle<T> {
        var registry = Registry()
        let module = register(&registry).temporaryModule(kind, recursionLimit: options.recursionLimit)
        return route(.module(module))
    }
}
