extension PatternTreeBuilder {
    /// Takes a finished tree apart again, so that patterns can be added: without those terminals that are to go, and without
    /// the ways that lead nowhere then. All nodes keep their numbers; those that no way leads to any more stay unused.
    ///
    /// - Parameters:
    ///   - narrowings: With the tree's own automata before all others.
    ///   - renumbered: The number that an entry has from now on; `nil` where it goes.
    /// - Complexity: Linear in the tree, in passes over flat arrays.
    init(_ tree: PatternTree, _ narrowings: NarrowingNumbers, renumbered: (UInt32) -> UInt32?) {
        self.init(isFolding: tree.isFolding, narrowings)
        (parents, literalCount) = tree.parents
        slots = tree.slots.elements
        nodes = parents.indices.map { number in
            let old = tree.nodes[number]
            var node = PatternTree.Node()
            if old.wild != .none { node.wild = .init(to: old.wild.index) }
            node.traits = old.traits.intersection(.hasLiterals)
            return node
        }
        takeTerminals(of: tree, renumbered)
        let isAlive = self.isAlive
        depths = Array(repeating: 0, count: nodes.count)
        // Those above have smaller numbers, and are done.
        for node in nodes.indices.dropFirst() where isAlive[node] { depths[node] = depths[Int(parents[node])] + 1 }
        if terminals.count + 1 < tree.terminals.count { cutWays(unless: isAlive) }
        takeEdges(of: tree, isAlive)
    }

    private mutating func takeTerminals(of tree: PatternTree, _ renumbered: (UInt32) -> UInt32?) {
        terminals.reserveCapacity(tree.terminals.count)
        for node in parents.indices {
            for index in tree.terminals(of: PatternTree.Index(node)) {
                let old = tree.terminals[index]
                guard let entry = renumbered(old.entry) else { continue }
                let terminal = PatternTree.Terminal(entry: entry, audience: old.audience, isRest: old.isRest)
                terminals.append((PatternTree.Index(node), terminal))
            }
        }
    }

    /// By node: whether a terminal is at or below it. The root always counts.
    private var isAlive: [Bool] {
        var isAlive = [Bool](repeating: false, count: parents.count)
        isAlive[0] = true
        for (node, _) in terminals { isAlive[Int(node)] = true }
        for node in parents.indices.reversed() where isAlive[node] { isAlive[Int(parents[node])] = true }
        return isAlive
    }

    /// Drops what leads to nodes without a terminal at or below them, but for edges.
    private mutating func cutWays(unless isAlive: [Bool]) {
        for node in nodes.indices {
            nodes[node].traits = []
            if !isAlive[Int(nodes[node].wild.index)] { nodes[node].wild = .none }
        }
        var gone: [PatternTree.Slot] = []
        for slot in slots where slot.child != .none {
            if isAlive[Int(slot.child.index)] {
                nodes[Int(slot.owner & ~PatternTree.Slot.pieceMark)].traits.insert(.hasLiterals)
            } else {
                gone.append(slot)
            }
        }
        for slot in gone { remove(slot) }
    }

    /// Frees the slot of a literal that is there, and has those behind it move up that would not be found otherwise.
    private mutating func remove(_ slot: PatternTree.Slot) {
        let last = slots.count - 1
        func distance(from start: Int, to end: Int) -> Int { (end - start) & last }
        var free = PatternTree.slot(slot.owner, slot.key) & last
        while slots[free].owner != slot.owner || slots[free].key != slot.key { free = (free + 1) & last }
        var next = (free + 1) & last
        while slots[next].child != .none {
            let first = PatternTree.slot(slots[next].owner, slots[next].key) & last
            if distance(from: first, to: next) >= distance(from: free, to: next) {
                slots[free] = slots[next]
                free = next
            }
            next = (next + 1) & last
        }
        slots[free] = PatternTree.Slot()
        literalCount -= 1
    }

    private mutating func takeEdges(of tree: PatternTree, _ isAlive: [Bool]) {
        edges.reserveCapacity(tree.edges.count)
        for index in tree.edges.indices {
            var edge = tree.edges[index]
            guard isAlive[Int(edge.child)] else { continue }
            let node = parents[Int(edge.child)]
            edge.prefix = unsafe place(of: Array(tree.labels.buffer[edge.prefix.range]))  // copied at once
            edge.suffix = unsafe place(of: Array(tree.labels.buffer[edge.suffix.range]))  // copied at once
            edges.append((node, edge))
            nodes[Int(node)].traits.insert(.hasEdges)
        }
        var count = edgeSlots.count
        while edges.count * 2 >= count { count *= 2 }
        noteEdges(slots: count)
    }
}

extension PatternTree {
    /// By node: the one above it, which has a smaller number; the root is its own, and that of nodes that are not used.
    fileprivate var parents: (nodes: [Index], literalCount: Int) {
        var (parents, count) = ([Index](repeating: 0, count: nodes.count - 1), 0)
        for index in slots.indices where slots[index].child != .none {
            parents[Int(slots[index].child.index)] = slots[index].owner & ~Slot.pieceMark
            count += 1
        }
        for node in parents.indices {
            if nodes[node].wild != .none { parents[Int(nodes[node].wild.index)] = Index(node) }
            for edge in edges(of: Index(node)) { parents[Int(edges[edge].child)] = Index(node) }
        }
        return (parents, count)
    }
}
