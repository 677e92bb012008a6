import WaybillTable

extension Snapshot {
    func route(for url: RouteURL, method: String?, in view: TagView) -> RouteHit? {
        overlay.route(for: url, method: method, in: view)
            ?? generation.table.route(for: url, method: method, in: view).map {
                RouteHit(route: generation.bound.routes[$0.route], captures: $0.captures)
            }
    }

    /// The interceptors that run for a request, in running order.
    func chain(for url: RouteURL, method: String?, in view: TagView) -> [ChainLink] {
        overlay.chain(for: url, method: method, in: view)
            + links(generation.table.interceptors(for: url, method: method, in: view))
    }

    /// Those that run on the way of a redirect: no view bypasses them.
    func everywhereChain(for url: RouteURL, method: String?) -> [ChainLink] {
        overlay.everywhereChain(for: url, method: method)
            + links(generation.table.everywhereInterceptors(for: url, method: method))
    }

    private func links(_ matches: [InterceptorMatch]) -> [ChainLink] {
        matches.map {
            ChainLink(interceptor: generation.bound.interceptors[$0.interceptor], captures: $0.captures)
        }
    }

    /// Whether a route takes the URL. Follows the redirects of routes, and runs nothing.
    func canOpen(_ text: String, method: String?, tags: Set<String>?) -> Bool {
        guard let view = try? TagView(opening: tags) else { return false }
        var target = text
        for _ in 0...HopRun.maximumHops {
            guard let url = try? RouteURL(target), let hit = route(for: url, method: method, in: view) else {
                return false
            }
            guard case .redirect(let template) = hit.route.destination else { return true }
            target = template.expand(hit.captures)
        }
        return false
    }
}

extension TagView {
    init(opening tags: Set<String>?) throws(RoutingError) {
        guard let tags else {
            self = .everything
            return
        }
        guard !tags.isEmpty else { throw .emptyTagView }
        self.init(tags)
    }
}
