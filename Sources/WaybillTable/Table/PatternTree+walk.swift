extension PatternTree {
    /// A point to which a walk returns after a dead end.
    struct Pending: Sendable, BitwiseCopyable {
        var node: Index = 0
        /// The next of the node's edges to try. Its child for any segment comes after them.
        var edge: UInt32 = 0
        /// The step that leads on from ``node``.
        var step = 0
    }

    /// Finds the smallest entry whose pattern matches a URL and which the scope shows.
    ///
    /// The literal child of every node is tried first. If there are others, the node is kept as a point to return to,
    /// at most one for each step.
    ///
    /// - Parameters:
    ///   - text: The text that contains the places of `steps`.
    ///   - isSlashed: Whether a slash ends the path.
    ///   - pending: Working memory.
    /// - Returns: ``FoundEntries/none`` if no pattern matches.
    func walk(
        _ text: Span<UInt8>, _ steps: Span<URLScan.Step>, isSlashed: Bool, in scope: borrowing RequestScope,
        _ pending: inout ContiguousArray<Pending>
    ) -> UInt32 {
        if pending.count < steps.count { pending = .init(repeating: Pending(), count: steps.count * 2) }
        var points = pending.mutableSpan
        var pointCount = 0
        var best = FoundEntries.none
        var node: Index = 0
        var step = 0
        while true {
            best = min(best, self.best(at: node, isEnd: step == steps.count, isSlashed: isSlashed, in: scope))
            var next: Index = 0
            if step < steps.count {
                if leadsElsewhere(node, steps[step], than: best) {
                    points[pointCount] = Pending(node: node, edge: nodes[Int(node)].edges, step: step)
                    pointCount += 1
                }
                next = literal(of: node, steps[step], text)
                step += 1
            }
            while next == 0 {
                if pointCount == 0 { return best }
                step = points[pointCount - 1].step + 1
                next = alternative(&points[pointCount - 1], better: best, steps[step - 1].place, text)
                if points[pointCount - 1].edge == Self.noEdge { pointCount -= 1 }
            }
            node = next
        }
    }

    /// Whether more than a literal leads on from a node, to something better. Only `**` matches an empty segment.
    @inline(__always)
    private func leadsElsewhere(_ node: Index, _ step: URLScan.Step, than best: UInt32) -> Bool {
        nodes[Int(node)].alternatives < best && !step.isEmptySegment
    }

    /// The edge of a point without anything left to try.
    private static let noEdge = UInt32.max

    /// Returns the next child that accepts a text and may contain something better, or 0.
    private func alternative(
        _ point: inout Pending, better best: UInt32, _ place: ByteRange, _ text: Span<UInt8>
    ) -> Index {
        let node = nodes[Int(point.node)]
        guard node.alternatives < best else {
            point.edge = Self.noEdge
            return 0
        }
        if node.traits.contains(.hasEdges), let edge = edge(of: point.node, from: Int(point.edge), place, text) {
            point.edge = UInt32(edge + 1)
            return edges[edge].child
        }
        point.edge = Self.noEdge
        return node.anySegment.index
    }

    /// Returns the smallest entry of a pattern that ends at a node, or whose `**` begins there.
    @inline(__always)
    private func best(at node: Index, isEnd: Bool, isSlashed: Bool, in scope: borrowing RequestScope) -> UInt32 {
        if !isEnd && !nodes[Int(node)].traits.contains(.hasCatchAlls) { return FoundEntries.none }
        for index in terminals(of: node) {
            let terminal = terminals[index]
            if isEnd || terminal.isCatchAll, scope.shows(terminal, isSlashed: isSlashed) { return terminal.entry }
        }
        return FoundEntries.none
    }

    /// Returns the child for a literal, or 0.
    @inline(__always)
    func literal(of node: Index, _ step: URLScan.Step, _ text: Span<UInt8>) -> Index {
        if !nodes[Int(node)].traits.contains(.hasLiterals) { return 0 }
        if step.place.length >= UInt64.keyLength { return longLiteral(of: node, step.place.range, text) }
        return child(of: node, isFolding ? step.key.lowercased : step.key).index
    }

    /// Returns the child for a long literal, piece by piece.
    private func longLiteral(of node: Index, _ place: Range<Int>, _ text: Span<UInt8>) -> Index {
        var node = node
        var start = place.lowerBound
        while place.upperBound - start >= UInt64.keyLength {
            let key = text.key(start..<place.upperBound)
            node = child(of: node, isFolding ? key.lowercased : key).index
            if node == 0 { return 0 }
            start += UInt64.keyLength
        }
        let key = text.key(start..<place.upperBound)
        return child(of: node, isFolding ? key.lowercased : key).index
    }

    /// Returns the first of a node's edges, starting at one of them, that accepts a text.
    func edge(of node: Index, from first: Int, _ place: ByteRange, _ text: Span<UInt8>) -> Int? {
        (first..<edges(of: node).upperBound).first { index in
            let edge = edges[index]
            let value = place.removing(prefix: edge.prefix.length, suffix: edge.suffix.length)
            return value.length > 0 && isLabel(edge.prefix, in: text, at: Int(place.start))
                && isLabel(edge.suffix, in: text, at: value.range.upperBound)
                && (edge.automaton == Edge.none || automata[Int(edge.automaton)].matches(text.extracting(value.range)))
        }
    }

    /// Whether a text has a label at a place with enough room for it.
    private func isLabel(_ label: Label, in text: Span<UInt8>, at start: Int) -> Bool {
        (0..<Int(label.length)).allSatisfy { index in
            let byte = text[start + index]
            let expected = labels[Int(label.start) + index]
            return byte == expected || (isFolding && ASCII.lowercased(byte) == expected)
        }
    }
}
