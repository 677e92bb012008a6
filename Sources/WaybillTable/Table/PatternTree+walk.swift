extension PatternTree {
    /// A point to go back to after a dead end.
    struct Pending: Sendable, BitwiseCopyable {
        var node: Index = 0
        /// The step behind ``node``.
        var step: UInt32 = 0
        /// The next of the node's edges to try; behind them comes its wild child.
        var edge: UInt32 = 0
    }

    /// Finds the smallest entry whose pattern matches a URL and which the scope shows.
    ///
    /// At every node the literal child is tried first; where there are others as well, the node is kept as a point to go
    /// back to, one a step at most.
    ///
    /// The places in the arrays are right by construction, which ``_checkInvariants()`` repeats; that is what lets the
    /// loop do without asking at each of them.
    ///
    /// - Parameters:
    ///   - bytes: What the places of `steps` are in.
    ///   - steps: Those of the URL; the first ones mean nothing for a path alone.
    ///   - start: ``start(isPathAlone:)``.
    ///   - isSlashed: Whether a slash ends the path.
    ///   - findings: Those of the search so far.
    @inline(never)
    func walk(
        _ bytes: Span<UInt8>, _ steps: Span<URLScan.Step>, from start: (node: Index, step: Int), isSlashed: Bool,
        in scope: borrowing RequestScope, _ findings: inout Findings
    ) {
        findings.pending.reserve(depth &+ 1)
        if isFolding {
            walk(bytes, steps, from: start, scope, isSlashed: isSlashed, &findings, isFolding: true)
        } else {
            walk(bytes, steps, from: start, scope, isSlashed: isSlashed, &findings, isFolding: false)
        }
    }

    /// Where the walk of a URL begins.
    func start(isPathAlone: Bool) -> (node: Index, step: Int) {
        isPathAlone ? (pathRoot, URLScan.headCount) : (0, 0)
    }

    /// Made twice, so that folding costs nothing where there is none.
    @inline(__always)
    private func walk(
        _ bytes: Span<UInt8>, _ steps: Span<URLScan.Step>, from start: (node: Index, step: Int),
        _ scope: borrowing RequestScope, isSlashed: Bool, _ findings: inout Findings, isFolding: Bool
    ) {
        var (index, step) = start
        var pendingCount = 0
        // No pattern is for paths alone.
        guard index > 0 || step == 0 else { return }
        while true {
            var next: Index = 0
            if step == steps.count {
                visit(index, isEnd: true, for: .best, scope, isSlashed, &findings)
            } else {
                let node = unsafe nodes[unchecked: Int(index)]
                let text = unsafe steps[unchecked: step]
                step &+= 1
                if node.traits.intersection([.hasLiterals, .hasAlternatives, .hasRests]) == .hasLiterals {
                    next = literal(of: index, text, bytes, isFolding: isFolding && step > URLScan.headCount)
                } else if node.traits.isDisjoint(with: [.hasLiterals, .hasEdges, .hasRests]) {
                    // An empty segment has no literal, and only `**` takes it.
                    next = text.place.length > 0 ? node.wild.index : 0
                } else {
                    if node.traits.contains(.hasRests) {
                        visit(index, isEnd: false, for: .best, scope, isSlashed, &findings)
                    }
                    next = literal(of: index, text, bytes, isFolding: isFolding && step > URLScan.headCount)
                    if node.traits.contains(.hasAlternatives), text.place.length > 0 {
                        let point = Pending(node: index, step: UInt32(truncatingIfNeeded: step), edge: node.edges)
                        unsafe findings.pending[unchecked: pendingCount] = point
                        pendingCount &+= 1
                    }
                }
            }
            while next == 0 {
                guard pendingCount > 0 else { return }
                pendingCount &-= 1
                let point = unsafe findings.pending[unchecked: pendingCount]
                let owner = unsafe nodes[unchecked: Int(point.node)]
                // Nothing below its alternatives would be better.
                guard owner.alternatives < findings.route else { continue }
                step = Int(point.step)
                let place = unsafe steps[unchecked: step &- 1].place
                if owner.traits.contains(.hasEdges), let edge = edge(of: point, place, bytes, isFolding: isFolding) {
                    next = edges[edge].child
                    unsafe findings.pending[unchecked: pendingCount].edge = UInt32(truncatingIfNeeded: edge &+ 1)
                    pendingCount &+= 1
                } else {
                    next = owner.wild.index
                }
            }
            index = next
        }
    }

    /// What is looked for among the entries whose patterns match.
    enum Goal {
        /// The smallest one: ``Findings/route``.
        case best
        /// All: ``Findings/interceptors``.
        case all
    }

    /// Notes the entries of patterns that end at a node, and of those whose `**` begins there.
    @inline(__always)
    func visit(
        _ node: Index, isEnd: Bool, for goal: Goal, _ scope: borrowing RequestScope, _ isSlashed: Bool,
        _ findings: inout Findings
    ) {
        var index = unsafe Int(nodes[unchecked: Int(node)].terminals)
        while index != 0 {
            let terminal = unsafe terminals[unchecked: index]
            if unsafe (isEnd || terminal.isRest) && scope.shows(terminal, isSlashed: isSlashed) {
                switch goal {
                case .best:
                    findings.route = min(findings.route, terminal.entry)
                    return
                case .all: findings.append(interceptor: terminal.entry)
                }
            }
            index = terminal.isLast ? 0 : index &+ 1
        }
    }

    /// The child for a literal, or 0.
    @inline(__always)
    func literal(of node: Index, _ text: URLScan.Step, _ bytes: Span<UInt8>, isFolding: Bool) -> Index {
        if text.place.length > SegmentKey.length { return longLiteral(of: node, text, bytes, isFolding: isFolding) }
        return child(of: node, isFolding ? text.key.lowercased : text.key)?.index ?? 0
    }

    /// The same, piece by piece.
    @inline(never)
    private func longLiteral(of node: Index, _ text: URLScan.Step, _ bytes: Span<UInt8>, isFolding: Bool) -> Index {
        var (node, key) = (node, text.key)
        var (start, end) = (Int(text.place.start), Int(text.place.end))
        while end &- start > SegmentKey.length {
            guard let child = child(of: node | Slot.pieceMark, isFolding ? key.lowercased : key) else { return 0 }
            node = child.index
            start &+= SegmentKey.length
            key = SegmentKey.key(bytes, start, end)
        }
        return child(of: node, isFolding ? key.lowercased : key)?.index ?? 0
    }

    /// The first of a node's edges that takes a text.
    @inline(never)
    func edge(of point: Pending, _ place: URLScan.Place, _ bytes: Span<UInt8>, isFolding: Bool) -> Int? {
        let end = edges(of: point.node).upperBound
        var index = Int(point.edge)
        while index < end {
            let edge = edges[index]
            let value = place.middle(behind: edge.prefix.length, before: edge.suffix.length)
            if value.length > 0, Self.isEqual(labels, edge.prefix, bytes, at: Int(place.start), isFolding),
                Self.isEqual(labels, edge.suffix, bytes, at: Int(value.end), isFolding),
                edge.automaton == Edge.none || automata[Int(edge.automaton)].matches(bytes.extracting(value.range))
            {
                return index
            }
            index &+= 1
        }
        return nil
    }

    /// Whether a label stands in `bytes` at a place that has room for it.
    @inline(__always)
    private static func isEqual(
        _ labels: FrozenArray<UInt8>, _ label: Label, _ bytes: Span<UInt8>, at start: Int, _ isFolding: Bool
    ) -> Bool {
        let labels = unsafe labels.buffer.span
        let length = Int(label.length)
        guard length >= 8 else {
            let word = bytes.word(at: start)
            let mask = (1 &<< UInt64(truncatingIfNeeded: length &* 8)) &- 1
            return (labels.word(at: Int(label.start)) ^ (isFolding ? word.lowercased : word)) & mask == 0
        }
        var offset = 0
        while true {
            let word = unsafe bytes.load(at: start &+ offset)
            guard unsafe labels.load(at: Int(label.start) &+ offset) == (isFolding ? word.lowercased : word) else {
                return false
            }
            if offset == length &- 8 { return true }
            // The last word overlaps with the one before.
            offset = min(offset &+ 8, length &- 8)
        }
    }
}
