/// Builds a ``PatternTree``, pattern by pattern, in time linear in their segments.
struct PatternTreeBuilder {
    let isFolding: Bool
    var nodes = [PatternTree.Node()]
    var slots = [PatternTree.Slot](repeating: PatternTree.Slot(), count: 16)
    var labels: [UInt8] = []
    let narrowings: NarrowingNumbers
    /// By node: the one above it, which has a smaller number.
    var parents: [PatternTree.Index] = [0]
    var depths: [UInt32] = [0]
    var literalCount = 0
    var edges: [(node: PatternTree.Index, edge: PatternTree.Edge)] = []
    /// The numbers of ``edges``, hashed by what leads along them; 0 is free, so that each stands one higher.
    var edgeSlots = [UInt32](repeating: 0, count: 16)
    var terminals: [(node: PatternTree.Index, terminal: PatternTree.Terminal)] = []
    private var knownLabels: [[UInt8]: PatternTree.Label] = [:]

    /// - Parameter narrowings: By owner of patterns.
    init(isFolding: Bool, _ narrowings: NarrowingNumbers) {
        self.narrowings = narrowings
        self.isFolding = isFolding
    }

    /// Makes room for patterns. What is never touched takes no memory, and to move what is there takes time.
    mutating func reserve(patterns count: Int) {
        nodes.reserveCapacity(count * 4)
        parents.reserveCapacity(count * 4)
        depths.reserveCapacity(count * 4)
        edges.reserveCapacity(count)
        terminals.reserveCapacity(count)
    }

    /// Adds a pattern of an owner.
    mutating func add(_ pattern: Pattern, of owner: Int, entry: UInt32, audience: UInt32) {
        var node = child(of: 0, pattern.scheme.map { Array($0.utf8)[...] })
        switch pattern.host {
        case .any: node = wild(of: node)
        case .literal(let name): node = child(of: node, Array(name.utf8)[...])
        case .suffix(let suffix): node = child(of: node, prefix: [], suffix: Array(suffix.utf8), automaton: nil)
        }
        if let port = pattern.port {
            node = literal(of: node, key: URLScan.key(ofPort: port))
        } else {
            node = wild(of: node)
        }
        let segments = pattern.segments
        for index in segments.indices {
            switch segments[index] {
            case .literal(let bytes):
                node = literal(of: node, isFolding ? ASCII.lowercased(bytes)[...] : bytes)
            case .any: node = wild(of: node)
            case .capture(let capture):
                let automaton = narrowings.number(of: capture.name, of: owner)
                node =
                    capture.isAffix || automaton != nil
                    ? child(
                        of: node, prefix: folded(capture.prefix), suffix: folded(capture.suffix), automaton: automaton)
                    : wild(of: node)
            }
        }
        let terminal = PatternTree.Terminal(entry: entry, audience: audience, isRest: pattern.rest != nil)
        terminals.append((node, terminal))
    }

    private func folded(_ bytes: [UInt8]) -> [UInt8] { isFolding ? ASCII.lowercased(bytes) : bytes }

    // MARK: Children

    private mutating func newNode(below parent: PatternTree.Index) -> PatternTree.Index {
        nodes.append(PatternTree.Node())
        parents.append(parent)
        depths.append(depths[Int(parent)] + 1)
        return PatternTree.Index(nodes.count - 1)
    }

    private mutating func wild(of node: PatternTree.Index) -> PatternTree.Index {
        if nodes[Int(node)].wild == .none { nodes[Int(node)].wild = .init(to: newNode(below: node)) }
        return nodes[Int(node)].wild.index
    }

    /// The child for a literal, or for anything where there is none.
    private mutating func child(of node: PatternTree.Index, _ text: ArraySlice<UInt8>?) -> PatternTree.Index {
        guard let text else { return wild(of: node) }
        return literal(of: node, text)
    }

    private mutating func literal(of node: PatternTree.Index, _ text: ArraySlice<UInt8>) -> PatternTree.Index {
        var (node, start) = (node, 0)
        while text.count - start > SegmentKey.length {
            let key = SegmentKey.key(text.span, start, text.count)
            node = literal(of: node, key: key, mark: PatternTree.Slot.pieceMark)
            start += SegmentKey.length
        }
        return literal(of: node, key: SegmentKey.key(text.span, start, text.count))
    }

