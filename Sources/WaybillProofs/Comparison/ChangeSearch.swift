import WaybillTable

extension ComparedTable {
    /// Returns the requests that another table treats differently, in disjoint classes.
    ///
    /// Equal parts of both tables are dropped first. A request can change only if a changed entry serves it, takes
    /// precedence for it, or runs for it, so only pairs of servers that share such requests are compared. The common
    /// requests of a pair are divided until all of a part run through the same entries. Then both tables are asked who
    /// serves a member of the part. The requests of other servers are subtracted, until a member is confirmed or
    /// nothing is left.
    ///
    /// - Complexity: That of the differences and the requests around them. Equal parts take linear time.
    package func comparison(
        with new: ComparedTable, within limits: ProofLimits = .standard
    ) -> TableComparison {
        var search = ChangeSearch(self, new, limits)
        return search.run()
    }
}

/// Divides the requests that two tables may treat differently.
struct ChangeSearch {
    typealias Clause = TableChange.Clause
    typealias Pair = ServerPairs.Pair

    var old: ComparedSide
    var new: ComparedSide
    let interceptors: [InterceptorPair]
    private(set) var pairs: ServerPairs
    var index: ComparedIndex
    let limits: ProofLimits
    /// The changed interceptors by their patterns: indices into ``interceptors``.
    private let changedInterceptors: PatternMap<Int>
    private let changedPatterns: [Pattern]
    /// The unchanged interceptors that end requests, by their patterns: indices into ``interceptors``.
    private let terminators: PatternMap<Int>
    /// All unchanged interceptors, if a changed one may end requests before they run: indices into ``interceptors``.
    private let followers: PatternMap<Int>?
    private var questions: QuestionBudget
    private var sets: [Clause: RequestSet] = [:]
    var found = FoundChanges()

    init(_ old: ComparedTable, _ new: ComparedTable, _ limits: ProofLimits) {
        var (old, new) = (old, new)
        let others = OtherMethods(of: [old, new])
        old.add(others.routes(of: old))
        new.add(others.routes(of: new))
        let before = RankedDefinitions(old.table)
        let after = RankedDefinitions(new.table)
        let one = old.table.settings
        let other = new.table.settings
        // Paths are equal here if they are equal in either table, and `/**` overlaps with all URLs.
        let wide = MatchSettings(
            isCaseSensitive: one.isCaseSensitive && other.isCaseSensitive, trailingSlash: .ignore)
        let distinguishesSlashes =
            one.trailingSlash != other.trailingSlash || old.keepsSlashes || new.keepsSlashes
        self.old = ComparedSide(old, before, distinguishesSlashes: distinguishesSlashes)
        self.new = ComparedSide(new, after, distinguishesSlashes: distinguishesSlashes)
        interceptors = InterceptorPair.all(old, new)
        let changes = Self.changes(of: interceptors, old.table, new.table)
        changedInterceptors = PatternMap(wide, changes)
        changedPatterns = changes.map(\.pattern)
        terminators = PatternMap(wide, Self.unchanged(interceptors, old) { $0.isTerminating })
        let endsSome = interceptors.contains { $0.mayEndOthers(old, new) }
        followers = endsSome ? PatternMap(wide, Self.unchanged(interceptors, old) { _ in true }) : nil
        pairs = ServerPairs(self.old, self.new)
        index = ComparedIndex(before, after, wide, limits)
        questions = QuestionBudget(limits)
        self.limits = limits
    }

    /// The patterns alone select the requests that may change. Constraints are ignored here.
    private static func changes(
        of interceptors: [InterceptorPair], _ old: RoutingTable, _ new: RoutingTable
    ) -> [PatternMap<Int>.Entry] {
        interceptors.indices.flatMap { index in
            interceptors[index].changed.compactMap { clause -> PatternMap<Int>.Entry? in
                guard case .interceptor(let number, let pattern) = clause.item else { return nil }
                let table = clause.side == .old ? old : new
                return .init(pattern: table.interceptors[number].patterns[pattern], constraints: [:], value: index)
            }
        }
    }

    private static func unchanged(
        _ pairs: [InterceptorPair], _ old: ComparedTable, where isIncluded: (ComparedTable.Effect) -> Bool
    ) -> [PatternMap<Int>.Entry] {
        pairs.indices.flatMap { index -> [PatternMap<Int>.Entry] in
            guard pairs[index].isKept, let number = pairs[index].old, isIncluded(old.interceptors[number]) else {
                return []
            }
            return old.table.interceptors[number].patterns.map { .init(pattern: $0, constraints: [:], value: index) }
        }
    }

    mutating func run() -> TableComparison {
        if (try? pairs.collect(old, new, changed: changedPatterns, &index)) == nil {
            found.comparison.isComplete = false
        }
        for pair in pairs.all.sorted() { decide(pair) }
        return found.comparison
    }

