import WaybillManifest

/// Performs modules where the engine alone would only make them. `WaybillPresentation` puts one into a registry.
///
/// These two protocols are all that the engine knows of views: how they are presented, what their routes are at and
/// who observes them is in `WaybillPresentation`, which a service without views does not link.
package protocol ModulePerformer: Sendable {
    /// The places where presenters were registered, by name: for diagnostics of binding.
    var presenterSites: [String: RegistrationSite] { get }

    /// Whether something observes modules that are only made. Then every `make` reports what it made.
    var observesMaking: Bool { get }

    /// Whether an open that arrives at this module performs it; otherwise it makes it.
    func performsWhenOpened(_ module: BoundModule) -> Bool

    /// Performs a module at the end of an open.
    /// - Parameter presentation: The word of `present:`, how the route presents it; `nil` for the module's own default.
    func perform(
        _ module: BoundModule, for request: RouteRequest, presentation: String?
    ) async throws -> PerformedModule

    /// Reports that a module was only made. Called only if ``observesMaking`` is true.
    func recordMade(_ value: any Sendable, by module: BoundModule)
}

/// What performing a module resulted in.
package struct PerformedModule: Sendable {
    package let destination: any Sendable
    /// The route's state, which only the performer understands.
    package let route: any Sendable

    package init(destination: any Sendable, route: any Sendable) {
        self.destination = destination
        self.route = route
    }
}

/// What `WaybillPresentation` adds to the registration of a factory. The engine keeps it for the performer.
package protocol FactoryPerforming: Sendable {
    /// Whether performing the factory's modules runs code of the factory and needs no presenter.
    var performs: Bool { get }

    /// Performs the factory's modules if the registry itself has no performer.
    var performer: any ModulePerformer { get }
}
