extension RouteProver {
    /// P005: places that lose some of their requests to one of the same priority that is neither broader nor narrower.
    /// Requests that a third one takes from both are not lost to it, nor are those that a route's own pattern takes.
    ///
    /// A literal before a capture is what people mean, and not worth a word. What they seldom mean is that of two patterns
    /// that are each narrower at some place, the first place from the left decides. So the search starts from the one
    /// that comes first, takes only ways on which it does, and asks automata only where the other is narrower somewhere.
    mutating func crossings(besides known: Set<RoutePlace>) -> [RouteFinding] {
        var findings: [RouteFinding] = []
        var done = places.map(known.contains)
        let heads = index.heads.numbers.map { CrossedHeads(of: $0, index) }
        for number in places.indices.map(PatternIndex.Number.init) where !known.contains(places[Int(number)]) {
            let others = heads[Int(index.items[Int(number)].head)]
            guard mayCross(number, others) else { continue }
            // There may be as many candidates as pairs, so none is looked for in vain.
            if isSpent { leaveUndecided(places[Int(number)]) }
            for candidate in candidates(for: number, others, done) where !isSpent && !done[Int(candidate)] {
                guard let finding = crossing(number, candidate) else { continue }
                findings.append(finding)
                done[Int(candidate)] = true
            }
        }
        return findings
    }

    /// Whether a search may find anything, told at a glance: something has to come later beside the place's way or under
    /// another head, and the place has to be wide behind that, for the other to be narrower.
    private func mayCross(_ number: PatternIndex.Number, _ others: CrossedHeads) -> Bool {
        if others.greatestNarrower > number { return true }
        let node = index.items[Int(number)].node
        guard let fork = others.greatest > number ? -1 : outlooks[Int(node)].fork else { return false }
        return isWide(index.items[Int(number)], behind: fork)
    }

    private func isWide(_ item: PatternIndex.Item, behind fork: Int) -> Bool {
        if item.hasRest || index.isFolding { return true }
        for depth in item.segments.indices {
            switch item.segments[depth] {
            case .literal: continue
            case .any: if depth > fork { return true }
            case .capture(let capture):
                if depth > fork || capture.isAffix || index.narrowed(item).contains(where: { $0.segment == depth }) {
                    return true
                }
            }
        }
        return false
    }

    private mutating func candidates(
        for number: PatternIndex.Number, _ heads: CrossedHeads, _ done: [Bool]
    ) -> [PatternIndex.Number] {
        if isSpent { return [] }
        var search = CrossingSearch(self, number, heads.numbers, done)
        do throws(WorkBudget.Exhausted) {
            try search.run(&walk)
        } catch {
            leaveUndecided(places[Int(number)])
        }
        return search.candidates
    }

    private mutating func crossing(_ first: PatternIndex.Number, _ second: PatternIndex.Number) -> RouteFinding? {
        let (winner, loser) = (places[Int(first)], places[Int(second)])
        return decide(loser) { prover, work throws(WorkBudget.Exhausted) -> RouteFinding? in
            let (own, other) = (
                try prover.table.requests(at: loser, &work), try prover.table.requests(at: winner, &work)
            )
            let shared = try own.intersection(other, &work)
            guard !shared.isEmpty else { return nil }
            let (mine, its) = (try prover.table.urls(at: loser, &work), try prover.table.urls(at: winner, &work))
            guard try !mine.subtracting(its, &work).isEmpty,
                let alone = try its.subtracting(mine, &work).limited(to: prover.route(of: first).methods)
                    .sample(.readable(prover.table.pattern(at: winner)))
            else { return nil }
            let taste = SampleTaste.readable(prover.table.pattern(at: loser))
            guard let witness = try prover.witness(among: shared, servedBy: first, taste, &work) else { return nil }
            return RouteFinding(
                .partlyShadowed, at: loser, others: [winner], witness: witness, server: winner.route,
                onlyOther: alone.witness)
        } ?? nil
    }
}

/// The heads that what stands under one may cross.
private struct CrossedHeads {
    var numbers: [PatternIndex.Number] = []
    /// The last item under any of them.
    var greatest = PatternIndex.none
    /// The last item under one that does not take all that the head does.
    var greatestNarrower = PatternIndex.none

    /// What has no scheme, host or port gives way to all that has one, and to nothing but its like.
    init(of number: PatternIndex.Number, _ index: PatternIndex) {
        let own = index.heads[number].head
        guard own.scheme != nil || own.host != .any else { return }
        numbers = index.heads.meeting(own).filter { $0 != number }
        for other in numbers {
            let last = index.nodes[Int(index.heads[other].node)].greatest
            greatest = max(greatest, last)
            if !index.heads[other].head.contains(own) { greatestNarrower = max(greatestNarrower, last) }
        }
    }
}

/// Looks for the places that one may cross.
private struct CrossingSearch {
    /// What is known of the way to a node.
    private struct Way {
        /// Whether the searcher comes before whatever is below the node.
        var isDecided = false
        /// Whether what is below the node may be narrower somewhere.
        var isNarrower = false

        func taking(decided: Bool = false, narrower: Bool = false) -> Way {
            Way(isDecided: isDecided || decided, isNarrower: isNarrower || narrower)
        }
    }

    private(set) var candidates: [PatternIndex.Number] = []
    private let prover: RouteProver
    private let index: PatternIndex
    private let number: PatternIndex.Number
    private let item: PatternIndex.Item
    private let heads: [PatternIndex.Number]
    private let done: [Bool]

