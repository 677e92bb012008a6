import WaybillManifest
import WaybillRules
import WaybillSyntax
import WaybillTable

extension Binder {
    mutating func bindInterceptors() {
        bound.interceptors = set.interceptors.compactMap { bind($0) }
    }

    private mutating func bind(_ interceptor: Interceptor) -> BoundInterceptor? {
        var body: InterceptorBody?
        if case .use(let name) = interceptor.action {
            guard let entry = registry.interceptors[name.value] else { return nil }
            let source = ConfigurationSource(
                node: interceptor.with, anchor: name.span, taker: "interceptor '\(name.value)'")
            body = report { () throws(Unbindable) in try entry.bind(source) }
            if body == nil { return nil }
        }
        return BoundInterceptor(
            id: interceptor.id.value, action: interceptor.action.walked, body: body,
            timeout: interceptor.timeout?.value)
    }

    /// Binds the routes. A route with the same meaning as before keeps its binding.
    mutating func bindRoutes() {
        let kept = keptRoutes
        bound.routes = set.routes.compactMap { route in
            if let previous, let index = kept[route.id.value], route.meansTheSame(as: previous.set.routes[index]) {
                return previous.bound.routes[index]
            }
            return bindRoute(route)
        }
    }

    /// The indices of the current generation's routes, by id, that can keep their binding. Empty if a module may be
    /// bound differently.
    ///
    /// A route with a warning is bound again, so that the warning is reported again.
    private var keptRoutes: [String: Int] {
        guard let previous, previous.warnings.isEmpty,
            modulesByIndex.values.allSatisfy({ $0 === previousModules[$0.id] })
        else { return [:] }
        let routes = previous.set.routes
        return Dictionary(firstOf: routes.indices.map { (routes[$0].id.value, $0) })
    }

    private mutating func bindRoute(_ route: Route) -> BoundRoute? {
        let destination = route.destination.walked
        var target: BoundTarget?
        if case .serve = destination {
            target = bindTarget(of: route)
            if target == nil { return nil }
        }
        return BoundRoute(
            id: route.id.value, patterns: route.patterns.map(\.pattern), destination: destination, target: target,
            timeout: route.timeout?.value, lane: lane(of: route), presentation: route.present?.value,
            tags: Set(route.tags.map(\.value)))
    }

    /// Returns the lane of the route, or of its module.
    private mutating func lane(of route: Route) -> Lane? {
        if let own = route.lane { return runtime.lanes[own.value] }
        guard case .module(let name) = route.destination, let index = modules[name.value] else { return nil }
        return modulesByIndex[index]?.lane
    }

    private mutating func bindTarget(of route: Route) -> BoundTarget? {
        switch route.destination {
        case .forward, .redirect: nil
        case .handler(let name): bindHandler(name, with: route.with, of: route)
        case .module(let name): bindModule(name, of: route)
        }
    }

    mutating func bindFallback() {
        guard let fallback = set.fallback else { return }
        var result = BoundFallback(servesOtherMethods: fallback.servesOtherMethods)
        result.plain = fallback.target.flatMap { bind($0) }
        for view in fallback.byTag.sorted(by: { $0.tag.value < $1.tag.value }) {
            if let target = bind(view.target) { result.byTag.append((tag: view.tag.value, target: target)) }
        }
        bound.fallback = result
    }

    private mutating func bind(_ target: Fallback.Target) -> BoundTarget? {
        switch target {
        case .handler(let name): bindHandler(name, with: nil)
        case .module(let name): bindModule(name)
        }
    }

    /// - Parameter route: `nil` for the fallback, which captures nothing that a handler could require.
    private mutating func bindHandler(_ name: Located<String>, with: Node?, of route: Route? = nil) -> BoundTarget? {
        guard let entry = registry.handlers[name.value] else { return nil }
        if let type = entry.parameters, let route { checkParameters(of: name, type, route) }
        let source = ConfigurationSource(node: with, anchor: name.span, taker: "handler '\(name.value)'")
        return report { () throws(Unbindable) in BoundTarget(handler: name.value, try entry.bind(source)) }
    }

    /// - Parameter route: `nil` for the fallback, which configures nothing.
    private mutating func bindModule(_ name: Located<String>, of route: Route? = nil) -> BoundTarget? {
        guard let index = modules[name.value], let boundModule = modulesByIndex[index] else { return nil }
        let module = set.modules[index]
        guard let route, let overlay = route.with else { return BoundTarget(boundModule) }
        guard let factory = registry.factories[module.factory.value] else { return nil }
        return bindFactory(module, factory, overlay: overlay).map {
            BoundTarget(bind(module, factory, $0, configuredBy: route.id.value))
        }
    }
}
