extension PatternTreeBuilder {
    /// Takes a finished tree apart again, so that patterns can be added: without those terminals that are to go, and without
    /// the nodes that lead nowhere then. What is built from it has nothing that a tree built from the start would not have.
    ///
    /// - Parameters:
    ///   - narrowings: With the tree's own automata before all others.
    ///   - renumbered: The number that an entry has from now on; `nil` where it goes.
    /// - Complexity: Linear in the tree, in passes over flat arrays.
    init(_ tree: PatternTree, _ narrowings: NarrowingNumbers, renumbered: (UInt32) -> UInt32?) {
        self.init(isFolding: tree.isFolding, narrowings)
        let parents = tree.parents
        var isAlive = [Bool](repeating: false, count: parents.count)
        isAlive[0] = true
        for node in parents.indices {
            for index in tree.terminals(of: PatternTree.Index(node)) {
                let old = tree.terminals[index]
                guard let entry = renumbered(old.entry) else { continue }
                isAlive[node] = true
                terminals.append(
                    (PatternTree.Index(node), .init(entry: entry, audience: old.audience, isRest: old.isRest)))
            }
        }
        for node in parents.indices.reversed() where isAlive[node] { isAlive[Int(parents[node])] = true }
        take(tree, parents, Numbers(of: isAlive))
    }

    /// The numbers that the nodes have from now on.
    private struct Numbers {
        private var numbers: [PatternTree.Index] = []
        private(set) var count: PatternTree.Index = 0
        private static let gone = PatternTree.Index.max

        init(of isAlive: [Bool]) {
            numbers.reserveCapacity(isAlive.count)
            for isAlive in isAlive {
                numbers.append(isAlive ? count : Self.gone)
                count += isAlive ? 1 : 0
            }
        }

        /// Whether all nodes stay what they are.
        var isUnchanged: Bool { numbers.count == Int(count) }

        subscript(node: PatternTree.Index) -> PatternTree.Index? {
            numbers[Int(node)] == Self.gone ? nil : numbers[Int(node)]
        }
    }

    private mutating func take(_ tree: PatternTree, _ parents: [PatternTree.Index], _ numbers: Numbers) {
        nodes = Array(repeating: PatternTree.Node(), count: Int(numbers.count))
        self.parents = Array(repeating: 0, count: nodes.count)
        depths = Array(repeating: 0, count: nodes.count)
        for old in parents.indices {
            guard let node = numbers[PatternTree.Index(old)] else { continue }
            // Those above have smaller numbers, and are done.
            if old > 0, let parent = numbers[parents[old]] {
                self.parents[Int(node)] = parent
                depths[Int(node)] = depths[Int(parent)] + 1
            }
            let wild = tree.nodes[old].wild
            if wild != .none, let child = numbers[wild.index] { nodes[Int(node)].wild = .init(to: child) }
        }
        for index in terminals.indices { terminals[index].node = numbers[terminals[index].node] ?? 0 }
        takeSlots(of: tree, numbers)
        takeEdges(of: tree, parents, numbers)
    }

    private mutating func takeSlots(of tree: PatternTree, _ numbers: Numbers) {
        slots =
            numbers.isUnchanged
            ? tree.slots.elements : Array(repeating: PatternTree.Slot(), count: tree.slots.count)
        for index in tree.slots.indices {
            let (slot, mark) = (tree.slots[index], tree.slots[index].owner & PatternTree.Slot.pieceMark)
            guard slot.child != .none, let child = numbers[slot.child.index],
                let owner = numbers[slot.owner & ~PatternTree.Slot.pieceMark]
            else { continue }
            nodes[Int(owner)].traits.insert(.hasLiterals)
            literalCount += 1
            if !numbers.isUnchanged { put(.init(key: slot.key, owner: owner | mark, child: .init(to: child))) }
        }
    }

    private mutating func takeEdges(of tree: PatternTree, _ parents: [PatternTree.Index], _ numbers: Numbers) {
        for index in tree.edges.indices {
            var edge = tree.edges[index]
            let parent = parents[Int(edge.child)]
            guard let child = numbers[edge.child], let node = numbers[parent] else { continue }
            edge.child = child
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
    /// By node: the one above it, which has a smaller number; the root is its own.
    fileprivate var parents: [Index] {
        var parents = [Index](repeating: 0, count: nodes.count - 1)
        for index in slots.indices where slots[index].child != .none {
            parents[Int(slots[index].child.index)] = slots[index].owner & ~Slot.pieceMark
        }
        for node in parents.indices {
            if nodes[node].wild != .none { parents[Int(nodes[node].wild.index)] = Index(node) }
            for edge in edges(of: Index(node)) { parents[Int(edges[edge].child)] = Index(node) }
        }
        return parents
    }
}
