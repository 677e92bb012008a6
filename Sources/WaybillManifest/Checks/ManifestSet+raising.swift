import WaybillProofs
import WaybillSyntax
import WaybillTable

extension RelationContext {
    /// Whether there are few enough findings to ask of each whether a fix would help. Nobody mends thousands by priorities.
    func mayAskForFixes(of findings: Int) -> Bool { findings <= 1_000 }
}

/// Fixes that let one route come before another.
extension ManifestSet {
    /// The work that may be spent on the question whether a fix would help.
    static var relationBudget: Int { 20_000 }

    /// Raises a route over those that shadow some of its patterns, unless one of them would then be shadowed itself.
    func raising(_ findings: [RouteFinding], _ context: RelationContext) -> [Diagnostic.Fix] {
        let pairs = findings.flatMap { finding in
            finding.others.filter { $0.route != finding.place.route }.map { (finding.place, $0) }
        }
        let areWider = pairs.allSatisfy { place, other in
            let relation = context.table.relation(of: place, to: other, budget: Self.relationBudget)
            return relation?.kind == .isContained || relation?.kind == .overlaps
        }
        let highest = pairs.map { routes[$0.1.route].priority }.max() ?? 0
        return areWider ? raising(routes[findings[0].place.route], above: highest) : []
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