    init(_ prover: RouteProver, _ number: PatternIndex.Number, _ heads: [PatternIndex.Number], _ done: [Bool]) {
        self.prover = prover
        self.number = number
        self.heads = heads
        self.done = done
        index = prover.index
        item = prover.index.items[Int(number)]
    }

    mutating func run(_ work: inout WorkBudget) throws(WorkBudget.Exhausted) {
        let own = index.heads[item.head]
        try descend(own.node, 0, Way(), &work)
        for head in heads {
            let (other, node) = index.heads[head]
            try descend(node, 0, Way(isDecided: true, isNarrower: !other.contains(own.head)), &work)
        }
    }

    private mutating func descend(
        _ node: PatternIndex.Number, _ depth: Int, _ way: Way, _ work: inout WorkBudget
    ) throws(WorkBudget.Exhausted) {
        let here = index.nodes[Int(node)]
        guard here.greatest > number else { return }
        try work.spend()
        try report(here.rests, way, &work)
        guard depth < item.segments.count else {
            if !item.hasRest { return try report(here.ends, way, &work) }
            guard way.isDecided else { return }
            try report(here.ends, way.taking(narrower: true), &work)
            for child in try index.children(of: node, for: nil, &work) {
                try descend(child, depth + 1, way.taking(narrower: true), &work)
            }
            return
        }
        let segment = item.segments[depth]
        if way.isDecided {
            for child in try index.children(of: node, for: segment, &work) {
                try descend(child, depth + 1, way.taking(narrower: isNarrower(child, than: segment)), &work)
            }
        } else {
            try descendUndecided(node, depth, segment, way, &work)
        }
    }

    /// Only into what is of the same kind or comes later: the other ways lead to what comes before the searcher.
    private mutating func descendUndecided(
        _ node: PatternIndex.Number, _ depth: Int, _ segment: Pattern.Segment, _ way: Way, _ work: inout WorkBudget
    ) throws(WorkBudget.Exhausted) {
        let here = index.nodes[Int(node)]
        let isNarrowed = index.narrowed(item).contains { $0.segment == depth }
        var kinds: [(node: PatternIndex.Number, decides: Bool)] = [(here.star, segment != .any)]
        switch segment {
        case .any: break
        case .literal(let bytes):
            if let child = index.literal(index.folded(bytes), below: node) {
                try descend(child, depth + 1, way, &work)
            }
            kinds += [(here.narrowed, true), (here.capture, true)]
            try descendAffixes(node, depth, segment, way, &work)
        case .capture(let capture):
            kinds.append((here.capture, capture.isAffix || isNarrowed))
            if capture.isAffix || isNarrowed { kinds.append((here.narrowed, capture.isAffix)) }
            if capture.isAffix { try descendAffixes(node, depth, segment, way, &work) }
        }
        for kind in kinds where kind.node != PatternIndex.none {
            let narrower = isNarrower(kind.node, than: segment)
            try descend(kind.node, depth + 1, way.taking(decided: kind.decides, narrower: narrower), &work)
        }
    }

    private mutating func descendAffixes(
        _ node: PatternIndex.Number, _ depth: Int, _ segment: Pattern.Segment, _ way: Way, _ work: inout WorkBudget
    ) throws(WorkBudget.Exhausted) {
        let affixes: [PatternIndex.Number] =
            switch segment {
            case .any: []
            case .literal(let bytes): try index.affixes(of: node, taking: index.folded(bytes), &work)
            case .capture(let capture): try index.affixes(of: node, meeting: index.affix(of: capture), &work)
            }
        for child in affixes {
            let isSame = index.isSame(child, segment)
            let narrower = isNarrower(child, than: segment)
            try descend(child, depth + 1, way.taking(decided: !isSame, narrower: narrower), &work)
        }
    }

    /// Whether a child's segment may leave something out that the searcher's takes. Narrowed captures are looked at in
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
        _ first: PatternIndex.Number, _ way: Way, _ work: inout WorkBudget
    ) throws(WorkBudget.Exhausted) {
        var other = first
        while other != PatternIndex.none {
            try work.spend()
            if other > number && !done[Int(other)] && isCandidate(other, way) { candidates.append(other) }
            other = index.nextItem[Int(other)]
        }
    }

    private func isCandidate(_ other: PatternIndex.Number, _ way: Way) -> Bool {
        guard prover.places[Int(other)].route != prover.places[Int(number)].route,
            prover.route(of: other).priority == prover.route(of: number).priority,
            prover.mask(of: other).meets(prover.mask(of: number))
        else { return false }
        let entry = index.items[Int(other)]
        let isStrict = prover.table.settings.trailingSlash == .strict
        if isStrict && entry.hasTrailingSlash != item.hasTrailingSlash { return false }
        var isNarrower = way.isNarrower
        for (segment, automaton) in index.narrowed(entry) {
            switch comparison(at: segment, automaton, entry) {
            case .disjoint: return false
            case .broader: continue
            case .open: isNarrower = true
            }
        }
        return isNarrower
    }

    private enum Comparison { case disjoint, broader, open }

    /// How the other's narrowed capture lies to the searcher's segment, where that is told at a glance.
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
            let isSame = index.narrowed(item).first { $0.segment == segment }?.automaton == automaton
            return isSame ? .broader : .open
        default: return .open
        }
    }
}

extension PatternIndex {
    func isSame(_ affix: Number, _ segment: Pattern.Segment) -> Bool {
        guard case .capture(let capture) = segment else { return false }
        return self.affix(of: capture) == self.affix(affix)
    }
}
