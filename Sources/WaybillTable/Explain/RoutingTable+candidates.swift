/// A route that came near a request, and why it does not serve it.
public struct RouteCandidate: Sendable, Hashable {
    /// Index into ``RoutingTable/routes``.
    public var route: Int
    /// In words for people, without a final full stop.
    public var reason: String
}

extension RoutingTable {
    /// The routes that match a request but for precedence, its method, its tags, a narrowed capture or its spelling.
    ///
    /// It reads every pattern literally, one after the other: it is for explaining one request, not for serving many.
    public func candidates(
        for url: RouteURL, method: String?, in view: TagView = .everything, winner: RouteMatch?
    ) -> [RouteCandidate] {
        let winning = winner.flatMap { winner in
            routeEntries.first { $0.route == winner.route && $0.pattern == winner.pattern }
        }
        var seen: Set<Int> = []
        return routeEntries.compactMap { entry in
            guard entry.route != winner?.route,
                let reason = reason(against: entry, url: url, method: method, view: view, winning: winning),
                seen.insert(entry.route).inserted
            else { return nil }
            return RouteCandidate(route: entry.route, reason: reason)
        }
    }

    private func reason(
        against entry: RouteEntry, url: RouteURL, method: String?, view: TagView, winning: RouteEntry?
    ) -> String? {
        let route = routes[entry.route]
        let pattern = route.patterns[entry.pattern]
        guard let failure = PatternReading(pattern, route.narrowings, settings).failure(on: url) else {
            return misfit(of: route, method: method, view: view)
                ?? winning.map { lost(entry, to: $0) }
        }
        return failure.isNear ? failure.words : nil
    }

    private func misfit(of route: RouteDefinition, method: String?, view: TagView) -> String? {
        if !Audience.answers(method, with: route.methods) {
            let methods = route.methods.joined(separator: ", ")
            return method.map { "it answers \(methods), not \($0)" }
                ?? "it answers \(methods), and the request has no method"
        }
        guard let tags = view.tags, !view.shows(route.tags) else { return nil }
        return "it carries none of the tags \(tags.sorted().joined(separator: ", "))"
    }

    private func lost(_ entry: RouteEntry, to winner: RouteEntry) -> String {
        let (own, other) = (routes[entry.route], routes[winner.route])
        switch precedence(of: entry).criterion(against: precedence(of: winner)) {
        case .priority: return "its priority \(own.priority) is below \(other.priority) of '\(other.id)'"
        case .scheme: return "'\(other.id)' names the scheme"
        case .host: return "'\(other.id)' names the host more closely"
        case .port: return "'\(other.id)' names the port"
        case .segment(let index):
            let (ownText, otherText) = (
                words(own.patterns[entry.pattern], index), words(other.patterns[winner.pattern], index)
            )
            return "segment \(index + 1): \(otherText) of '\(other.id)' comes before \(ownText)"
        case .methods: return "'\(other.id)' names its methods"
        case .none: return "'\(other.id)' comes first"
        }
    }

    private func words(_ pattern: Pattern, _ index: Int) -> String {
        guard index < pattern.segments.count else { return pattern.rest == nil ? "the end" : "'**'" }
        switch pattern.segments[index] {
        case .literal(let bytes): return "literal '\(String(decoding: bytes, as: UTF8.self))'"
        case .capture(let capture) where capture.isAffix:
            let (prefix, suffix) = (capture.prefix, capture.suffix)
            return
                "'\(String(decoding: prefix, as: UTF8.self)):\(capture.name)\(String(decoding: suffix, as: UTF8.self))'"
        case .capture(let capture): return "':\(capture.name)'"
        case .any: return "'*'"
        }
    }
}
