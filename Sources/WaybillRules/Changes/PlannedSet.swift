package import WaybillManifest
package import WaybillSyntax
import WaybillTable

/// A set with the effects of its routes.
package struct PlannedSet: Sendable {
    package let set: ManifestSet
    package let sources: [SourceFile]
    /// By route.
    package let routes: [RouteEffect]
    /// In the order of ``ComparedTable/fallbacks``.
    package let fallbacks: [(tag: String?, effect: RouteEffect, name: String)]

    package init(_ set: ManifestSet, _ sources: [SourceFile]) {
        self.set = set
        self.sources = sources
        let modules = Dictionary(set.modules.map { ($0.id.value, $0) }, uniquingKeysWith: { first, _ in first })
        routes = set.routes.map { route in
            switch route.destination {
            case .module(let name): modules[name.value].map { RouteEffect($0, route) } ?? RouteEffect(.nothing, route)
            case .handler(let name): RouteEffect(.handler(name.value), route)
            case .redirect: RouteEffect(.redirect(nil), route)
            case .clientRedirect(_, let status): RouteEffect(.redirect(status), route)
            }
        }
        func effect(_ target: Fallback.Target) -> RouteEffect {
            switch target {
            case .module(let name): modules[name.value].map { RouteEffect($0, nil) } ?? RouteEffect(.nothing, nil)
            case .handler(let name): RouteEffect(.handler(name.value), nil)
            }
        }
        let tagged: [(tag: String?, effect: RouteEffect, name: String)] = (set.fallback?.byTag ?? []).map { view in
            (view.tag.value, effect(view.target), view.target.summary)
        }
        let plain = set.fallback?.target
        fallbacks = tagged + [(nil, plain.map(effect) ?? RouteEffect(.nothing, nil), plain?.summary ?? "nothing")]
    }
}
