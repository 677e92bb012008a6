/// Makes the plans of a table's routes, each different one once.
struct InterceptorPlanBuilder {
    private let tree: PatternTree
    /// By entry of an interceptor's pattern.
    private let interceptors: [UInt32]
    private var plans: [InterceptorPlans.Plan] = []
    private var terminals: [PatternTree.Terminal] = []
    private var probes: [InterceptorPlans.Probe] = []
    private var known: [Draft: UInt32] = [:]

    /// Interceptors come in other orders to routes with other patterns, and many nodes to few: beyond this a walk at run
    /// time costs less than a plan.
    private static let mostNodes = 64

    private struct Draft: Hashable {
        var entries: [UInt32] = []
        var audiences: [UInt32] = []
        var probes: [InterceptorPlans.Probe] = []
    }

    init(_ tree: PatternTree, interceptors: [UInt32]) {
        self.tree = tree
        self.interceptors = interceptors
    }

    /// The number of the plan for a route with a pattern, ``InterceptorPlans/unknown`` or ``InterceptorPlans/none``.
    mutating func plan(for pattern: Pattern) -> UInt32 {
        guard pattern.capturesDirectly else { return InterceptorPlans.none }
        if tree.pathRoot == 0 { return InterceptorPlans.nothing }
        guard !tree.isFolding, let draft = draft(for: pattern) else { return InterceptorPlans.unknown }
        if let number = known[draft] { return number }
        let (firstTerminal, firstProbe) = (terminals.count, probes.count)
        for (entry, audience) in zip(draft.entries, draft.audiences) {
            terminals.append(.init(entry: interceptors[Int(entry)], audience: audience, isRest: false))
        }
        probes += draft.probes
        plans.append(
            .init(
                firstTerminal: UInt32(firstTerminal), terminalEnd: UInt32(terminals.count),
                firstProbe: UInt32(firstProbe), probeEnd: UInt32(probes.count)))
        known[draft] = UInt32(plans.count - 1)
        return UInt32(plans.count - 1)
    }

    func build() -> InterceptorPlans {
        InterceptorPlans(
            plans: FrozenArray(plans), terminals: FrozenArray(terminals), probes: FrozenArray(probes))
    }

    /// Walks a pattern through the tree, level by level.
    private func draft(for pattern: Pattern) -> Draft? {
        var nodes = [tree.pathRoot]
        var found: [PatternTree.Terminal] = []
        var draft = Draft()
        var (visited, wild) = (0, UInt32(0))
        for segment in pattern.segments {
            visited += nodes.count
            guard visited <= Self.mostNodes else { return nil }
            var next: [PatternTree.Index] = []
            for node in nodes {
                found += tree.terminals(of: node).map { tree.terminals[$0] }.filter(\.isRest)
                let any = tree.nodes[Int(node)].wild.index
                if any != 0 { next.append(any) }
                switch segment {
                case .literal(let text): next += tree.children(of: node, taking: text)
                case .any, .capture:
                    let traits = tree.nodes[Int(node)].traits
                    if traits.contains(.hasEdges) { return nil }
                    if traits.contains(.hasLiterals) { draft.probes.append(.init(wild: wild, node: node)) }
                }
            }
            if case .capture = segment { wild += 1 }
            nodes = next
        }
        for node in nodes { found += tree.terminals(of: node).map { tree.terminals[$0] } }
        found.sort { $0.entry < $1.entry }
        draft.entries = found.map(\.entry)
        draft.audiences = found.map(\.audience)
        return draft
    }
}

extension PatternTree {
    /// The children for a literal and for edges that take it.
    fileprivate func children(of node: Index, taking text: [UInt8]) -> [Index] {
        let place = URLScan.Place(0, text.count)
        let step = URLScan.Step(key: SegmentKey.key(text), place: place)
        let child = literal(of: node, step, text.span, isFolding: false)
        var children = child == 0 ? [] : [child]
        var point = Pending(node: node, step: 0, edge: nodes[Int(node)].edges)
        while let edge = edge(of: point, place, text.span, isFolding: false) {
            children.append(edges[edge].child)
            point.edge = UInt32(edge + 1)
        }
        return children
    }
}
