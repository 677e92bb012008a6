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
        let least = nodes.indices.map { LeastItems(self, Number($0)) }
        var literals = [Number](repeating: .max, count: nodes.count)
        for index in nodes.indices where nodes[index].kind == .literal {
            let parent = Int(nodes[index].parent)
            literals[parent] = min(literals[parent], nodes[index].least)
        }
        var outlooks = [Outlook](repeating: Outlook(), count: nodes.count)
        for number in heads.numbers { outlooks[Int(heads[number].node)].threat = threat(toHead: number) }
        for index in nodes.indices {
            guard nodes[index].kind != .root else { continue }
            let parent = Int(nodes[index].parent)
            var outlook = outlooks[parent].extended(isFork: outlooks[parent].fork == nil && forks(index))
            let threat = mayBeLiteral(index, probes) ? literals[parent] : .max
            outlook.threat = min(outlook.threat, least[parent].besides(nodes[index].kind, literals: threat))
            outlooks[index] = outlook
        }
        return outlooks
    }

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

/// By kind of a node's children: the least item below one of them.
private struct LeastItems {
    private var affixes: Number
    private var narrowed: Number
    private var capture: Number
    private var star: Number
    private var rests: Number

    init(_ index: PatternIndex, _ number: PatternIndex.Number) {
        let nodes = index.nodes
        func least(_ child: Number) -> Number { child == PatternIndex.none ? .max : nodes[Int(child)].least }
        narrowed = least(nodes[Int(number)].narrowed)
        capture = least(nodes[Int(number)].capture)
        star = least(nodes[Int(number)].star)
        affixes = .max
        var affix = nodes[Int(number)].affixes
        while affix != PatternIndex.none {
            affixes = min(affixes, nodes[Int(affix)].least)
            affix = nodes[Int(affix)].next
        }
        rests = .max
        var item = nodes[Int(number)].rests
        while item != PatternIndex.none {
            rests = min(rests, item)
            item = index.nextItem[Int(item)]
        }
    }

    private typealias Number = PatternIndex.Number

    /// The least item that does not pass a child of one kind, and may match what that child stands for.
    ///
    /// No affix takes the one byte of a probe for a segment that takes anything.
    func besides(_ kind: PatternIndex.Node.Kind, literals: PatternIndex.Number) -> PatternIndex.Number {
        let wild = min(rests, literals)
        return switch kind {
        case .root: .max
        case .literal, .affix: min(wild, affixes, narrowed, capture, star)
        case .narrowed: min(wild, affixes, capture, star)
        case .capture: min(wild, narrowed, star)
        case .star: min(wild, narrowed, capture)
        }
    }
}