    private mutating func literal(
        of node: PatternTree.Index, key: UInt64, mark: PatternTree.Index = 0
    ) -> PatternTree.Index {
        if literalCount * 2 >= slots.count { growSlots() }
        let owner = node | mark
        var index = PatternTree.slot(owner, key) & (slots.count - 1)
        while slots[index].child != .none {
            if slots[index].key == key, slots[index].owner == owner { return slots[index].child.index }
            index = (index + 1) & (slots.count - 1)
        }
        let child = newNode(below: node)
        nodes[Int(node)].traits.insert(.hasLiterals)
        slots[index] = PatternTree.Slot(key: key, owner: owner, child: .init(to: child))
        literalCount += 1
        return child
    }

    private mutating func growSlots() {
        let old = slots
        slots = Array(repeating: PatternTree.Slot(), count: old.count * 2)
        for slot in old where slot.child != .none { put(slot) }
    }

    /// Puts a literal that is not there yet where it is searched for first, or behind what is in its way.
    private mutating func put(_ slot: PatternTree.Slot) {
        var index = PatternTree.slot(slot.owner, slot.key) & (slots.count - 1)
        while slots[index].child != .none { index = (index + 1) & (slots.count - 1) }
        slots[index] = slot
    }

    private mutating func child(
        of node: PatternTree.Index, prefix: [UInt8], suffix: [UInt8], automaton: UInt32?
    ) -> PatternTree.Index {
        var edge = PatternTree.Edge(
            prefix: place(of: prefix), suffix: place(of: suffix), automaton: automaton ?? PatternTree.Edge.none,
            child: 0)
        if edges.count * 2 >= edgeSlots.count { growEdgeSlots() }
        let slot = slot(of: edge, at: node)
        if edgeSlots[slot] != 0 { return edges[Int(edgeSlots[slot]) - 1].edge.child }
        edge.child = newNode(below: node)
        edges.append((node, edge))
        edgeSlots[slot] = UInt32(edges.count)
        nodes[Int(node)].traits.insert(.hasEdges)
        return edge.child
    }

    /// Where an edge of a node is noted, or where it would be. Its child takes no part.
    private func slot(of edge: PatternTree.Edge, at node: PatternTree.Index) -> Int {
        var hash = TextHash()
        hash.combine(UInt64(node) << 32 | UInt64(edge.automaton))
        hash.combine(UInt64(edge.prefix.start) << 32 | UInt64(edge.suffix.start))
        hash.combine(UInt64(edge.prefix.length) << 32 | UInt64(edge.suffix.length))
        var slot = Int(truncatingIfNeeded: hash.low) & (edgeSlots.count - 1)
        while edgeSlots[slot] != 0, !isSame(edges[Int(edgeSlots[slot]) - 1], (node, edge)) {
            slot = (slot + 1) & (edgeSlots.count - 1)
        }
        return slot
    }

    private func isSame(
        _ left: (node: PatternTree.Index, edge: PatternTree.Edge),
        _ right: (node: PatternTree.Index, edge: PatternTree.Edge)
    ) -> Bool {
        left.node == right.node && left.edge.automaton == right.edge.automaton
            && left.edge.prefix == right.edge.prefix && left.edge.suffix == right.edge.suffix
    }

    private mutating func growEdgeSlots() { noteEdges(slots: edgeSlots.count * 2) }

    /// - Parameter count: A power of two, more than the edges.
    mutating func noteEdges(slots count: Int) {
        edgeSlots = Array(repeating: 0, count: count)
        for index in edges.indices {
            edgeSlots[slot(of: edges[index].edge, at: edges[index].node)] = UInt32(index + 1)
        }
    }

    mutating func place(of label: [UInt8]) -> PatternTree.Label {
        if label.isEmpty { return PatternTree.Label() }
        if let known = knownLabels[label] { return known }
        let place = PatternTree.Label(start: UInt32(labels.count), length: UInt32(label.count))
        labels += label
        knownLabels[label] = place
        return place
    }

    // MARK: Layout

