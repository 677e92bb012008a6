/// Builds the plans of a table's routes, without duplicates.
struct InterceptorPlanBuilder {
    private let tree: PatternTree
    /// By entry of an interceptor's pattern.
    private let interceptors: [InterceptorPlace]
    private(set) var plans = InterceptorPlans()
    private var known: [Draft: UInt32] = [:]
    private(set) var audienceSets = Numbering<Set<UInt32>>()
    /// By owner.
    private let literals: [UInt32: [PatternTree.Slot]]

    /// The limit of nodes that a plan visits. Above it, a walk at run time costs less than a plan, because routes with
    /// different patterns have different interceptors.
    private static let maximumNodes = 64

    private struct Draft: Hashable {
        /// In running order. An interceptor with several patterns may occur several times.
        var interceptors: [UInt32] = []
        var audiences: [UInt32] = []
        var probes: [InterceptorPlans.Probe] = []
    }

    init(_ tree: PatternTree, interceptors: [InterceptorPlace]) {
        self.tree = tree
        self.interceptors = interceptors
        literals = Dictionary(grouping: tree.slots.filter { $0.child != .none }, by: \.owner)
    }

    /// Returns the number of the plan for a route with a pattern, or ``InterceptorPlans/none``.
    mutating func plan(for pattern: Pattern) -> UInt32 {
        guard pattern.capturesDirectly, !tree.isFolding, let draft = draft(for: pattern) else {
            return InterceptorPlans.none
        }
        if draft.interceptors.isEmpty && draft.probes.isEmpty { return InterceptorPlans.nothing }
        if let number = known[draft] { return number }
        let number = UInt32(plans.plans.count)
        known[draft] = number
        add(draft)
        return number
    }

    private mutating func add(_ draft: Draft) {
        let firstTerminal = plans.terminals.count
        var interceptors: [UInt32] = []
        for (interceptor, audience) in zip(draft.interceptors, draft.audiences) {
            if interceptors.last != interceptor { interceptors.append(interceptor) }
            plans.terminals.append(.init(entry: interceptor, audience: audience, isCatchAll: false))
        }
        let firstProbe = plans.probes.count
        plans.probes += draft.probes
        var plan = InterceptorPlans.Plan(
            interceptorCount: interceptors.count, audienceSet: audienceSets.number(of: Set(draft.audiences)),
            signatures: draft.probes.reduce(0) { $0 | signatures(of: $1.node) },
            terminals: firstTerminal..<plans.terminals.count, probes: firstProbe..<plans.probes.count)
        for (index, interceptor) in interceptors.prefix(plan.interceptors.scalarCount).enumerated() {
            plan.interceptors[index] = interceptor
        }
        plans.plans.append(plan)
    }

    /// Returns the signatures of all literals that lead on from a node.
    ///
    /// - Parameters:
    ///   - first: The first bytes of the literals, if the node follows a piece of them.
    ///   - length: The length of that piece.
    private func signatures(of node: PatternTree.Index, after first: UInt64? = nil, _ length: Int = 0) -> UInt64 {
        var signatures: UInt64 = 0
        for slot in literals[node] ?? [] {
            let first = first ?? slot.key
            let closing = slot.key.marks(of: UInt8(ascii: "/"))
            let length = length + closing.firstMarkedByte
            signatures |=
                closing == 0
                ? self.signatures(of: slot.child.index, after: first, length)
                : PatternTree.Descent.signature(of: first, length: length)
        }
        return signatures
    }

    /// Walks a pattern through the tree, level by level.
    private func draft(for pattern: Pattern) -> Draft? {
        var draft = Draft()
        guard tree.pathRoot != 0 else { return draft }
        var nodes = [tree.pathRoot]
        var found: [PatternTree.Terminal] = []
        var visitedCount = 0
        var capture = 0
        for segment in pattern.segments {
            visitedCount += nodes.count
            guard visitedCount <= Self.maximumNodes else { return nil }
            for node in nodes { found += tree.terminals[tree.terminals(of: node)].filter(\.isCatchAll) }
            if case .literal(let text) = segment {
                nodes = children(of: nodes, taking: text)
                continue
            }
            let traits = nodes.map { tree.nodes[Int($0)].traits }
            if traits.contains(where: { $0.contains(.hasEdges) }) { return nil }
            for (node, traits) in zip(nodes, traits) where traits.contains(.hasLiterals) {
                draft.probes.append(.init(capture: capture, node: node))
            }
            capture += 1
            nodes = nodes.map { tree.nodes[Int($0)].anySegment.index }.filter { $0 != 0 }
        }
        for node in nodes { found += tree.terminals[tree.terminals(of: node)] }
        found.sort { $0.entry < $1.entry }
        draft.interceptors = found.map { UInt32(interceptors[Int($0.entry)].interceptor) }
        draft.audiences = found.map(\.audience)
        return draft
    }

    private func children(of nodes: [PatternTree.Index], taking text: ArraySlice<UInt8>) -> [PatternTree.Index] {
        let step = URLScan.Step(of: ByteRange(0..<text.count), in: text.span)
        var children: [PatternTree.Index] = []
        for node in nodes { tree.appendChildren(of: node, taking: step, text.span, to: &children) }
        return children
    }
}

extension Pattern {
    /// Whether it matches paths alone, captures every segment that is not a literal as a whole and nothing else, and
    /// has no more captures than ``PathCaptures`` can hold.
    fileprivate var capturesDirectly: Bool {
        scheme == nil && host == .any && port == nil && catchAll == nil
            && captureNames.count <= PathCaptures.maximumCount
            && segments.allSatisfy { segment in
                switch segment {
                case .literal: true
                case .capture(let capture): !capture.isAffix
                case .any: false
                }
            }
    }
}