    private mutating func decide(_ pair: Pair) {
        var questions = questions
        let answer: Void? = questions.answer { work throws(WorkBudget.Exhausted) in try divide(pair, &work) }
        self.questions = questions
        if answer == nil {
            found.comparison.undecided.append((old.entry(pair.old).server, new.entry(pair.new).server))
        }
    }

    private mutating func divide(_ pair: Pair, _ work: inout ProofWork) throws(WorkBudget.Exhausted) {
        let clauses = [serverClause(pair.old, on: .old), serverClause(pair.new, on: .new)]
        let shared = try set(clauses[0], &work).intersection(set(clauses[1], &work), &work)
        guard !shared.isEmpty else { return }
        let cell = ChangeCell(requests: shared, inside: clauses)
        try refine(cell, changedInterceptors(near: narrower(of: pair), &work.budget)[...], pair, &work)
    }

    /// Returns the ascending indices of the interceptors with a changed pattern that may overlap with a pattern.
    private func changedInterceptors(
        near pattern: Pattern?, _ walk: inout WorkBudget
    ) throws(WorkBudget.Exhausted) -> [Int] {
        guard let pattern = pattern ?? ComparedSide.everything else { return [] }
        return Set(try changedInterceptors.values(near: pattern, &walk)).sorted()
    }

    func narrower(of pair: Pair) -> Pattern? {
        guard let one = old.pattern(pair.old) else { return new.pattern(pair.new) }
        guard let other = new.pattern(pair.new) else { return one }
        return Precedence(of: other) < Precedence(of: one) ? other : one
    }

    /// Returns the requests of a server of one table.
    func serverClause(_ number: Int, on side: TableChange.Side) -> Clause {
        Clause(side: side, item: self[side].entry(number).requests)
    }

    mutating func set(_ clause: Clause, _ work: inout ProofWork) throws(WorkBudget.Exhausted) -> RequestSet {
        if let known = sets[clause] { return known }
        let made = try self[clause.side].requests(of: clause.item, &work)
        sets[clause] = made
        return made
    }

    subscript(side: TableChange.Side) -> ComparedSide { side == .old ? old : new }

    // MARK: Interceptors

    /// Divides a cell by the changed interceptors, one after the other, and records the differences of the parts.
    private mutating func refine(
        _ cell: ChangeCell, _ asked: ArraySlice<Int>, _ pair: Pair, _ work: inout ProofWork
    ) throws(WorkBudget.Exhausted) {
        // A list instead of recursion, because a change may add thousands of interceptors.
        var waiting = [(cell: cell, asked: asked)]
        while let (cell, asked) = waiting.popLast() {
            try work.spend(1 + cell.size / ChangeCell.sizePerStep)
            let parts =
                if let index = asked.first { try parts(of: cell, dividedBy: index, &work) } else {
                    try settle(cell, pair, &work)
                }
            waiting += parts.reversed().map { ($0, asked.dropFirst()) }
        }
    }

    /// Divides a cell by a changed interceptor.
    private mutating func parts(
        of cell: ChangeCell, dividedBy index: Int, _ work: inout ProofWork
    ) throws(WorkBudget.Exhausted) -> [ChangeCell] {
        var parts: [ChangeCell] = []
        var rest = cell
        for clause in interceptors[index].changed where !rest.requests.isEmpty {
            let (inside, outside) = try rest.divided(by: clause, set(clause, &work), &work)
            guard !inside.requests.isEmpty else { continue }
            for (first, part) in try split(inside, index, .old, clause, &work) {
                for (second, piece) in try split(part, index, .new, clause, &work) {
                    var piece = piece
                    piece.ran.append((first, second))
                    if interceptors[index].isKept { piece.asked.insert(index) }
                    parts.append(piece)
                }
            }
            rest = outside
        }
        return rest.requests.isEmpty ? parts : parts + [rest]
    }

    /// Divides a cell by the first matching pattern of an interceptor.
    ///
    /// - Parameter known: A pattern that contains the cell. If all patterns are equivalent, it counts as the first.
    private mutating func split(
        _ cell: ChangeCell, _ index: Int, _ side: TableChange.Side, _ known: Clause?, _ work: inout ProofWork
    ) throws(WorkBudget.Exhausted) -> [(ChainElement?, ChangeCell)] {
        guard let number = interceptors[index][side] else { return [(nil, cell)] }
        let table = self[side].table
        var clauses = table.interceptors[number].patterns.indices.map {
            Clause(side: side, item: .interceptor(number, pattern: $0))
        }
        if let known, readsNothing(number, side), let place = clauses.firstIndex(of: known) {
            clauses.insert(clauses.remove(at: place), at: 0)
        }
        var parts: [(ChainElement?, ChangeCell)] = []
        var rest = cell
        for clause in clauses where !rest.requests.isEmpty {
            guard case .interceptor(_, let pattern) = clause.item else { continue }
            let (inside, outside) = try rest.divided(by: clause, set(clause, &work), &work)
            if !inside.requests.isEmpty {
                parts.append((ChainElement(of: table, number, pattern: pattern), inside))
            }
            rest = outside
        }
        return rest.requests.isEmpty ? parts : parts + [(nil, rest)]
    }

