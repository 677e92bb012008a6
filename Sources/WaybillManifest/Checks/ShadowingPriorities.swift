import WaybillProofs
import WaybillSyntax
import WaybillTable

/// The priorities that each make several routes unreachable: one mistake, and one fix.
struct ShadowingPriorities {
    private let set: ManifestSet
    /// The routes that would be reachable if another had no priority, by that one.
    private let victims: [Int: Set<Int>]
    /// The routes beside which others take precedence too: without their priority a route may still be unreachable.
    private let partners: Set<Int>

    init(_ set: ManifestSet, _ findings: [RouteFinding], _ context: RelationContext) {
        self.set = set
        guard context.mayAskForFixes(of: findings.count) else {
            (victims, partners) = ([:], [])
            return
        }
        var victims: [Int: Set<Int>] = [:]
        for finding in findings where finding.kind == .shadowed {
            guard let taker = finding.others.first?.route, set.mayLower(taker, below: finding.place.route),
                set.isNarrower(finding, context)
            else { continue }
            victims[taker, default: []].insert(finding.place.route)
        }
        self.victims = victims.filter { $0.value.count > 1 }
        let takers = Dictionary(grouping: findings, by: \.place.route).mapValues {
            Set($0.flatMap(\.others).map(\.route))
        }
        let unsure = findings.filter { [.shadowed, .shadowedByUnion].contains($0.kind) && !$0.othersServeAll }
        partners = takers.values.lazy.filter { $0.count > 1 }
            .reduce(into: Set(unsure.flatMap(\.others).map(\.route))) { $0.formUnion($1) }
    }

    /// A finding about an unreachable route, with the priority as its cause if that is one for others too.
    func explaining(_ diagnostic: Diagnostic, _ finding: RouteFinding) -> Diagnostic {
        guard finding.kind == .shadowed, let taker = finding.others.first?.route,
            victims[taker]?.contains(finding.place.route) == true
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
    /// Whether each pattern of a finding is narrower than one of those that take precedence over it.
    fileprivate func isNarrower(_ finding: RouteFinding, _ context: RelationContext) -> Bool {
        places(of: finding).allSatisfy { place in
            finding.others.contains { other in
                context.table.relation(of: place, to: other, budget: Self.relationBudget)?.kind == .isContained
            }
        }
    }

    /// Whether a route takes precedence over a narrower one by its priority alone.
    fileprivate func mayLower(_ route: Int, below other: Int) -> Bool {
        routes[route].prioritySpan != nil && routes[route].priority > routes[other].priority
            && routes[other].priority >= 0
    }
}
