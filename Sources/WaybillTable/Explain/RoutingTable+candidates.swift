/// A route that nearly matches a request, and the reason why it does not serve it.
public struct RouteCandidate: Sendable, Hashable {
    /// Index into ``RoutingTable/routes``.
    public var route: Int
    /// The reason in words, without a full stop.
    public var reason: String
}

extension RoutingTable {
    /// Returns the routes that match a request except for precedence, its method, its tags, a constrained capture or
    /// its spelling.
    ///
    /// It compares every pattern, so it is for explaining one request, not for serving many.
    ///
    /// - Parameter winner: The route of this table that serves the request.
    public func candidates(
        for url: RouteURL, method: String?, in view: TagView = .everything, winner: RouteMatch?
    ) -> [RouteCandidate] {
        let winning = winner.map { RoutePlace(route: $0.route, pattern: $0.pattern) }
        var seen: Set<Int> = []
        return routeEntries.compactMap { entry in
            guard entry.route != winner?.route,
                let reading = reading(of: entry, url: url, method: method, view: view, winning: winning),
                reading.isNear, seen.insert(entry.route).inserted
            else { return nil }
            return RouteCandidate(route: entry.route, reason: reading.words)
        }
    }

    /// Returns why a route does not serve a request, for any route; `nil` if it does.
    package func misfit(
        ofRoute route: Int, for url: RouteURL, method: String?, in view: TagView, winner: RouteMatch?
    ) -> String? {
        guard route != winner?.route else { return nil }
        let winning = winner.map { RoutePlace(route: $0.route, pattern: $0.pattern) }
        let readings = routeEntries.filter { $0.route == route }
            .compactMap { reading(of: $0, url: url, method: method, view: view, winning: winning) }
        return (readings.first(where: \.isNear) ?? readings.first)?.words
    }

    /// Returns why an interceptor does not match a request; `nil` if it does.
    package func misfit(
        ofInterceptor index: Int, for url: RouteURL, method: String?, in view: TagView
    ) -> String? {
        let interceptor = interceptors[index]
        let failures = interceptor.patterns.map {
            PatternReading($0, interceptor.constraints, settings).failure(on: url)
        }
        if failures.contains(where: { $0 == nil }) {
            let isSeen = interceptor.appliesEverywhere
            return misfit(
                methods: interceptor.methods, tags: isSeen ? nil : interceptor.tags, method: method, view: view)
        }
        let words = failures.compactMap(\.self)
        return (words.first(where: \.isNear) ?? words.first)?.words
    }

    /// Returns why an entry does not serve a request; `nil` if nothing prevents it.
    private func reading(
        of entry: RoutePlace, url: RouteURL, method: String?, view: TagView, winning: RoutePlace?
    ) -> PatternReading.Failure? {
        let route = routes[entry.route]
        let pattern = route.patterns[entry.pattern]
        if let failure = PatternReading(pattern, route.constraints, settings).failure(on: url) { return failure }
        let words =
            misfit(methods: route.methods, tags: route.tags, method: method, view: view)
            ?? winning.map { lost(entry, to: $0) }
        return words.map { PatternReading.Failure(words: $0, isNear: true) }
    }

    /// - Parameter tags: `nil` if every view shows it.
    private func misfit(methods: [String], tags: Set<String>?, method: String?, view: TagView) -> String? {
        if !Audience.answers(method, with: methods) {
            let methods = methods.joined(separator: ", ")
            return method.map { "it answers \(methods), not \($0)" }
                ?? "it answers \(methods), but the request has no method"
        }
        guard let shown = view.tags, let tags, !view.shows(tags) else { return nil }
        let names = shown.sorted().map { "'\($0)'" }.joined(separator: ", ")
        return shown.count == 1 ? "it does not have the tag \(names)" : "it has none of the tags \(names)"
    }

    private func lost(_ entry: RoutePlace, to winner: RoutePlace) -> String {
        let own = routes[entry.route]
        let other = routes[winner.route]
        switch precedence(of: entry).criterion(against: precedence(of: winner)) {
        case .priority: return "its priority \(own.priority) is below \(other.priority) of '\(other.id)'"
        case .scheme: return "'\(other.id)' has a scheme"
        case .host: return "'\(other.id)' has a more specific host"
        case .port: return "'\(other.id)' has a port"
        case .segment(let index):
            let ownText = words(own.patterns[entry.pattern], index)
            let otherText = words(other.patterns[winner.pattern], index)
            return "segment \(index + 1): \(otherText) of '\(other.id)' takes precedence over \(ownText)"
        case .methods: return "'\(other.id)' has methods"
        case .none:
            return whole(entry, winner) == entry
                ? "'\(other.id)' has narrower constraints or methods" : "'\(other.id)' has the same precedence"
        }
    }

    private func words(_ pattern: Pattern, _ index: Int) -> String {
        guard index < pattern.segments.count else { return pattern.catchAll == nil ? "the end" : "'**'" }
        switch pattern.segments[index] {
        case .literal(let bytes): return "literal '\(String(decoding: bytes, as: UTF8.self))'"
        case .capture(let capture) where capture.isAffix:
            let prefix = capture.prefix
            let suffix = capture.suffix
            return
                "'\(String(decoding: prefix, as: UTF8.self)):\(capture.name)\(String(decoding: suffix, as: UTF8.self))'"
        case .capture(let capture): return "':\(capture.name)'"
        case .any: return "'*'"
        }
    }
}

extension RoutingTable {
    /// Returns the constrained captures that alone prevent a pattern from matching a URL; empty if it matches, or for
    /// other reasons.
    package func refusals(at place: RoutePlace, of url: RouteURL) -> [String] {
        let pattern = pattern(at: place)
        let constraints = routes[place.route].constraints
        guard !constraints.isEmpty, PatternReading(pattern, [:], settings).failure(on: url) == nil else { return [] }
        let captures = Captures(of: pattern, in: url, keepsSlash: keepsSlash)
        return pattern.captures.map(\.name).filter { name in
            guard let automaton = constraints[name], let value = captures[name] else { return false }
            return !automaton.matches(Array(value.utf8)[...])
        }
    }

    /// Whether a pattern of a route matches a URL, whatever takes precedence there.
    package func hasURL(_ url: RouteURL, at place: RoutePlace) -> Bool {
        PatternReading(pattern(at: place), routes[place.route].constraints, settings).failure(on: url) == nil
    }

    /// Whether a pattern of an interceptor matches a URL.
    package func hasURL(_ url: RouteURL, ofInterceptor index: Int, pattern: Int) -> Bool {
        let interceptor = interceptors[index]
        return PatternReading(interceptor.patterns[pattern], interceptor.constraints, settings).failure(on: url) == nil
    }

    /// Whether a route answers a method, and a view shows it.
    package func admits(_ route: Int, method: String?, in view: TagView) -> Bool {
        Audience.answers(method, with: routes[route].methods) && view.shows(routes[route].tags)
    }

    /// By pattern of a route: its position in the order of precedence.
    package var ranks: [RoutePlace: Int] {
        Dictionary(uniqueKeysWithValues: routeEntries.enumerated().map { ($1, $0) })
    }
}
