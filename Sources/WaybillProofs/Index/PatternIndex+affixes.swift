import WaybillTable

/// The texts before and after a capture, folded if the table folds.
struct Affix: Equatable {
    var prefix: ArraySlice<UInt8>
    var suffix: ArraySlice<UInt8>

    /// Whether this accepts everything that the other accepts.
    func contains(_ other: Affix) -> Bool {
        other.prefix.starts(with: prefix) && other.suffix.ends(with: suffix)
    }
}

/// Many affixes at one place, sorted by their prefixes or, if these are more distinct, by their suffixes.
struct AffixOrder {
    /// The newest of the affixes at the time of sorting. Affixes before it in the list are not contained.
    let newest: PatternIndex.Number
    private let numbers: [PatternIndex.Number]
    private let texts: TextOrder
    private let isBySuffix: Bool

    init(_ affixes: [(number: PatternIndex.Number, affix: Affix)]) {
        newest = affixes[0].number
        numbers = affixes.map(\.number)
        let prefixes = TextOrder(affixes.map(\.affix.prefix))
        // The text in which almost all differ is good enough.
        isBySuffix =
            prefixes.distinctCount <= affixes.count / 2
            && Set(affixes.map(\.affix.suffix)).count > prefixes.distinctCount
        texts = isBySuffix ? TextOrder(affixes.map { Self.backwards($0.affix.suffix) }) : prefixes
    }

    /// Returns all affixes that may share a text with the given one, and some others.
    func candidates(for ends: Affix) -> [PatternIndex.Number] {
        texts.related(to: isBySuffix ? Self.backwards(ends.suffix) : ends.prefix).map { numbers[$0] }
    }

    private static func backwards(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> { Array(text.reversed())[...] }
}

extension PatternIndex {
    /// Fewer affixes are compared one by one.
    private static let minimumOrderedAffixes = 16

    func affix(of capture: Pattern.Capture) -> Affix {
        Affix(prefix: folded(capture.prefix[...]), suffix: folded(capture.suffix[...]))
    }

    func affix(_ number: Number) -> Affix { Affix(prefix: prefix(number), suffix: suffix(number)) }

    func isSame(_ affix: Number, _ segment: Pattern.Segment) -> Bool {
        guard case .capture(let capture) = segment else { return false }
        return self.affix(of: capture) == self.affix(affix)
    }

    /// Returns the affixes at a node that accept a literal.
    func affixes(
        of node: Number, taking literal: ArraySlice<UInt8>, _ work: inout WorkBudget
    ) throws(WorkBudget.Exhausted) -> [Number] {
        guard nodes[Int(node)].affixes != Self.none else { return [] }
        return try candidates(of: node, for: Affix(prefix: literal, suffix: literal), &work).filter {
            affix($0).takes(literal)
        }
    }

    /// Returns the affixes at a node that may share a text with another affix.
    func affixes(
        of node: Number, intersecting own: Affix, _ work: inout WorkBudget
    ) throws(WorkBudget.Exhausted) -> [Number] {
        guard nodes[Int(node)].affixes != Self.none else { return [] }
        return try candidates(of: node, for: own, &work).filter { mayIntersect($0, own) }
    }

    /// Whether one prefix begins with the other, and one suffix ends with the other.
    private func mayIntersect(_ affix: Number, _ other: Affix) -> Bool {
        // An empty text agrees with every text, so the other one need not be read.
        (other.prefix.isEmpty || prefix(affix).agreesFromStart(with: other.prefix))
            && (other.suffix.isEmpty || suffix(affix).agreesFromEnd(with: other.suffix))
    }

    /// Returns the literals at a node that an affix accepts.
    func literals(
        of node: Number, takenBy own: Affix, _ work: inout WorkBudget
    ) throws(WorkBudget.Exhausted) -> [Number] {
        let literals = siblings(nodes[Int(node)].literals)
        try work.spend(comparisons: literals.count, ofBytes: own.prefix.count + own.suffix.count)
        return literals.filter { own.takes(prefix($0)) }
    }

    private func candidates(
        of node: Number, for ends: Affix, _ work: inout WorkBudget
    ) throws(WorkBudget.Exhausted) -> [Number] {
        let ordered = orderedAffixes[node]
        var candidates = ordered?.candidates(for: ends) ?? []
        var affix = nodes[Int(node)].affixes
        while affix != ordered?.newest ?? Self.none {
            candidates.append(affix)
            affix = nodes[Int(affix)].next
        }
        try work.spend(comparisons: candidates.count, ofBytes: ends.prefix.count + ends.suffix.count)
        return candidates
    }

    /// Returns the sorted affixes at a node, if there are enough of them to sort.
    func ordered(at node: Number) -> AffixOrder? {
        guard nodes[Int(node)].affixes != Self.none else { return nil }
        let affixes = siblings(nodes[Int(node)].affixes)
        return affixes.count < Self.minimumOrderedAffixes ? nil : AffixOrder(affixes.map { ($0, affix($0)) })
    }
}

extension Affix {
    /// Whether a text begins and ends in this way, with something between.
    fileprivate func takes(_ text: ArraySlice<UInt8>) -> Bool {
        text.count > prefix.count + suffix.count && text.starts(with: prefix) && text.ends(with: suffix)
    }
}

extension ArraySlice<UInt8> {
    /// Whether one of two texts begins with the other.
    fileprivate func agreesFromStart(with other: Self) -> Bool {
        (0..<Swift.min(count, other.count)).allSatisfy { self[startIndex + $0] == other[other.startIndex + $0] }
    }

    /// Whether one of two texts ends with the other.
    fileprivate func agreesFromEnd(with other: Self) -> Bool {
        (1..<Swift.min(count, other.count) + 1).allSatisfy { self[endIndex - $0] == other[other.endIndex - $0] }
    }

    fileprivate func ends(with text: ArraySlice<UInt8>) -> Bool { suffix(text.count) == text }
}

extension WorkBudget {
    /// Spends steps for comparisons with a text. For short texts, a comparison is less than a step.
    mutating func spend(comparisons count: Int, ofBytes length: Int) throws(Exhausted) {
        try spend(count * (16 + length) / 64)
    }
}
