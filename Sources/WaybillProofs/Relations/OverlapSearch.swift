import WaybillTable

/// Searches for places over which a place takes precedence and with which it may overlap, although neither is broader.
struct OverlapSearch {
    /// The known facts about the path to a node.
    private struct Path {
        /// Whether the searching place takes precedence over everything below the node.
        var isDecided = false
        /// Whether an item below the node may be more specific somewhere.
        var isNarrower = false

        func extended(decides: Bool = false, narrower: Bool = false) -> Path {
            Path(isDecided: isDecided || decides, isNarrower: isNarrower || narrower)
        }
    }

    private var candidates: [PatternIndex.Number] = []
    private let prover: RouteProver
    private let index: PatternIndex
    private let number: PatternIndex.Number
    private let item: PatternIndex.Item
    private let heads: [PatternIndex.Number]
    private let done: [Bool]

    /// - Parameters:
    ///   - heads: The other heads that may overlap.
    ///   - done: By item: whether it is no longer a candidate.
    private init(_ prover: RouteProver, _ number: PatternIndex.Number, _ heads: [PatternIndex.Number], _ done: [Bool]) {
        self.prover = prover
        self.number = number
        self.heads = heads
        self.done = done
        index = prover.index
        item = prover.index.items[Int(number)]
    }

    /// Returns the places, and whether the budget was enough to find all.
    static func candidates(
        for number: PatternIndex.Number, _ heads: [PatternIndex.Number], _ done: [Bool], in prover: RouteProver,
        _ work: inout WorkBudget
    ) -> (found: [PatternIndex.Number], isComplete: Bool) {
        var search = OverlapSearch(prover, number, heads, done)
        let isComplete = (try? search.run(&work)) != nil
        return (search.candidates, isComplete)
    }

    private mutating func run(_ work: inout WorkBudget) throws(WorkBudget.Exhausted) {
        let own = index.heads[item.head]
        try descend(own.node, 0, Path(), &work)
        for number in heads {
            let other = index.heads[number]
            let isNarrower = !other.head.contains(own.head)
            try descend(other.node, 0, Path(isDecided: true, isNarrower: isNarrower), &work)
        }
    }

    private mutating func descend(
        _ node: PatternIndex.Number, _ depth: Int, _ path: Path, _ work: inout WorkBudget
    ) throws(WorkBudget.Exhausted) {
        let here = index.nodes[Int(node)]
        guard here.greatest > number else { return }
        try work.spend()
        try report(here.catchAlls, path, &work)
        guard depth < item.segments.count else { return try descendAfterEnd(node, depth, path, &work) }
        let segment = item.segments[depth]
        guard path.isDecided else { return try descendUndecided(node, depth, segment, path, &work) }
        for child in try index.children(of: node, for: segment, &work) {
            try descend(child, depth + 1, path.extended(narrower: isNarrower(child, than: segment)), &work)
        }
    }

    /// Continues after the last segment of the searching place.
    private mutating func descendAfterEnd(
        _ node: PatternIndex.Number, _ depth: Int, _ path: Path, _ work: inout WorkBudget
    ) throws(WorkBudget.Exhausted) {
        let ends = index.nodes[Int(node)].ends
        if !item.hasCatchAll { return try report(ends, path, &work) }
        guard path.isDecided else { return }
        try report(ends, path.extended(narrower: true), &work)
        for child in try index.children(of: node, for: nil, &work) {
            try descend(child, depth + 1, path.extended(narrower: true), &work)
        }
    }

