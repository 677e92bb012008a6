package import WaybillManifest
import WaybillSyntax
package import WaybillTable

/// The effect of a route: its destination with the merged settings of module and route.
///
/// Ids and summaries are not compared, except for modules with a shared instance: another id is another instance.
package struct RouteEffect: Hashable, Sendable {
    package enum Target: Hashable, Sendable {
        case module(factory: String, kind: Module.Kind)
        case handler(String)
        /// The target is compared separately.
        case forward
        case redirect(RedirectStatus)
        case nothing
    }

    package var target: Target
    package var scope: Module.Scope?
    /// The module whose instance is shared, if it is.
    package var instance: String?
    /// The values of `with:`, as ``Node/canonicalText``.
    package var with: ExactText?
    package var lane: String?
    package var present: String?
    package var timeout: Duration?

    /// Creates the effect of the module, with the settings of the route that take precedence.
    package init(_ module: Module, _ route: Route?) {
        target = .module(factory: module.factory.value, kind: module.kind)
        scope = module.scope.value
        instance = module.scope.value == .transient ? nil : module.id.value
        let overlay = route?.with
        with = (module.with?.overlaid(by: overlay) ?? overlay)?.canonicalText.exact
        lane = (route?.lane ?? module.lane)?.value
        present = (route?.present ?? module.present.first)?.value
        timeout = route?.timeout?.value
    }

    init(_ target: Target, _ route: Route?) {
        self.target = target
        if leadsElsewhere { return }
        with = route?.with?.canonicalText.exact
        lane = route?.lane?.value
        timeout = route?.timeout?.value
    }

    /// Whether it is a forward or a redirect.
    package var leadsElsewhere: Bool {
        switch target {
        case .forward, .redirect: true
        case .module, .handler, .nothing: false
        }
    }
}
