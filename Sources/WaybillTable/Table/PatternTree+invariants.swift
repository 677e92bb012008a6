extension PatternTree {
    /// What is wrong with the layout, in words; nothing, if all is well. For tests: a walk relies on all of it.
    func _checkInvariants() -> [String] {
        guard nodes.count >= 2, slots.count & (slots.count - 1) == 0 else { return ["sizes do not agree"] }
        var broken: [String] = []
        let last = nodes[nodes.count - 1]
        if last.edges != edges.count { broken.append("the ranges are not closed") }
        let ranges = nodes.indices.dropLast().map { terminals(of: Index($0)) }.filter { !$0.isEmpty }
        if ranges.flatMap(\.self).sorted() != Array(terminals.indices.dropFirst()) {
            broken.append("a terminal is not that of one node")
        }
        if nodes.indices.dropLast().contains(where: { !areRangesAscending($0) }) { broken.append("ranges overlap") }
        guard broken.isEmpty else { return broken }

        let children = (0..<nodes.count - 1).map { self.children(of: Index($0)) }
        let all = children.joined()
        if all.contains(where: { $0 == 0 || $0 >= nodes.count - 1 }) { return ["a child is no node"] }
        if Set(all).count != all.count { broken.append("this is no tree") }
        for unused in Set(1..<Index(nodes.count - 1)).subtracting(all) {
            let isBare = children[Int(unused)].isEmpty && terminals(of: unused).isEmpty
            if !isBare { broken.append("node \(unused) has something, and nothing leads to it") }
        }
        for (index, own) in children.enumerated() {
            if own.contains(where: { $0 <= index }) { broken.append("child of node \(index) stands before it") }
            broken += wrongSummaries(Index(index), own).map { "node \(index): \($0)" }
        }
        if freeSlots * 2 < slots.count { broken.append("more than half of the slots are taken") }
        if slots.indices.contains(where: { !isReachable($0) }) { broken.append("a literal is not found by its key") }
        let links = slots.indices.map { slots[$0].child } + nodes.indices.map { nodes[$0].wild }
        if (links + [quickRoot]).contains(where: { $0.index != 0 && $0 != link(to: $0.index) }) {
            broken.append("a link says wrongly how its node leads on")
        }
        if edges.indices.contains(where: { !isInRange(edges[$0]) }) { broken.append("an edge points nowhere") }
        if longestPath(children) != depth { broken.append("the depth is wrong") }
        return broken
    }

    private func areRangesAscending(_ index: Int) -> Bool {
        let (node, next) = (nodes[index], nodes[index + 1])
        return node.edges <= next.edges
    }

    private func children(of node: Index) -> [Index] {
        let literals = slots.indices.map { slots[$0] }.filter {
            $0.child != .none && $0.owner & ~Slot.pieceMark == node
        }
        let wild = nodes[Int(node)].wild.index
        return literals.map(\.child.index) + edges(of: node).map { edges[$0].child } + (wild == 0 ? [] : [wild])
    }

    private func link(to index: Index) -> Link { Link(to: index, nodes[Int(index)]) }

    private var freeSlots: Int { slots.indices.count { slots[$0].child == .none } }

    /// What a node says of what is at and below it, where that is not so.
    private func wrongSummaries(_ index: Index, _ children: [Index]) -> [String] {
        let node = nodes[Int(index)]
        let own = terminals(of: index).map { terminals[$0] }
        let alternatives = edges(of: index).map { edges[$0].child } + (node.wild == .none ? [] : [node.wild.index])
        func best(_ children: [Index]) -> UInt32 { children.map { nodes[Int($0)].best }.min() ?? .max }

        var traits: Traits = []
        if children.count > alternatives.count { traits.insert(.hasLiterals) }
        if !edges(of: index).isEmpty { traits.insert(.hasEdges) }
        if !alternatives.isEmpty { traits.insert(.hasAlternatives) }
        if own.contains(where: \.isRest) { traits.insert(.hasRests) }

        var wrong: [String] = []
        if node.traits != traits { wrong.append("traits") }
        if node.best != min(best(children), own.map(\.entry).min() ?? .max) { wrong.append("best") }
        if node.alternatives != best(alternatives) { wrong.append("alternatives") }
        if own.map(\.entry) != own.map(\.entry).sorted() { wrong.append("order of terminals") }
        return wrong
    }

    /// Whether the search for a slot's literal comes to it.
    private func isReachable(_ place: Int) -> Bool {
        let slot = slots[place]
        guard slot.child != .none else { return true }
        var index = Self.slot(slot.owner, slot.key) & (slots.count - 1)
        while index != place {
            if slots[index].child == .none { return false }
            index = (index + 1) & (slots.count - 1)
        }
        return true
    }

    private func isInRange(_ label: Label) -> Bool { label.range.upperBound <= labels.count }

    private func isInRange(_ edge: Edge) -> Bool {
        isInRange(edge.prefix) && isInRange(edge.suffix)
            && (edge.automaton == Edge.none || edge.automaton < automata.count)
    }

    private func longestPath(_ children: [[Index]]) -> Int {
        var lengths = [Int](repeating: 0, count: children.count)
        for (node, own) in children.enumerated() {
            for child in own { lengths[Int(child)] = lengths[node] + 1 }
        }
        return lengths.max() ?? 0
    }
}