    /// Visits only children of the same kind or a later one. Items below the others take precedence over the searching
    /// place.
    private mutating func descendUndecided(
        _ node: PatternIndex.Number, _ depth: Int, _ segment: Pattern.Segment, _ path: Path, _ work: inout WorkBudget
    ) throws(WorkBudget.Exhausted) {
        let here = index.nodes[Int(node)]
        let isConstrained = item.constrained.contains { $0.segment == depth }
        var kinds: [(node: PatternIndex.Number, decides: Bool)] = [(here.wildcard, segment != .any)]
        switch segment {
        case .any: break
        case .literal(let bytes):
            if let child = index.literal(index.folded(bytes), below: node) {
                try descend(child, depth + 1, path, &work)
            }
            kinds += [(here.constrained, true), (here.capture, true)]
            try descendAffixes(node, depth, segment, path, &work)
        case .capture(let capture):
            kinds.append((here.capture, capture.isAffix || isConstrained))
            if capture.isAffix || isConstrained { kinds.append((here.constrained, capture.isAffix)) }
            if capture.isAffix { try descendAffixes(node, depth, segment, path, &work) }
        }
        for kind in kinds where kind.node != PatternIndex.none {
            let narrower = isNarrower(kind.node, than: segment)
            try descend(kind.node, depth + 1, path.extended(decides: kind.decides, narrower: narrower), &work)
        }
    }

    private mutating func descendAffixes(
        _ node: PatternIndex.Number, _ depth: Int, _ segment: Pattern.Segment, _ path: Path, _ work: inout WorkBudget
    ) throws(WorkBudget.Exhausted) {
        let affixes: [PatternIndex.Number] =
            switch segment {
            case .any: []
            case .literal(let bytes): try index.affixes(of: node, taking: index.folded(bytes), &work)
            case .capture(let capture): try index.affixes(of: node, intersecting: index.affix(of: capture), &work)
            }
        for child in affixes {
            let isSame = index.isSame(child, segment)
            let narrower = isNarrower(child, than: segment)
            try descend(child, depth + 1, path.extended(decides: !isSame, narrower: narrower), &work)
        }
    }

    /// Whether a child's segment may exclude something that the searching segment accepts. Constraints are compared at
    /// the end.
    private func isNarrower(_ child: PatternIndex.Number, than segment: Pattern.Segment) -> Bool {
        let kind = index.nodes[Int(child)].kind
        guard kind == .literal || kind == .affix else { return false }
        switch segment {
        case .literal: return false
        case .any: return true
        case .capture(let capture):
            return !(capture.isAffix && kind == .affix) || !index.affix(child).contains(index.affix(of: capture))
        }
    }

    // MARK: Candidates

    private mutating func report(
        _ first: PatternIndex.Number, _ path: Path, _ work: inout WorkBudget
    ) throws(WorkBudget.Exhausted) {
        var other = first
        while other != PatternIndex.none {
            try work.spend()
            if other > number && !done[Int(other)] && isCandidate(other, path) { candidates.append(other) }
            other = index.nextItem[Int(other)]
        }
    }

    private func isCandidate(_ other: PatternIndex.Number, _ path: Path) -> Bool {
        guard prover.places[Int(other)].route != prover.places[Int(number)].route,
            prover.route(of: other).priority == prover.route(of: number).priority,
            prover.mask(of: other).intersects(prover.mask(of: number))
        else { return false }
        let entry = index.items[Int(other)]
        guard entry.sharesSlash(with: item.slash) else { return false }
        var isNarrower = path.isNarrower
        for (segment, automaton) in entry.constrained {
            switch comparison(at: segment, automaton, entry) {
            case .disjoint: return false
            case .broader: continue
            case .open: isNarrower = true
            }
        }
        return isNarrower
    }

    private enum Comparison { case disjoint, broader, open }

    /// Compares a constrained capture with the searching segment, if that is possible without automata.
    private func comparison(
        at segment: Int, _ automaton: PatternIndex.Number, _ other: PatternIndex.Item
    ) -> Comparison {
        guard segment < item.segments.count, case .capture(let capture) = other.segments[segment] else {
            return .open
        }
        switch item.segments[segment] {
        case .literal(let bytes) where !index.isFolding:
            let value = bytes.dropFirst(capture.prefix.count).dropLast(capture.suffix.count)
            return index.automata[Int(automaton)].matches(value) ? .broader : .disjoint
        case .capture(let own) where own.prefix == capture.prefix && own.suffix == capture.suffix:
            let isSame = item.constrained.first { $0.segment == segment }?.automaton == automaton
            return isSame ? .broader : .open
        default: return .open
        }
    }
}
