import WaybillProofs
import WaybillSyntax
import WaybillTable

/// The priorities that each make several routes unreachable: one mistake, and one fix.
struct ShadowingPriorities {
    private let set: ManifestSet
    /// The routes that would be reachable if another had no priority, by that one.
    private let victims: [Int: Set<Int>]
    /// The routes that each take what others leave of a route: without their priority the route is still unreachable.
    private let partners: Set<Int>

    init(_ set: ManifestSet, _ findings: [RouteFinding], _ context: RelationContext) {
        self.set = set
        guard context.mayAskForFixes(of: findings.count) else {
            (victims, partners) = ([:], [])
            return
        }
        var victims: [Int: Set<Int>] = [:]
        for finding in findings where finding.kind == .shadowed {
            guard let taker = finding.others.first, set.mayLower(taker.route, below: finding.place.route),
                context.table.relation(of: finding.place, to: taker, budget: ManifestSet.relationBudget)?.kind
                    == .isContained
            else { continue }
            victims[taker.route, default: []].insert(finding.place.route)
        }
        self.victims = victims.filter { $0.value.count > 1 }
        let takers = Dictionary(grouping: findings, by: \.place.route).mapValues {
            Set($0.flatMap(\.others).map(\.route))
        }
        partners = takers.values.lazy.filter { $0.count > 1 }.reduce(into: []) { $0.formUnion($1) }
    }

    /// A finding about an unreachable route, with the priority as its cause if that is one for others too.
    func explaining(_ diagnostic: Diagnostic, _ findings: [RouteFinding]) -> Diagnostic {
        let takers = Set(findings.flatMap(\.others).map(\.route))
        guard diagnostic.rule == .shadowedRoute, takers.count == 1, let taker = takers.first,
            victims[taker]?.contains(findings[0].place.route) == true
        else { return diagnostic }
        let route = set.routes[taker]
        var explained = diagnostic
        explained.help =
            "'\(route.id.value)' takes precedence by its priority \(route.priority): remove that priority, "
            + "for a narrower route takes precedence by itself"
        explained.fixes = partners.contains(taker) ? [] : set.dropping(priorityOf: route, isSafe: false)
        explained.causeGroup = .init(cause: [taker], wording: .alsoUnreachable)
        return explained
    }
}

extension ManifestSet {
    /// Whether a route takes precedence over a narrower one by its priority alone.
    fileprivate func mayLower(_ route: Int, below other: Int) -> Bool {
        routes[route].prioritySpan != nil && routes[route].priority > routes[other].priority
            && routes[other].priority >= 0
    }
}
