package import WaybillManifest
package import WaybillProofs
package import WaybillSyntax
package import WaybillTable

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
        let modules = Dictionary(firstOf: set.modules.map { ($0.id.value, $0) })
        routes = set.routes.map { route in
            switch route.destination {
            case .module(let name): modules[name.value].map { RouteEffect($0, route) } ?? RouteEffect(.nothing, route)
            case .handler(let name): RouteEffect(.handler(name.value), route)
            case .forward: RouteEffect(.forward, route)
            case .redirect(_, let status): RouteEffect(.redirect(status), route)
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
                let effect = planned.routes[index]
                return .init(code: number(of: effect), reads: reads, isForward: effect.target == .forward)
            },
            interceptors: planned.set.interceptors.map { interceptor in
                let reads: ComparedTable.Reading =
                    switch interceptor.action {
                    case .use: .all
                    case .rewrite(let target): .target(target.target)
                    case .reject: .nothing
                    }
                return .init(
                    code: number(of: InterceptorAction(interceptor)), reads: reads,
                    isTerminating: interceptor.isTerminating)
            },
            fallbacks: planned.fallbacks.filter { $0.effect.target != .nothing }.map {
                .init(tag: $0.tag, code: number(of: $0.effect))
            },
            otherMethods: planned.set.refusesOtherMethods ? ComparedTable.nothing : nil)
    }
}

/// The effect of an interceptor.
struct InterceptorAction: Hashable {
    enum Action: Hashable {
        case use(String)
        case rewrite
        case reject(reason: ExactText, status: Int)
    }

    var action: Action
    var with: ExactText?
    var timeout: Duration?

    init(_ interceptor: Interceptor) {
        switch interceptor.action {
        case .use(let name):
            action = .use(name.value)
            with = interceptor.with?.canonicalText.exact
            timeout = interceptor.timeout?.value
        case .rewrite: action = .rewrite
        case .reject(let rejection): action = .reject(reason: rejection.reason.exact, status: rejection.status)
        }
    }
}