    /// The finished tree.
    consuming func build() -> PatternTree {
        let pathRoot = (0..<URLScan.headCount).reduce(PatternTree.Index(0)) { node, level in
            level > 0 && node == 0 ? 0 : nodes[Int(node)].wild.index
        }
        nodes.append(PatternTree.Node())
        noteTerminals()
        noteBest()
        noteAlternatives()
        // Of each node's own, whatever leads to better entries comes first.
        let ends = grouped(self.terminals.map(\.node)) { self.terminals[Int($0)].terminal.entry }
        let ways = grouped(self.edges.map(\.node)) { nodes[Int(self.edges[Int($0)].edge.child)].best }
        for index in nodes.indices {
            (nodes[index].terminals, nodes[index].edges) = (ends.firsts[index], ways.firsts[index])
        }
        let terminals = close(ends.order.map { self.terminals[Int($0)].terminal })
        let edges = ways.order.map { self.edges[Int($0)].edge }
        noteLinks()
        return PatternTree(
            nodes: freeze(\.nodes), slots: freeze(\.slots), edges: FrozenArray(edges),
            terminals: FrozenArray(terminals), labels: FrozenArray(labels), automata: narrowings.automata,
            pathRoot: pathRoot, depth: Int(depths.max() ?? 0), isFolding: isFolding)
    }

    /// A list in its last form. It is let go at once, for both are large.
    private mutating func freeze<Element>(_ list: WritableKeyPath<Self, [Element]>) -> FrozenArray<Element> {
        let frozen = FrozenArray(self[keyPath: list])
        self[keyPath: list] = []
        return frozen
    }

    /// The indices of what belongs to nodes: node by node, those of one node in the order of their entries; and by node where
    /// its own begin.
    ///
    /// - Parameters:
    ///   - owners: The nodes, by index.
    ///   - entry: No two indices have the same.
    private func grouped(
        _ owners: [PatternTree.Index], by entry: (UInt32) -> UInt32
    ) -> (order: [UInt32], firsts: [UInt32]) {
        var firsts = [UInt32](repeating: 0, count: nodes.count + 1)
        for owner in owners { firsts[Int(owner) + 1] += 1 }
        for node in nodes.indices { firsts[node + 1] += firsts[node] }
        var (next, order) = (firsts, [UInt32](repeating: 0, count: owners.count))
        for (index, owner) in owners.enumerated() {
            order[Int(next[Int(owner)])] = UInt32(index)
            next[Int(owner)] += 1
        }
        for node in nodes.indices where firsts[node + 1] - firsts[node] > 1 {
            order[Int(firsts[node])..<Int(firsts[node + 1])].sort { entry($0) < entry($1) }
        }
        return (order, firsts)
    }

    /// Puts ``PatternTree/Terminal/none`` before all, and marks the last one of each node.
    private mutating func close(_ ordered: [PatternTree.Terminal]) -> [PatternTree.Terminal] {
        var terminals = [.none] + ordered
        var end = UInt32(ordered.count)
        for node in nodes.indices.reversed() {
            let start = nodes[node].terminals
            nodes[node].terminals = start < end ? start + 1 : 0
            if start < end { terminals[Int(end)].markAsLast() }
            end = start
        }
        return terminals
    }

    private mutating func noteTerminals() {
        for (node, terminal) in terminals {
            if terminal.isRest { nodes[Int(node)].traits.insert(.hasRests) }
            nodes[Int(node)].best = min(nodes[Int(node)].best, terminal.entry)
        }
    }

    /// Children have greater numbers than their parents, so one pass from the end sees every child first.
    private mutating func noteBest() {
        for index in parents.indices.dropFirst().reversed() {
            let (node, parent) = (nodes[index], Int(parents[index]))
            nodes[parent].best = min(nodes[parent].best, node.best)
        }
    }

    /// Has links say how their nodes lead on.
    private mutating func noteLinks() {
        for index in nodes.indices where nodes[index].wild != .none {
            nodes[index].wild = link(to: nodes[index].wild.index)
        }
        for index in slots.indices where slots[index].child != .none {
            slots[index].child = link(to: slots[index].child.index)
        }
    }

    private func link(to index: PatternTree.Index) -> PatternTree.Link { .init(to: index, nodes[Int(index)]) }

    private mutating func noteAlternatives() {
        for node in parents.indices where nodes[node].wild != .none {
            noteAlternative(PatternTree.Index(node), nodes[node].wild.index)
        }
        for (node, edge) in edges { noteAlternative(node, edge.child) }
    }

    private mutating func noteAlternative(_ node: PatternTree.Index, _ child: PatternTree.Index) {
        nodes[Int(node)].alternatives = min(nodes[Int(node)].alternatives, nodes[Int(child)].best)
        nodes[Int(node)].traits.insert(.hasAlternatives)
    }
}
