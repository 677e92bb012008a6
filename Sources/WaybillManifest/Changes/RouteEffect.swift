package import WaybillProofs
package import WaybillSyntax
package import WaybillTable

/// The effect of a route: its destination with the merged settings of module and route.
///
/// Ids and summaries are not compared, except for modules with a shared instance: another id is another instance.
package struct RouteEffect: Hashable, Sendable {
    package enum Target: Hashable, Sendable {
        case module(factory: String, kind: Module.Kind)
        case handler(String)
        /// The target is compared separately.
        case redirect(RedirectStatus?)
        case nothing
    }

    package var target: Target
    package var scope: Module.Scope?
    /// The module whose instance is shared, if it is.
    package var instance: String?
    /// The values of `with:`, as ``Node/canonicalText``.
    package var with: String?
    package var lane: String?
    package var present: String?
    package var timeout: Duration?

    /// Creates the effect of the module, with the settings of the route that take precedence.
    package init(_ module: Module, _ route: Route?) {
        target = .module(factory: module.factory.value, kind: module.kind)
        scope = module.scope.value
        instance = module.scope.value == .transient ? nil : module.id.value
        let overlay = route?.with
        with = (module.with?.overlaid(by: overlay) ?? overlay)?.canonicalText
        lane = (route?.lane ?? module.lane)?.value
        present = (route?.present ?? module.present.first)?.value
        timeout = route?.timeout?.value
    }

    init(_ target: Target, _ route: Route?) {
        self.target = target
        if isRedirect { return }
        with = route?.with?.canonicalText
        lane = route?.lane?.value
        timeout = route?.timeout?.value
    }

    package var isRedirect: Bool { if case .redirect = target { true } else { false } }

    /// Whether the same code serves, so that only settings may differ.
    package func isSameCode(as other: RouteEffect) -> Bool {
        target == other.target && (instance == other.instance || scope != other.scope)
    }
}

/// The effect of an interceptor.
struct InterceptorAction: Hashable {
    enum Action: Hashable {
        case use(String)
        case rewrite
        case reject(Interceptor.Rejection)
    }

    var action: Action
    var with: String?
    var timeout: Duration?

    init(_ interceptor: Interceptor) {
        switch interceptor.action {
        case .use(let name):
            action = .use(name.value)
            with = interceptor.with?.canonicalText
            timeout = interceptor.timeout?.value
        case .rewrite: action = .rewrite
        case .reject(let rejection): action = .reject(rejection)
        }
    }
}

/// Numbers for the effects of two sets. Equal effects have the same number.
package struct PlannedCodes {
    private var numbers: [AnyHashable: Int] = [:]

    package init() {}

    private mutating func number(of effect: some Hashable) -> Int {
        if let known = numbers[AnyHashable(effect)] { return known }
        numbers[AnyHashable(effect)] = numbers.count
        return numbers.count - 1
    }

    package mutating func table(of planned: PlannedSet, _ table: RoutingTable) -> ComparedTable {
        ComparedTable(
            table,
            routes: planned.set.routes.indices.map { index in
                let reads: ComparedTable.Reading =
                    planned.set.routes[index].destination.target.map { .target($0.target) } ?? .all
                return .init(code: number(of: planned.routes[index]), reads: reads)
            },
            interceptors: planned.set.interceptors.map { interceptor in
                let reads: ComparedTable.Reading =
                    switch interceptor.action {
                    case .use: .all
                    case .rewrite(let target): .target(target.target)
                    case .reject: .nothing
                    }
                return .init(code: number(of: InterceptorAction(interceptor)), reads: reads)
            },
            fallbacks: planned.fallbacks.filter { $0.effect.target != .nothing }.map {
                .init(tag: $0.tag, code: number(of: $0.effect))
            })
    }
}

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
        func effect(_ target: Fallback.Target) -> (RouteEffect, String) {
            switch target {
            case .module(let name):
                (modules[name.value].map { RouteEffect($0, nil) } ?? RouteEffect(.nothing, nil), "module \(name.value)")
            case .handler(let name): (RouteEffect(.handler(name.value), nil), "handler \(name.value)")
            }
        }
        let fallback = set.fallback
        let tagged: [(tag: String?, effect: RouteEffect, name: String)] = (fallback?.byTag ?? []).map { view in
            let (effect, name) = effect(view.target)
            return (view.tag.value, effect, name)
        }
        let plain = fallback?.target.map(effect) ?? (RouteEffect(.nothing, nil), "nothing")
        fallbacks = tagged + [(nil, plain.0, plain.1)]
    }
}
