extension PatternTree {
    /// Returns the violated invariants of the layout, in words. For tests. A walk relies on all of them.
    func _checkInvariants() -> [String] {
        var broken = brokenRanges
        guard broken.isEmpty else { return broken }
        let children = (0..<nodes.count - 1).map { self.children(of: Index($0)) }
        let all = children.joined()
        if all.contains(where: { $0 == 0 || $0 >= nodes.count - 1 }) { return ["a child is not a node"] }
        if Set(all).count != all.count { broken.append("this is not a tree") }
        if all.count != nodes.count - 2 { broken.append("nothing leads to some node") }
        for (index, own) in children.enumerated() {
            if own.contains(where: { $0 <= index }) { broken.append("a child of node \(index) precedes it") }
            broken += wrongSummaries(Index(index), own).map { "node \(index): \($0)" }
        }
        let literals = slots.filter { $0.child != .none }
        if literals.count * 2 > slots.count { broken.append("more than half of the slots are taken") }
        if literals.contains(where: { child(of: $0.owner, $0.key) != $0.child }) {
            broken.append("a literal is not found by its key")
        }
        let links = (slots.map(\.child) + nodes.map(\.anySegment) + [descentRoot]).filter { $0 != .none }
        if links.contains(where: { $0 != Link(to: $0.index, nodes[Int($0.index)].traits) }) {
            broken.append("a link is wrong about how its node leads on")
        }
        if edges.contains(where: { !isInRange($0) }) { broken.append("an edge leads nowhere") }
        return broken
    }

    private var brokenRanges: [String] {
        guard nodes.count >= 2, slots.count & (slots.count - 1) == 0 else { return ["sizes do not agree"] }
        let last = nodes[nodes.count - 1]
        guard last.edges == edges.count else { return ["the ranges are not closed"] }
        if zip(nodes, nodes.dropFirst()).contains(where: { $0.edges > $1.edges }) { return ["ranges overlap"] }
        let own = nodes.indices.dropLast().map { terminals(of: Index($0)) }.filter { !$0.isEmpty }
        if own.flatMap(\.self).sorted() != Array(terminals.indices.dropFirst()) {
            return ["a terminal does not belong to one node"]
        }
        return []
    }

    private func children(of node: Index) -> [Index] {
        let any = nodes[Int(node)].anySegment.index
        return literals(of: node).map(\.child.index) + edges(of: node).map { edges[$0].child } + (any == 0 ? [] : [any])
    }

    private func literals(of node: Index) -> [Slot] {
        slots.filter { $0.child != .none && $0.owner == node }
    }

    /// Returns the wrong summaries of a node.
    private func wrongSummaries(_ index: Index, _ children: [Index]) -> [String] {
        let node = nodes[Int(index)]
        let own = terminals[terminals(of: index)]
        let any = node.anySegment.index
        let alternatives = edges(of: index).map { edges[$0].child } + (any == 0 ? [] : [any])
        func best(_ children: [Index]) -> UInt32 { children.map { nodes[Int($0)].best }.min() ?? .max }

        var traits: Traits = []
        for literal in literals(of: index) { traits.formUnion(.leading(by: literal.key)) }
        if !edges(of: index).isEmpty { traits.insert(.hasEdges) }
        if any != 0 { traits.insert(.hasAnySegment) }
        if own.contains(where: \.isCatchAll) { traits.insert(.hasCatchAlls) }

        var wrong: [String] = []
        if node.traits != traits { wrong.append("traits") }
        if node.best != min(best(children), own.map(\.entry).min() ?? .max) { wrong.append("best") }
        if node.alternatives != best(alternatives) { wrong.append("alternatives") }
        if own.map(\.entry) != own.map(\.entry).sorted() { wrong.append("order of terminals") }
        return wrong
    }

    private func isInRange(_ edge: Edge) -> Bool {
        edge.prefix.range.upperBound <= labels.count && edge.suffix.range.upperBound <= labels.count
            && (edge.automaton == Edge.none || edge.automaton < automata.count)
    }
}
