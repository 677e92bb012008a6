/// Many affixes at one place, by their prefixes, or by their suffixes where these tell more of them apart.
struct AffixOrder {
    /// The newest of the place's affixes when they were ordered: those in the list before it are not here.
    let newest: PatternIndex.Number
    private let numbers: [PatternIndex.Number]
    private let texts: TextOrder
    private let isBySuffix: Bool

    init(_ affixes: [(number: PatternIndex.Number, affix: Affix)]) {
        newest = affixes[0].number
        numbers = affixes.map(\.number)
        let prefixes = TextOrder(affixes.map(\.affix.prefix))
        // What all but a few differ in serves well enough.
        isBySuffix =
            prefixes.distinctCount <= affixes.count / 2
            && Set(affixes.map(\.affix.suffix)).count > prefixes.distinctCount
        texts = isBySuffix ? TextOrder(affixes.map { Self.backwards($0.affix.suffix) }) : prefixes
    }

    /// All that may meet what begins and ends in this way, and others.
    func candidates(for ends: Affix) -> [PatternIndex.Number] {
        texts.kin(of: isBySuffix ? Self.backwards(ends.suffix) : ends.prefix).map { numbers[$0] }
    }

    private static func backwards(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> { Array(text.reversed())[...] }
}

extension PatternIndex {
    /// Fewer are compared one by one.
    private static let fewestInCrowd = 16

    /// The affixes at a node that take a literal.
    func affixes(
        of node: Number, taking literal: ArraySlice<UInt8>, _ work: inout WorkBudget
    ) throws(WorkBudget.Exhausted) -> [Number] {
        guard nodes[Int(node)].affixes != Self.none else { return [] }
        return try candidates(of: node, for: Affix(prefix: literal, suffix: literal), &work).filter { affix in
            let (prefix, suffix) = (nodes[Int(affix)].prefix, nodes[Int(affix)].suffix)
            return literal.count > Int(prefix.length + suffix.length) && texts.agree(prefix, literal)
                && texts.agreeBackwards(suffix, literal)
        }
    }

    /// The affixes at a node that take a text that another takes.
    func affixes(
        of node: Number, meeting own: Affix, _ work: inout WorkBudget
    ) throws(WorkBudget.Exhausted) -> [Number] {
        guard nodes[Int(node)].affixes != Self.none else { return [] }
        return try candidates(of: node, for: own, &work).filter { affix in
            texts.agree(nodes[Int(affix)].prefix, own.prefix)
                && texts.agreeBackwards(nodes[Int(affix)].suffix, own.suffix)
        }
    }

    /// The literals at a node that an affix takes.
    func literals(
        of node: Number, takenBy own: Affix, _ work: inout WorkBudget
    ) throws(WorkBudget.Exhausted) -> [Number] {
        let literals = siblings(nodes[Int(node)].literals)
        try work.spend(comparisons: literals.count, ofBytes: own.prefix.count + own.suffix.count)
        return literals.filter { literal in
            let text = nodes[Int(literal)].prefix
            return Int(text.length) > own.prefix.count + own.suffix.count && texts.agree(text, own.prefix)
                && texts.agreeBackwards(text, own.suffix)
        }
    }

    private func candidates(
        of node: Number, for ends: Affix, _ work: inout WorkBudget
    ) throws(WorkBudget.Exhausted) -> [Number] {
        let crowd = crowds[node]
        var candidates = crowd?.candidates(for: ends) ?? []
        var affix = nodes[Int(node)].affixes
        while affix != crowd?.newest ?? Self.none {
            candidates.append(affix)
            affix = nodes[Int(affix)].next
        }
        try work.spend(comparisons: candidates.count, ofBytes: ends.prefix.count + ends.suffix.count)
        return candidates
    }

    /// The affixes at a node, where they are so many that looking for one is worth an order.
    func crowd(at node: Number) -> AffixOrder? {
        guard nodes[Int(node)].affixes != Self.none else { return nil }
        let affixes = siblings(nodes[Int(node)].affixes)
        return affixes.count < Self.fewestInCrowd ? nil : AffixOrder(affixes.map { ($0, affix($0)) })
    }
}

extension WorkBudget {
    /// Pays for texts that are compared with one of a length: less than a step each, where it is short.
    mutating func spend(comparisons count: Int, ofBytes length: Int) throws(Exhausted) {
        try spend(count * (16 + length) / 128)
    }
}
