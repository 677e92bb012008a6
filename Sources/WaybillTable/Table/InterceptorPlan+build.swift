/// Makes the plans of a table's routes, each different one once.
struct InterceptorPlanBuilder {
    private let tree: PatternTree
    /// By entry of an interceptor's pattern.
    private let interceptors: [UInt32]
    private var plans: [InterceptorPlans.Plan] = []
    private var terminals: [PatternTree.Terminal] = []
    private var probes: [InterceptorPlans.Probe] = []
    private var filters: [InterceptorPlans.Filter] = []
    private var crowds: [Set<UInt32>: UInt32] = [:]
    private var known: [Draft: UInt32] = [:]
    /// By node: the signatures of the literals that lead on from it.
    private let signatures: [PatternTree.Index: UInt64]

    /// Interceptors come in other orders to routes with other patterns, and many nodes to few: beyond this a walk at run
    /// time costs less than a plan.
    private static let mostNodes = 64

    private struct Draft: Hashable {
        /// In running order; one with several patterns may stand several times.
        var interceptors: [UInt32] = []
        var audiences: [UInt32] = []
        var probes: [InterceptorPlans.Probe] = []
    }

    init(_ tree: PatternTree, interceptors: [UInt32]) {
        self.tree = tree
        self.interceptors = interceptors
        signatures = tree.literalSignatures
    }

    /// The number of the plan for a route with a pattern, ``InterceptorPlans/unknown`` or ``InterceptorPlans/none``.
    mutating func plan(for pattern: Pattern) -> UInt32 {
        guard pattern.capturesDirectly else { return InterceptorPlans.none }
        if tree.pathRoot == 0 { return InterceptorPlans.nothing }
        guard !tree.isFolding, let draft = draft(for: pattern) else { return InterceptorPlans.unknown }
        if draft.interceptors.isEmpty && draft.probes.isEmpty { return InterceptorPlans.nothing }
        if let number = known[draft] { return number }
        plans.append(plan(for: draft))
        known[draft] = UInt32(plans.count - 1)
        return UInt32(plans.count - 1)
    }

    private mutating func plan(for draft: Draft) -> InterceptorPlans.Plan {
        var plan = InterceptorPlans.Plan()
        plan.firstTerminal = UInt32(terminals.count)
        for (interceptor, audience) in zip(draft.interceptors, draft.audiences) {
            if terminals.count == plan.firstTerminal || terminals[terminals.count - 1].entry != interceptor {
                if plan.interceptorCount < Findings.fewInterceptors {
                    plan.interceptors[Int(plan.interceptorCount)] = interceptor
                }
                plan.interceptorCount += 1
            }
            terminals.append(.init(entry: interceptor, audience: audience, isRest: false))
        }
        plan.terminalEnd = UInt32(terminals.count)
        let crowd = Set(draft.audiences)
        plan.crowd = crowds[crowd, default: UInt32(crowds.count)]
        crowds[crowd] = plan.crowd
        add(draft.probes, to: &plan)
        return plan
    }

    /// - Parameter new: Those of one capture follow one another.
    private mutating func add(_ new: [InterceptorPlans.Probe], to plan: inout InterceptorPlans.Plan) {
        (plan.firstProbe, plan.firstFilter) = (UInt32(probes.count), UInt32(filters.count))
        probes += new
        for probe in new {
            let signatures = signatures[probe.node] ?? 0
            if filters.count > plan.firstFilter, filters[filters.count - 1].wild == probe.wild {
                filters[filters.count - 1].signatures |= signatures
            } else {
                filters.append(.init(wild: probe.wild, signatures: signatures))
            }
        }
        (plan.probeEnd, plan.filterEnd) = (UInt32(probes.count), UInt32(filters.count))
    }

    func build() -> InterceptorPlans {
        InterceptorPlans(
            plans: FrozenArray(plans), crowds: crowds.sorted { $0.value < $1.value }.map(\.key),
            filters: FrozenArray(filters),
            terminals: FrozenArray(terminals), probes: FrozenArray(probes))
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
        draft.interceptors = found.map { interceptors[Int($0.entry)] }
        draft.audiences = found.map(\.audience)
        return draft
    }
}

extension PatternTree {
    /// By node: the signatures of the literals that lead on from it.
    fileprivate var literalSignatures: [Index: UInt64] {
        var pieces: [Index: [Slot]] = [:]
        let literals = slots.indices.map { slots[$0] }.filter { $0.child != .none }
        for slot in literals { pieces[slot.owner & ~Slot.pieceMark, default: []].append(slot) }
        let inner = Set(literals.filter { $0.owner & Slot.pieceMark != 0 }.map(\.child.index))
        var signatures: [Index: UInt64] = [:]
        for node in pieces.keys where !inner.contains(node) {
            var open: [(slot: Slot, first: UInt8, length: Int)] = []
            for slot in pieces[node] ?? [] { open.append((slot, UInt8(truncatingIfNeeded: slot.key), 0)) }
            while let (slot, first, length) = open.popLast() {
                let end = length + SegmentKey.length - slot.key.leadingZeroBitCount / 8
                if slot.owner & Slot.pieceMark == 0 {
                    signatures[node, default: 0] |= InterceptorPlans.Filter.signature(first: first, length: end)
                } else {
                    for slot in pieces[slot.child.index] ?? [] { open.append((slot, first, end)) }
                }
            }
        }
        return signatures
    }

    /// The children for a literal and for edges that take it.
    fileprivate func children(of node: Index, taking text: ArraySlice<UInt8>) -> [Index] {
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
