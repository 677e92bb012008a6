extension PatternTree {
    /// Finds all entries whose patterns match a URL and which the scope shows, level by level: the first segments of
    /// the URL lead to some nodes, and the next segment leads from them to the next level. No node is visited twice.
    ///
    /// - Parameters:
    ///   - text: The text that contains the places of `steps`.
    ///   - isSlashed: Whether a slash ends the path.
    ///   - found: Receives the ``FoundEntries/interceptors``.
    func collect(
        _ text: Span<UInt8>, _ steps: Span<URLScan.Step>, isSlashed: Bool, in scope: borrowing RequestScope,
        _ found: inout FoundEntries
    ) {
        found.interceptors.removeAll(keepingCapacity: true)
        found.queue.removeAll(keepingCapacity: true)
        found.queue.append(0)
        var visited = 0
        for step in steps.indices {
            let levelEnd = found.queue.count
            while visited < levelEnd {
                let node = found.queue[visited]
                visited += 1
                visit(node, isEnd: false, isSlashed: isSlashed, in: scope, &found.interceptors)
                appendChildren(of: node, taking: steps[step], text, to: &found.queue)
            }
        }
        while visited < found.queue.count {
            visit(found.queue[visited], isEnd: true, isSlashed: isSlashed, in: scope, &found.interceptors)
            visited += 1
        }
    }

    /// Appends all children to which a segment leads.
    func appendChildren(
        of node: Index, taking step: URLScan.Step, _ text: Span<UInt8>, to nodes: inout [Index]
    ) {
        let literal = literal(of: node, step, text)
        if literal != 0 { nodes.append(literal) }
        // An empty segment is never a literal, and only `**` matches it.
        if step.isEmptySegment { return }
        let any = self.nodes[Int(node)].anySegment.index
        if any != 0 { nodes.append(any) }
        var next = edges(of: node).lowerBound
        while let edge = edge(of: node, from: next, step.place, text) {
            nodes.append(edges[edge].child)
            next = edge + 1
        }
    }

    /// Adds the entries of patterns that end at a node, and of those whose `**` begins there, in ascending order.
    private func visit(
        _ node: Index, isEnd: Bool, isSlashed: Bool, in scope: borrowing RequestScope, _ entries: inout [UInt32]
    ) {
        for index in terminals(of: node) {
            let terminal = terminals[index]
            guard isEnd || terminal.isCatchAll, scope.shows(terminal, isSlashed: isSlashed) else { continue }
            var place = entries.count
            while place > 0, entries[place - 1] > terminal.entry { place -= 1 }
            entries.insert(terminal.entry, at: place)
        }
    }
}
