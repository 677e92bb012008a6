import WaybillTable

extension PatternIndex {
    /// Summary of the path from a head to a node: lets the prover skip most items.
    struct PathSummary {
        /// No item below this number matches a probe of an item that ends here, except items of the node's own path.
        var lowestRival: Number = .max
        // Two bytes, because there is one for each node, and patterns have fewer segments.
        private var divergence = Int16.max
        private var segments: Int16 = 0

        /// The first segment with a sibling of a later kind, or with differing automata; `nil` if there is none.
        var firstDivergence: Int? { divergence == .max ? nil : Int(divergence) }
        var depth: Int { Int(segments) }

        /// Returns the summary of a child's path.
        ///
        /// - Parameter diverges: Whether another path diverges at the child.
        func extended(diverges: Bool) -> PathSummary {
            var summary = self
            if diverges, firstDivergence == nil { summary.divergence = segments }
            summary.segments += 1
            return summary
        }
    }

    /// The value that a probe has for a segment without a constraint.
    static let unlikely = Array("~".utf8)

    /// Returns the summaries by node. The cost is a step for each node and each item.
    ///
    /// - Parameter probes: By automaton: the value of a probe for a capture that it constrains.
    func summaries(probes: [[UInt8]?]) -> [PathSummary] {
        let least = leastItems
        var summaries = [PathSummary](repeating: PathSummary(), count: nodes.count)
        for number in heads.numbers {
            summaries[Int(heads[number].node)].lowestRival = lowestRival(ofHead: number)
        }
        for index in nodes.indices where nodes[index].kind != .root {
            let parent = Int(nodes[index].parent)
            var summary = summaries[parent].extended(diverges: diverges(index))
            let rival = lowestRival(of: index, least[parent], mayBeLiteral: mayBeLiteral(index, probes))
            summary.lowestRival = min(summary.lowestRival, rival)
            summaries[index] = summary
        }
        return summaries
    }

    /// By node.
    private var leastItems: [LeastItems] {
        var least = [LeastItems](repeating: LeastItems(), count: nodes.count)
        for node in nodes {
            let parent = Int(node.parent)
            switch node.kind {
            case .literal: least[parent].literals = min(least[parent].literals, node.least)
            case .affix: least[parent].affixes = min(least[parent].affixes, node.least)
            case .root, .constrained, .capture, .wildcard: break
            }
        }
        for number in items.indices where items[number].hasCatchAll {
            let node = Int(items[number].node)
            least[node].catchAlls = min(least[node].catchAlls, Number(number))
        }
        return least
    }

    /// Returns the smallest item that passes the parent of a node but not the node, and may match the same requests.
    ///
    /// The value of a probe for a segment without a constraint has one byte, so no affix accepts it.
    ///
    /// - Parameter siblings: The smallest items below the parent.
    private func lowestRival(of number: Int, _ siblings: LeastItems, mayBeLiteral: Bool) -> Number {
        let parent = nodes[Int(nodes[number].parent)]
        let others = min(siblings.catchAlls, mayBeLiteral ? siblings.literals : .max)
        let constrained = least(parent.constrained)
        let capture = least(parent.capture)
        let wildcard = least(parent.wildcard)
        return switch nodes[number].kind {
        case .root: .max
        case .literal, .affix: min(others, siblings.affixes, constrained, capture, wildcard)
        case .constrained: min(others, siblings.affixes, capture, wildcard)
        case .capture: min(others, constrained, wildcard)
        case .wildcard: min(others, constrained, capture)
        }
    }

    private func least(_ child: Number) -> Number { child == Self.none ? .max : nodes[Int(child)].least }

    private func lowestRival(ofHead number: Number) -> Number {
        var request = SampleRequest(segments: [], hasTrailingSlash: false)
        heads[number].head.sample(&request)
        return heads.matching(request).filter { $0 != number }.map { nodes[Int(heads[$0].node)].least }.min() ?? .max
    }

    /// Whether a probe for this segment may be one of its literal siblings.
    private func mayBeLiteral(_ number: Int, _ probes: [[UInt8]?]) -> Bool {
        let node = nodes[number]
        switch node.kind {
        case .root, .literal: return false
        case .capture, .wildcard, .constrained, .affix: break
        }
        guard nodes[Int(node.parent)].literals != Self.none else { return false }
        guard node.automaton != Self.mixed else { return true }
        guard let probe = node.automaton == Self.none ? Self.unlikely : probes[Int(node.automaton)] else { return true }
        let text = prefix(Number(number)) + folded(probe[...]) + suffix(Number(number))
        return literal(text, below: node.parent) != nil
    }

    private func diverges(_ number: Int) -> Bool {
        let node = nodes[number]
        let parent = nodes[Int(node.parent)]
        let hasWildcard = parent.wildcard != Self.none
        let isBroader = hasWildcard || parent.capture != Self.none
        let isMixed = node.automaton == Self.mixed
        switch node.kind {
        case .root, .wildcard: return false
        case .literal: return isBroader || parent.affixes != Self.none || parent.constrained != Self.none
        case .affix:
            let isAlone = nodes[Int(parent.affixes)].next == Self.none
            return isBroader || isMixed || !isAlone || parent.constrained != Self.none
        case .constrained: return isBroader || isMixed
        case .capture: return hasWildcard
        }
    }
}

/// The smallest items below a node's children, by kind, and among its own items.
private struct LeastItems {
    var literals = PatternIndex.Number.max
    var affixes = PatternIndex.Number.max
    var catchAlls = PatternIndex.Number.max
}

extension PatternIndex.Head {
    /// Sets the scheme, the host and the port of a request.
    func sample(_ request: inout SampleRequest) {
        request.scheme = scheme
        request.port = port
        switch host {
        case .any: return
        case .literal(let name): request.host = name
        case .suffix(let suffix): request.host = "~\(suffix)"
        }
        request.scheme = scheme ?? "ws"
    }
}
