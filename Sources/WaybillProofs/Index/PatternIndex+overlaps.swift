import WaybillTable

extension PatternIndex {
    /// Visits every item that may share a URL with a pattern. Constraints are ignored.
    ///
    /// - Parameter visit: Returns whether to go on.
    func overlaps(
        with pattern: Pattern, _ work: inout WorkBudget, _ visit: (Number) throws(WorkBudget.Exhausted) -> Bool
    ) throws(WorkBudget.Exhausted) {
        for head in heads.intersecting(Head(of: pattern)) {
            guard try descend(heads[head].node, 0, pattern, &work, visit) else { return }
        }
    }

    /// Returns all of these items, in order.
    func overlaps(with pattern: Pattern, _ work: inout WorkBudget) throws(WorkBudget.Exhausted) -> [Number] {
        var found: [Number] = []
        try overlaps(with: pattern, &work) { number in
            found.append(number)
            return true
        }
        return found.sorted()
    }

    /// The depth is limited by ``Pattern/maximumSegments``.
    private func descend(
        _ number: Number, _ depth: Int, _ pattern: Pattern, _ work: inout WorkBudget,
        _ visit: (Number) throws(WorkBudget.Exhausted) -> Bool
    ) throws(WorkBudget.Exhausted) -> Bool {
        try work.spend()
        let node = nodes[Int(number)]
        guard try report(node.catchAlls, pattern, &work, visit) else { return false }
        if depth >= pattern.segments.count {
            guard try report(node.ends, pattern, &work, visit) else { return false }
            guard pattern.catchAll != nil else { return true }
        }
        let segment = depth < pattern.segments.count ? pattern.segments[depth] : nil
        for child in try children(of: number, for: segment, &work) {
            guard try descend(child, depth + 1, pattern, &work, visit) else { return false }
        }
        return true
    }

    /// Returns the children whose segment may share a text with a segment; all of them for `nil`, which means `**`.
    func children(
        of number: Number, for segment: Pattern.Segment?, _ work: inout WorkBudget
    ) throws(WorkBudget.Exhausted) -> [Number] {
        let node = nodes[Int(number)]
        var children = [node.constrained, node.capture, node.wildcard].filter { $0 != Self.none }
        switch segment {
        case .literal(let bytes):
            let bytes = folded(bytes)
            if let child = literal(bytes, below: number) { children.append(child) }
            children += try affixes(of: number, taking: bytes, &work)
        case .capture(let capture) where capture.isAffix:
            let own = affix(of: capture)
            children += try literals(of: number, takenBy: own, &work) + affixes(of: number, intersecting: own, &work)
        case .capture, .any, nil:
            children += siblings(node.literals) + siblings(node.affixes)
            try work.spend(comparisons: children.count, ofBytes: 0)
        }
        return children
    }

    func siblings(_ first: Number) -> [Number] {
        var siblings: [Number] = []
        var number = first
        while number != Self.none {
            siblings.append(number)
            number = nodes[Int(number)].next
        }
        return siblings
    }

    /// Returns the items of a list, from its first.
    func items(from first: Number) -> [Number] {
        var found: [Number] = []
        var number = first
        while number != Self.none {
            found.append(number)
            number = nextItem[Int(number)]
        }
        return found
    }

    private func report(
        _ first: Number, _ pattern: Pattern, _ work: inout WorkBudget,
        _ visit: (Number) throws(WorkBudget.Exhausted) -> Bool
    ) throws(WorkBudget.Exhausted) -> Bool {
        var number = first
        while number != Self.none {
            try work.spend()
            if items[Int(number)].sharesSlash(with: settings.slash(of: pattern)) {
                guard try visit(number) else { return false }
            }
            number = nextItem[Int(number)]
        }
        return true
    }
}
