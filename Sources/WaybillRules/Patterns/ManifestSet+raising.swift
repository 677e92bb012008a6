import WaybillManifest
import WaybillProofs
import WaybillSyntax
import WaybillTable

extension RelationContext {
    /// Whether fixes should be searched for. With thousands of problems, nobody fixes them by priorities.
    func mayAskForFixes(of problems: Int) -> Bool { problems <= 1_000 }
}

/// Fixes that change the precedence of routes.
extension ManifestSet {
    /// The limit of work for the question whether a fix would help.
    static var relationBudget: Int { 20_000 }

    /// Returns a fix that raises a route above those that shadow it, unless it would then shadow one of them.
    func raising(_ problem: RouteProblem, _ context: RelationContext) -> [Diagnostic.Fix] {
        // If other routes serve some of its requests too, the effect on them is not known.
        guard problem.othersServeAll else { return [] }
        let route = problem.place.route
        let own = places(of: problem)
        let areWider = problem.others.filter { $0.route != route }.allSatisfy { other in
            own.allSatisfy { place in
                switch context.table.relation(of: place, to: other, budget: Self.relationBudget)?.kind {
                case .isContained, .overlaps, .disjoint: true
                case .contains, .equal, nil: false
                }
            }
        }
        return areWider ? raising(routes[route], above: priority(above: problem)) : []
    }

    /// The patterns of a problem about shadowing.
    func places(of problem: RouteProblem) -> [RoutePlace] {
        let route = problem.place.route
        return problem.isWhole
            ? routes[route].patterns.indices.map { RoutePlace(route: route, pattern: $0) } : [problem.place]
    }

    /// Returns a fix that raises one of two routes in conflict: the more specific one or, if neither is, the later one.
    func raisingOne(of earlier: RoutePlace, _ later: RoutePlace, _ context: RelationContext) -> [Diagnostic.Fix] {
        guard earlier.route != later.route else { return [] }
        switch context.table.relation(of: earlier, to: later, budget: Self.relationBudget)?.kind {
        case .contains, .overlaps: return raising(routes[later.route], above: routes[earlier.route].priority)
        case .isContained: return raising(routes[earlier.route], above: routes[later.route].priority)
        case .equal, .disjoint, nil: return []
        }
    }

    /// Returns a fix that sets the priority of a route to one above another.
    func raising(_ route: Route, above priority: Int) -> [Diagnostic.Fix] {
        guard priority < Int(Int32.max) else { return [] }
        let change = Diagnostic.Change.set(
            RouteGrammar.priority, of: RouteGrammar.object, to: "\(priority + 1)", in: .item(route.span))
        return [.init("give '\(route.id.value)' the priority \(priority + 1)", safe: false, change)]
    }

    /// Returns a fix that removes the priority of a route.
    func dropping(priorityOf route: Route, isSafe: Bool) -> [Diagnostic.Fix] {
        [.init("remove the priority", safe: isSafe, .unset(RouteGrammar.priority.name, in: .item(route.span)))]
    }

    /// Returns a fix that removes one of several patterns of a route.
    func removal(of place: RoutePlace) -> [Diagnostic.Fix] {
        let text = pattern(place).text
        return [.init("remove '\(text.value)'", safe: false, .remove(.item(text.span), .removed))]
    }
}