    private func readsNothing(_ interceptor: Int, _ side: TableChange.Side) -> Bool {
        switch self[side].given.interceptors[interceptor].reads {
        case .nothing: true
        case .all: self[side].table.interceptors[interceptor].patterns.allSatisfy(\.captureNames.isEmpty)
        case .target(let template): template.captureNames.isEmpty
        }
    }

    // MARK: Outcomes

    /// Records the difference of a cell; or returns its parts, if they may differ.
    private mutating func settle(
        _ cell: ChangeCell, _ pair: Pair, _ work: inout ProofWork
    ) throws(WorkBudget.Exhausted) -> [ChangeCell] {
        let common = CommonParts(cell.requests)
        if let parts = try partsBySlash(of: cell, pair, &work) { return parts }
        let outcome = outcome(pair, cell.chain(.old), cell.chain(.new), common, length: common.length)
        for length in common.length == nil ? catchAllLengths(pair, cell) : [] {
            let other = self.outcome(pair, cell.chain(.old), cell.chain(.new), common, length: length)
            guard other != outcome else { continue }
            let clause = Clause(side: .new, item: .length(length))
            let (inside, outside) = try cell.divided(by: clause, set(clause, &work), &work)
            if inside.requests.isEmpty { continue }
            return outside.requests.isEmpty ? [inside] : [inside, outside]
        }
        var asked = try terminator(cell, outcome, pair, &work)
        if asked == nil { asked = try follower(cell, pair, &work) }
        if let rival = asked ?? rival(cell, outcome) {
            return try parts(of: cell, asking: rival, &work)
        }
        if outcome.isChange { try record(cell, outcome, pair, &work) }
        return []
    }

    /// Returns the parts of a cell with and without a trailing slash, if it has both, and their outcomes may differ.
    private mutating func partsBySlash(
        of cell: ChangeCell, _ pair: Pair, _ work: inout ProofWork
    ) throws(WorkBudget.Exhausted) -> [ChangeCell]? {
        let parts = [true, false].map { isSlashed in
            RequestSet(boxes: cell.requests.boxes.filter { $0.path.endsInSlash == isSlashed })
        }
        guard parts.allSatisfy({ !$0.isEmpty }) else { return nil }
        let commons = parts.map { CommonParts($0) }
        let mayDiffer = ([nil] + catchAllLengths(pair, cell).map(Optional.some)).contains { length in
            let outcomes = commons.map { common in
                outcome(pair, cell.chain(.old), cell.chain(.new), common, length: common.length ?? length)
            }
            return outcomes[0] != outcomes[1]
        }
        guard mayDiffer else { return nil }
        let clause = Clause(side: .new, item: .slash)
        let (slashed, plain) = try cell.divided(by: clause, set(clause, &work), &work)
        return [slashed, plain]
    }

    /// Divides a cell by an unchanged interceptor.
    private mutating func parts(
        of cell: ChangeCell, asking rival: Int, _ work: inout ProofWork
    ) throws(WorkBudget.Exhausted) -> [ChangeCell] {
        try split(cell, rival, .old, nil, &work).map { element, part in
            var part = part
            part.asked.insert(rival)
            if let element {
                let after = interceptors[rival].new.map { number in
                    ChainElement(of: new.table, number, pattern: newPattern(of: element, number))
                }
                part.ran.append((element, after))
            }
            return part
        }
    }

    /// Returns the pattern of an unchanged interceptor with the same text.
    private func newPattern(of element: ChainElement, _ number: Int) -> Int {
        let text = old.table.interceptors[element.interceptor].patterns[element.pattern]
        return new.table.interceptors[number].patterns.firstIndex(of: text) ?? 0
    }

    private func catchAllLengths(_ pair: Pair, _ cell: ChangeCell) -> [Int] {
        let servers = [old.pattern(pair.old), new.pattern(pair.new)].compactMap(\.self)
        let runners = TableChange.Side.allCases.flatMap { side in
            cell.chain(side).map { self[side].table.interceptors[$0.interceptor].patterns[$0.pattern] }
        }
        return Set((servers + runners).flatMap(\.catchAllLengths)).sorted()
    }

