import WaybillProofs
import WaybillSyntax
import WaybillTable

extension RelationContext {
    /// Whether there are few enough problems to ask of each whether a fix would help. Nobody fixes thousands by priorities.
    func mayAskForFixes(of findings: Int) -> Bool { findings <= 1_000 }
}

/// Fixes that let one route come before another.
extension ManifestSet {
    /// The work that may be spent on the question whether a fix would help.
    static var relationBudget: Int { 20_000 }

    /// Raises a route over those that shadow it, unless one of them would then be shadowed itself.
    func raising(_ finding: RouteFinding, _ context: RelationContext) -> [Diagnostic.Fix] {
        // Beside yet other routes nobody knows what they would lose.
        guard finding.othersServeAll else { return [] }
        let route = finding.place.route
        let own = places(of: finding)
        let areWider = finding.others.filter { $0.route != route }.allSatisfy { other in
            own.allSatisfy { place in
                switch context.table.relation(of: place, to: other, budget: Self.relationBudget)?.kind {
                case .isContained, .overlaps, .disjoint: true
                case .contains, .equal, nil: false
                }
            }
        }
        return areWider ? raising(routes[route], above: priority(above: finding)) : []
    }

    /// The patterns that a finding about shadowing is about.
    func places(of finding: RouteFinding) -> [RoutePlace] {
        let route = finding.place.route
        return finding.isWhole
            ? routes[route].patterns.indices.map { RoutePlace(route: route, pattern: $0) } : [finding.place]
    }

    /// Of two routes in conflict raises the narrower one, or the later one where neither is.
    func raisingOne(of earlier: RoutePlace, _ later: RoutePlace, _ context: RelationContext) -> [Diagnostic.Fix] {
        guard earlier.route != later.route else { return [] }
        switch context.table.relation(of: earlier, to: later, budget: Self.relationBudget)?.kind {
        case .contains, .overlaps: return raising(routes[later.route], above: routes[earlier.route].priority)
        case .isContained: return raising(routes[earlier.route], above: routes[later.route].priority)
        case .equal, .disjoint, nil: return []
        }
    }

    /// Gives a route the priority that is one above another.
    func raising(_ route: Route, above priority: Int) -> [Diagnostic.Fix] {
        guard priority < Int(Int32.max) else { return [] }
        let change = Diagnostic.Change.set(
            RouteGrammar.priority, of: RouteGrammar.object, to: "\(priority + 1)", in: .item(route.span))
        return [.init("give '\(route.id.value)' the priority \(priority + 1)", safe: false, change)]
    }

    /// Takes the priority of a route away.
    func dropping(priorityOf route: Route, isSafe: Bool) -> [Diagnostic.Fix] {
        [.init("remove the priority", safe: isSafe, .unset(RouteGrammar.priority.name, in: .item(route.span)))]
    }

    /// Removes a pattern of a route that has others.
    func removal(of place: RoutePlace) -> [Diagnostic.Fix] {
        let text = pattern(place).text
        return [.init("remove '\(text.value)'", safe: false, .remove(.item(text.span), .removed))]
    }
}
