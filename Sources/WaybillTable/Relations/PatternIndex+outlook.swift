extension PatternIndex {
    /// What a node's way from its head can tell about all items that pass it, so that most need no search of their own.
    struct Outlook {
        /// No item below this number, but for those of the node's own way, matches a probe of an item that ends here.
        var threat: Number = .max
        // Two bytes each, for there is one for each node: no pattern has so many segments.
        private var forkDepth = Int16.max
        private var segments: Int16 = 0

        /// The first segment at which another kind of segment comes later, or automata differ; `nil` where none does.
        var fork: Int? { forkDepth == .max ? nil : Int(forkDepth) }
        var depth: Int { Int(segments) }

        /// What a child knows of the way to it.
        ///
        /// - Parameter isFork: Whether it forks here for the first time.
        func extended(isFork: Bool) -> Outlook {
            var outlook = self
            if isFork { outlook.forkDepth = segments }
            outlook.segments += 1
            return outlook
        }
    }

    /// What a probe has for a segment that takes anything.
    static let unlikely = Array("~".utf8)

    /// By node. Costs a step for each node and each item.
    ///
    /// - Parameter probes: By automaton: the value that a probe has for a capture that it narrows.
    func outlooks(probes: [[UInt8]?]) -> [Outlook] {
        let least = leastItems
        var outlooks = [Outlook](repeating: Outlook(), count: nodes.count)
        for number in heads.numbers { outlooks[Int(heads[number].node)].threat = threat(toHead: number) }
        for index in nodes.indices {
            guard nodes[index].kind != .root else { continue }
            let parent = Int(nodes[index].parent)
            var outlook = outlooks[parent].extended(isFork: outlooks[parent].fork == nil && forks(index))
            outlook.threat = min(outlook.threat, threat(to: index, least[parent], mayBeLiteral(index, probes)))
            outlooks[index] = outlook
        }
        return outlooks
    }

    /// By node.
    private var leastItems: [LeastItems] {
        var least = [LeastItems](repeating: LeastItems(), count: nodes.count)
        for node in nodes {
            let parent = Int(node.parent)
            switch node.kind {
            case .literal: least[parent].literals = min(least[parent].literals, node.least)
            case .affix: least[parent].affixes = min(least[parent].affixes, node.least)
            case .root, .narrowed, .capture, .star: break
            }
        }
        for number in items.indices where items[number].hasRest {
            let node = Int(items[number].node)
            least[node].rests = min(least[node].rests, Number(number))
        }
        return least
    }

    /// The least item that does not pass a node, though it passes the one above, and may match what the node stands for.
    ///
    /// No affix takes the one byte of a probe for a segment that takes anything.
    private func threat(to number: Int, _ beside: LeastItems, _ mayBeLiteral: Bool) -> Number {
        let parent = nodes[Int(nodes[number].parent)]
        let wild = min(beside.rests, mayBeLiteral ? beside.literals : .max)
        let (narrowed, capture, star) = (least(parent.narrowed), least(parent.capture), least(parent.star))
        return switch nodes[number].kind {
        case .root: .max
        case .literal, .affix: min(wild, beside.affixes, narrowed, capture, star)
        case .narrowed: min(wild, beside.affixes, capture, star)
        case .capture: min(wild, narrowed, star)
        case .star: min(wild, narrowed, capture)
        }
    }

    private func least(_ child: Number) -> Number { child == Self.none ? .max : nodes[Int(child)].least }

    private func threat(toHead number: Number) -> Number {
        var request = SampleRequest(segments: [], hasTrailingSlash: false)
        heads[number].head.sample(&request)
        return heads.matching(request).filter { $0 != number }.map { nodes[Int(heads[$0].node)].least }.min() ?? .max
    }

    /// Whether a probe for this segment may be one of the literals beside it.
    private func mayBeLiteral(_ number: Int, _ probes: [[UInt8]?]) -> Bool {
        switch nodes[number].kind {
        case .root, .literal: return false
        case .capture, .star, .narrowed, .affix: break
        }
        guard nodes[Int(nodes[number].parent)].literals != Self.none else { return false }
        let node = nodes[number]
        guard node.automaton != Self.mixed else { return true }
        guard let probe = node.automaton == Self.none ? Self.unlikely : probes[Int(node.automaton)] else { return true }
        return literal(text(node.prefix) + folded(probe[...]) + text(node.suffix), below: node.parent) != nil
    }

    private func forks(_ number: Int) -> Bool {
        let parent = Int(nodes[number].parent)
        let affixes = nodes[parent].affixes
        let hasStar = nodes[parent].star != Self.none
        let isBroader = hasStar || nodes[parent].capture != Self.none
        let isMixed = nodes[number].automaton == Self.mixed
        switch nodes[number].kind {
        case .root, .star: return false
        case .literal: return isBroader || affixes != Self.none || nodes[parent].narrowed != Self.none
        case .affix:
            let isAlone = nodes[Int(affixes)].next == Self.none
            return isBroader || isMixed || !isAlone || nodes[parent].narrowed != Self.none
        case .narrowed: return isBroader || isMixed
        case .capture: return hasStar
        }
    }
}

/// The least items below a node's children of the kinds that there may be many of, and among its own.
private struct LeastItems {
    var literals = PatternIndex.Number.max
    var affixes = PatternIndex.Number.max
    var rests = PatternIndex.Number.max
}
