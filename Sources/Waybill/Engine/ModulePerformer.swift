import WaybillManifest
package import WaybillRules

/// Performs modules, which the engine alone would only make. `WaybillPresentation` adds one to a registry.
///
/// These two protocols are all that the engine knows about views. Presenting, states and observers are in
/// `WaybillPresentation`, which a service without views does not link.
package protocol ModulePerformer: Sendable {
    /// The lines where presenters were registered, by name, for diagnostics of binding.
    var presenterSites: [String: RegistryDescription.Site] { get }

    /// Whether something observes modules that are only made. Then every `make` reports its product.
    var observesMaking: Bool { get }

    /// Whether an open that reaches this module performs it; otherwise it makes it.
    func performsWhenOpened(_ module: BoundModule, for request: RouteRequest) -> Bool

    /// Performs a module at the end of an open.
    ///
    /// - Parameter presentation: The `present:` of the route; `nil` for the module's default.
    func perform(
        _ module: BoundModule, for request: RouteRequest, presentation: String?
    ) async throws -> PerformedModule

    /// Reports that a module was only made. Called only if ``observesMaking`` is true.
    func recordMade(_ value: any Sendable, by module: BoundModule)
}

/// The result of performing a module.
package struct PerformedModule: Sendable {
    package let destination: any Sendable
    /// The route's state, which only the performer understands.
    package let route: any AnyObject & Sendable

    package init(destination: any Sendable, route: any AnyObject & Sendable) {
        self.destination = destination
        self.route = route
    }
}

/// The part of a factory's registration that `WaybillPresentation` adds. The engine stores it for the performer.
package protocol FactoryPerforming: Sendable {
    /// Whether performing the factory's modules runs code of the factory and needs no presenter.
    var performs: Bool { get }

    /// Performs the factory's modules if the registry itself has no performer.
    var performer: any ModulePerformer { get }
}