    func outcome(
        _ pair: Pair, _ before: [ChainElement], _ after: [ChainElement], _ common: CommonParts, length: Int?
    ) -> ChangeOutcome {
        var outcome = ChangeOutcome()
        let one = old.effect(pair.old)
        let other = new.effect(pair.new)
        let pieces = one.reads.pieces(of: old.pattern(pair.old), old.table.settings, common, length: length)
        let others = other.reads.pieces(of: new.pattern(pair.new), new.table.settings, common, length: length)
        let isSame = pieces == others
        outcome.movesDestination = one.code != other.code
        if !outcome.movesDestination, !isSame {
            if case .target = one.reads { outcome.movesDestination = true } else { outcome.changesParameters = true }
        }
        outcome.compare(
            old.effects(of: before, common, length: length), new.effects(of: after, common, length: length),
            endingAt: { end($0, $1) != nil })
        return outcome
    }

    /// Returns an unchanged interceptor that must be examined: it may end requests of a changed cell before they reach
    /// what has changed, or just as a lost or gained one does.
    private func terminator(
        _ cell: ChangeCell, _ outcome: ChangeOutcome, _ pair: Pair, _ work: inout ProofWork
    ) throws(WorkBudget.Exhausted) -> Int? {
        guard outcome.isChange, let pattern = narrower(of: pair) ?? ComparedSide.everything else { return nil }
        let isLate = outcome.movesDestination || outcome.changesParameters || outcome.isReordered
        let single = cell.ran.compactMap { $0.old == nil ? $0.new : $0.new == nil ? $0.old : nil }
        let changed = outcome.lost + outcome.gained + single
        let runners = [firstEnd(cell.chain(.old), .old), firstEnd(cell.chain(.new), .new)]
        let ends = Set(outcome.lost.compactMap { end($0, .old) } + outcome.gained.compactMap { end($0, .new) })
        return try terminators.values(near: pattern, &work.budget).filter { index in
            guard !cell.asked.contains(index), let number = interceptors[index].old else { return false }
            let element = ChainElement(of: old.table, number, pattern: 0)
            // What both tables end before does not matter.
            if runners.allSatisfy({ $0.map { $0.runs(before: element) } ?? false }) { return false }
            return isLate || ends.contains(old.given.interceptors[number].code)
                || changed.contains { element.runs(before: $0) }
        }.min()
    }

    /// Returns an unchanged interceptor that must be examined before the running order is known: one whose order is
    /// between those of the others. Interceptors with the same effect as one of these are always examined.
    private func rival(_ cell: ChangeCell, _ outcome: ChangeOutcome) -> Int? {
        // What is lost or gained is known without those in between.
        guard outcome.lost.isEmpty && outcome.gained.isEmpty else { return nil }
        let before = cell.chain(.old)
        let after = cell.chain(.new)
        guard zip(before, after).contains(where: { ($0.order, $0.id) != ($1.order, $1.id) }) else { return nil }
        let all = (before + after).sorted { $0.runs(before: $1) }
        guard let first = all.first, let last = all.last else { return nil }
        let codes = Set(before.map { old.given.interceptors[$0.interceptor].code })
        return interceptors.indices.first { index in
            guard interceptors[index].isKept, !cell.asked.contains(index), let number = interceptors[index].old else {
                return false
            }
            let element = ChainElement(of: old.table, number, pattern: 0)
            guard first.runs(before: element), element.runs(before: last) else { return false }
            return !outcome.isReordered || codes.contains(old.given.interceptors[number].code)
        }
    }

    /// Returns an unchanged interceptor that must be examined, because only one of the tables ends the requests before it.
    private func follower(
        _ cell: ChangeCell, _ pair: Pair, _ work: inout ProofWork
    ) throws(WorkBudget.Exhausted) -> Int? {
        guard let followers, let pattern = narrower(of: pair) ?? ComparedSide.everything else { return nil }
        let ends = [firstEnd(cell.chain(.old), .old), firstEnd(cell.chain(.new), .new)]
        if ends.allSatisfy({ $0 == nil }) { return nil }
        return try followers.values(near: pattern, &work.budget).filter { index in
            guard !cell.asked.contains(index), let number = interceptors[index].old else { return false }
            let element = ChainElement(of: old.table, number, pattern: 0)
            let runs = ends.map { $0.map(element.runs(before:)) ?? true }
            return runs[0] != runs[1]
        }.min()
    }

    /// Returns the first interceptor of a chain that ends the requests of a table.
    private func firstEnd(_ chain: [ChainElement], _ side: TableChange.Side) -> ChainElement? {
        chain.first { end($0, side) != nil }
    }

    /// Returns the effect of an interceptor that ends requests; `nil` if it passes them on.
    private func end(_ element: ChainElement, _ side: TableChange.Side) -> Int? {
        let effect = self[side].given.interceptors[element.interceptor]
        return effect.isTerminating ? effect.code : nil
    }
}
