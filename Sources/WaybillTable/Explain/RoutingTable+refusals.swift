extension RoutingTable {
    /// Returns the constrained captures that alone prevent a pattern from matching a URL; empty if it matches, or for
    /// other reasons.
    package func refusals(at place: RoutePlace, of url: RouteURL) -> [String] {
        let pattern = pattern(at: place)
        let constraints = routes[place.route].constraints
        guard !constraints.isEmpty, PatternReading(pattern, [:], settings).failure(on: url) == nil else { return [] }
        let captures = Captures(of: pattern, in: url)
        return pattern.captures.map(\.name).filter { name in
            guard let automaton = constraints[name], let value = captures[name] else { return false }
            return !automaton.matches(Array(value.utf8)[...])
        }
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
