/// The route that serves a request.
public struct RouteMatch: Sendable {
    /// Index into ``RoutingTable/routes``.
    public var route: Int
    /// Index into that route's patterns.
    public var pattern: Int
    public var captures: Captures
}

/// An interceptor that runs for a request.
public struct InterceptorMatch: Sendable {
    /// Index into ``RoutingTable/interceptors``.
    public var interceptor: Int
    public var captures: Captures
}

extension RoutingTable {
    /// The route that serves a request, or `nil`.
    ///
    /// - Parameters:
    ///   - method: A request without one reaches only routes without methods.
    ///   - view: What the request sees.
    public func route(for url: RouteURL, method: String?, in view: TagView = .everything) -> RouteMatch? {
        var best: UInt32?
        routeTree.walk(url) { entry, limit in
            guard accepts(routeEntries[Int(entry)], url, method, view) else { return }
            best = entry
            limit = entry
        }
        guard let best else { return nil }
        let entry = routeEntries[Int(best)]
        let captures = Captures(of: routes[entry.route].patterns[entry.pattern], in: url)
        return RouteMatch(route: entry.route, pattern: entry.pattern, captures: captures)
    }

    /// The interceptors that run for a request, in running order: each once, with the captures of its first pattern
    /// that matches.
    public func interceptors(
        for url: RouteURL, method: String?, in view: TagView = .everything
    ) -> [InterceptorMatch] {
        interceptors(for: url, method: method) { $0.appliesEverywhere || view.shows($0.tags) }
    }

    /// The interceptors that no view bypasses, in running order: those that run on the way of a redirect.
    public func everywhereInterceptors(for url: RouteURL, method: String?) -> [InterceptorMatch] {
        interceptors(for: url, method: method, where: \.appliesEverywhere)
    }

    /// The methods that some route answers at this URL, sorted: what an HTTP service says with a 405. `HEAD` comes with
    /// `GET`. Empty where no route with methods has this URL.
    public func allowedMethods(for url: RouteURL, in view: TagView = .everything) -> [String] {
        var methods: Set<String> = []
        routeTree.walk(url) { entry, _ in
            let route = routes[routeEntries[Int(entry)].route]
            guard view.shows(route.tags), acceptsSlash(route.patterns[routeEntries[Int(entry)].pattern], url) else {
                return
            }
            methods.formUnion(route.methods)
        }
        if methods.contains("GET") { methods.insert("HEAD") }
        return methods.sorted()
    }

    private func interceptors(
        for url: RouteURL, method: String?, where isVisible: (InterceptorDefinition) -> Bool
    ) -> [InterceptorMatch] {
        var found: [UInt32] = []
        interceptorTree.walk(url) { entry, _ in
            let (interceptor, pattern) = definition(of: interceptorEntries[Int(entry)])
            guard isVisible(interceptor), Self.answers(interceptor.methods, method), acceptsSlash(pattern, url) else {
                return
            }
            found.append(entry)
        }
        var matches: [InterceptorMatch] = []
        for entry in found.sorted().map({ interceptorEntries[Int($0)] })
        where matches.last?.interceptor != entry.interceptor {
            let captures = Captures(of: definition(of: entry).1, in: url)
            matches.append(InterceptorMatch(interceptor: entry.interceptor, captures: captures))
        }
        return matches
    }

    private func definition(of entry: InterceptorEntry) -> (InterceptorDefinition, Pattern) {
        let interceptor = interceptors[entry.interceptor]
        return (interceptor, interceptor.patterns[entry.pattern])
    }

    private func accepts(_ entry: RouteEntry, _ url: RouteURL, _ method: String?, _ view: TagView) -> Bool {
        let route = routes[entry.route]
        return Self.answers(route.methods, method) && view.shows(route.tags)
            && acceptsSlash(route.patterns[entry.pattern], url)
    }

    func acceptsSlash(_ pattern: Pattern, _ url: RouteURL) -> Bool {
        settings.trailingSlash == .ignore || pattern.hasTrailingSlash == url.hasTrailingSlash
    }

    /// Law 4: no methods answer everything; `GET` answers `HEAD` too.
    static func answers(_ methods: [String], _ method: String?) -> Bool {
        guard !methods.isEmpty else { return true }
        guard let method else { return false }
        return methods.contains(method) || (method == "HEAD" && methods.contains("GET"))
    }
}
