import WaybillManifest
import WaybillProofs
import WaybillSyntax
import WaybillTable

/// Priorities that each make several routes unreachable: one cause with one fix.
struct ShadowingPriorities {
    private let set: ManifestSet
    /// By route with a priority: the routes that would be reachable without it.
    private let shadowedRoutes: [Int: Set<Int>]
    /// Routes that several routes shadow. They may be unreachable even without the priority of one of them.
    private let partners: Set<Int>

    init(_ set: ManifestSet, _ problems: [RouteProblem], _ context: RelationContext) {
        self.set = set
        guard context.mayAskForFixes(of: problems.count) else {
            shadowedRoutes = [:]
            partners = []
            return
        }
        var shadowedRoutes: [Int: Set<Int>] = [:]
        for problem in problems where problem.kind == .shadowed {
            guard let taker = problem.others.first?.route, set.mayLower(taker, below: problem.place.route),
                set.isNarrower(problem, context)
            else { continue }
            shadowedRoutes[taker, default: []].insert(problem.place.route)
        }
        self.shadowedRoutes = shadowedRoutes.filter { $0.value.count > 1 }
        let takers = Dictionary(grouping: problems, by: \.place.route).mapValues {
            Set($0.flatMap(\.others).map(\.route))
        }
        let unsure = problems.filter { [.shadowed, .shadowedByUnion].contains($0.kind) && !$0.othersServeAll }
        partners = takers.values.lazy.filter { $0.count > 1 }
            .reduce(into: Set(unsure.flatMap(\.others).map(\.route))) { $0.formUnion($1) }
    }

    /// Returns the diagnostic with the priority as its cause, if it also shadows other routes.
    func explaining(_ diagnostic: Diagnostic, _ problem: RouteProblem) -> Diagnostic {
        guard problem.kind == .shadowed, let taker = problem.others.first?.route,
            shadowedRoutes[taker]?.contains(problem.place.route) == true
        else { return diagnostic }
        let route = set.routes[taker]
        var explained = diagnostic
        explained.help =
            "'\(route.id.value)' takes precedence by its priority \(route.priority): remove that priority, "
            + "a more specific route takes precedence anyway"
        explained.fixes = partners.contains(taker) ? [] : set.dropping(priorityOf: route, isSafe: false)
        explained.causeGroup = .init(cause: [taker], wording: .alsoUnreachable)
        return explained
    }
}

extension ManifestSet {
    /// Whether each pattern of a problem is narrower than one of those that take precedence over it.
    fileprivate func isNarrower(_ problem: RouteProblem, _ context: RelationContext) -> Bool {
        places(of: problem).allSatisfy { place in
            problem.others.contains { other in
                context.table.relation(of: place, to: other, budget: Self.relationBudget)?.kind == .isContained
            }
        }
    }

    /// Whether a route takes precedence over a narrower one only because of its priority.
    fileprivate func mayLower(_ route: Int, below other: Int) -> Bool {
        routes[route].prioritySpan != nil && routes[route].priority > routes[other].priority
            && routes[other].priority >= 0
    }
}
