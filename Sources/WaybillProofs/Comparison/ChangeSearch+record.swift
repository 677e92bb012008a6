import WaybillTable

extension ChangeSearch {
    /// Adds a cell to its class, if both tables confirm an example request.
    mutating func record(
        _ cell: ChangeCell, _ outcome: ChangeOutcome, _ pair: Pair, _ work: inout ProofWork
    ) throws(WorkBudget.Exhausted) {
        let patterns = try patterns(of: cell, &work)
        let readable = readable(patterns.first)
        guard let witness = try witness(in: cell, outcome, pair, readable, &work) else { return }
        var part = TableChange.Part(
            patterns: patterns, methods: cell.inside.map(methods).reduce(.everything) { $0.intersection($1) },
            views: cell.inside.map(views).reduce(.all) { $0.intersection($1) ?? $0 }, exceptions: [], witness: witness)
        part.others = others(than: witness, in: cell, outcome, pair, &work)
        for clause in try exceptions(cell, pair, patterns.first, &work) where try !takes(clause, from: &part, &work) {
            part.exceptions.append(.init(clause: clause, methods: methods(clause), views: views(clause)))
        }
        found.add(part, outcome, old.entry(pair.old).server, new.entry(pair.new).server)
    }

    /// Removes the views, or the methods, in which an exception has all URLs of a part.
    ///
    /// - Returns: Whether the exception is completely described by that.
    private mutating func takes(
        _ clause: Clause, from part: inout TableChange.Part, _ work: inout ProofWork
    ) throws(WorkBudget.Exhausted) -> Bool {
        guard let first = part.patterns.first, try urls(first, &work).subtracting(urls(clause, &work), &work).isEmpty
        else { return false }
        if part.methods.subtracting(methods(clause)).isEmpty {
            let left = part.views.subtracting(views(clause))
            if left.count == 1 { part.views = left[0] }
            return left.count == 1
        }
        guard part.views.subtracting(views(clause)).isEmpty else { return false }
        part.methods = part.methods.subtracting(methods(clause))
        return true
    }

    private func methods(_ clause: Clause) -> NameSet<String?> { self[clause.side].methods(of: clause.item) }
    private func views(_ clause: Clause) -> ViewSet { self[clause.side].views(of: clause.item) }

    // MARK: Example requests

    /// Returns a request of a cell that both servers serve; `nil` if there is none.
    mutating func witness(
        in cell: ChangeCell, _ outcome: ChangeOutcome, _ pair: Pair, _ preference: SamplePreference,
        _ work: inout ProofWork
    ) throws(WorkBudget.Exhausted) -> ViewedWitness? {
        var rest = cell.requests
        for round in 0..<limits.comparisonRivals {
            guard let box = rest.boxes.first else { return nil }
            let sample = box.sample(round < limits.readableRivals ? preference : .unlikely)
            guard let url = try? RouteURL(sample.url) else { throw WorkBudget.Exhausted() }
            let before = old.answer(url, sample.method, sample.view)
            let after = new.answer(url, sample.method, sample.view)
            if before.number != pair.old {
                rest = try rest.subtracting(set(serverClause(before.number, on: .old), &work), &work)
            } else if after.number != pair.new {
                rest = try rest.subtracting(set(serverClause(after.number, on: .new), &work), &work)
            } else {
                return try confirmed(sample, url, box.methods, cell, outcome, pair)
            }
        }
        throw WorkBudget.Exhausted()
    }

    private func readable(_ clause: Clause?) -> SamplePreference {
        clause.flatMap(pattern).map { SamplePreference.readable($0) } ?? SamplePreference()
    }

    /// Returns the sample if both tables confirm it, with a usual method if possible.
    private mutating func confirmed(
        _ sample: SampleRequest, _ url: RouteURL, _ allowed: NameSet<String?>, _ cell: ChangeCell,
        _ outcome: ChangeOutcome, _ pair: Pair
    ) throws(WorkBudget.Exhausted) -> ViewedWitness? {
        let common = CommonParts(cell.requests)
        for method in (sample.usualMethods ?? []) + [sample.method] where allowed.contains(method) {
            let before = old.answer(url, method, sample.view)
            let after = new.answer(url, method, sample.view)
            guard before.number == pair.old, after.number == pair.new else { continue }
            let length = common.length ?? url.segments.count
            let seen = self.outcome(pair, before.chain, after.chain, common, length: length)
            guard effects(seen) == effects(outcome) else { continue }
            let request = RequestWitness(url: sample.url, method: method)
            return ViewedWitness(request: request, view: sample.view)
        }
        throw WorkBudget.Exhausted()
    }

    /// Returns the effects of an outcome. Interceptors with the same effect are not distinguished.
    private func effects(_ outcome: ChangeOutcome) -> [[Int]] {
        let flags = [outcome.movesDestination, outcome.changesParameters, outcome.isReordered].map { $0 ? 1 : 0 }
        let lost = outcome.lost.map { old.given.interceptors[$0.interceptor].code }.sorted()
        return [flags, lost, outcome.gained.map { new.given.interceptors[$0.interceptor].code }.sorted()]
    }

    // MARK: Description

    private func pattern(_ clause: Clause) -> Pattern? {
        self[clause.side].pattern(of: clause.item).map { $0.owner.patterns[$0.index] }
    }

    /// Returns the patterns of a cell, the most specific first, without redundant ones.
    private mutating func patterns(
        of cell: ChangeCell, _ work: inout ProofWork
    ) throws(WorkBudget.Exhausted) -> [Clause] {
        let lengths = cell.inside.filter { clause in
            switch clause.item {
            case .length, .slash: true
            case .route, .otherMethods, .interceptor, .fallback: false
            }
        }
        let entries = cell.inside.compactMap { clause in precedence(of: clause).map { (clause, $0) } }
        let others = entries.sorted { left, right in
            // If both are equally specific, the pattern of the new table comes first.
            left.1 == right.1 ? left.0.side == .new && right.0.side == .old : left.1 < right.1
        }.map(\.0)
        guard let first = others.first else { return lengths }
        let own = try urls(first, &work)
        var patterns = [first]
        for other in others.dropFirst() where try !own.subtracting(urls(other, &work), &work).isEmpty {
            patterns.append(other)
        }
        return patterns + lengths
    }

    private func precedence(of clause: Clause) -> Precedence? {
        self[clause.side].pattern(of: clause.item).map { owner, index in
            Precedence(of: owner.patterns[index], constraints: owner.constraints)
        }
    }

    private mutating func urls(
        _ clause: Clause, _ work: inout ProofWork
    ) throws(WorkBudget.Exhausted) -> RequestSet {
        let own = try set(clause, &work)
        return RequestSet(boxes: own.boxes.map { RequestBox(head: $0.head, path: $0.path, methods: .everything) })
    }

    /// Returns the patterns that share requests with a cell but are excluded: those that were subtracted from it, and
    /// those that take precedence in the tables.
    private mutating func exceptions(
        _ cell: ChangeCell, _ pair: Pair, _ narrowest: Clause?, _ work: inout ProofWork
    ) throws(WorkBudget.Exhausted) -> [Clause] {
        guard let narrowest else { return cell.outside }
        var exceptions: [Clause] = []
        let pattern = pattern(narrowest)
        for number in try index.overlaps(with: pattern, .new) where number < pair.new {
            exceptions.append(serverClause(number, on: .new))
        }
        for number in try index.overlaps(with: pattern, .old) where number < pair.old {
            // A pattern of both tables is listed once.
            if let successor = pairs.successors[number], successor < pair.new { continue }
            exceptions.append(serverClause(number, on: .old))
        }
        var kept: [Clause] = []
        for clause in exceptions where !cell.outside.contains(clause) {
            let shared = try cell.requests.intersection(set(clause, &work), &work)
            if !shared.isEmpty { kept.append(clause) }
        }
        // A pattern that is disjoint from the cell since a division shared requests with it before.
        return cell.outside + withoutRepetitions(kept, in: cell)
    }

    /// Drops the other methods of routes that are left out with every method of the cell, and routes whose URLs are left
    /// out with every method.
    private func withoutRepetitions(_ clauses: [Clause], in cell: ChangeCell) -> [Clause] {
        guard old.table.settings == new.table.settings else { return clauses }
        let all: NameSet<String?> = cell.inside.map(methods).reduce(.everything) { $0.intersection($1) }
        var left: [OtherMethods.URLs: NameSet<String?>] = [:]
        for clause in clauses {
            if case .otherMethods(let place) = clause.item { left[urls(at: place, clause.side)] = all }
        }
        if left.isEmpty { return clauses }
        for clause in clauses {
            guard case .route(let place) = clause.item else { continue }
            let urls = urls(at: place, clause.side)
            left[urls] = left[urls]?.subtracting(methods(clause))
        }
        return clauses.filter { clause in
            switch clause.item {
            case .otherMethods(let place): left[urls(at: place, clause.side)]?.isEmpty == false
            case .route(let place): left[urls(at: place, clause.side)]?.isEmpty != false
            case .interceptor, .length, .slash, .fallback: true
            }
        }
    }

    private func urls(at place: RoutePlace, _ side: TableChange.Side) -> OtherMethods.URLs {
        let route = self[side].table.routes[place.route]
        return OtherMethods.URLs(route, route.patterns[place.pattern])
    }
}

/// The classes found so far.
struct FoundChanges {
    var comparison = TableComparison()
    private var numbers: [Signature: Int] = [:]

    private struct Signature: Hashable {
        var old: TableChange.Server
        var new: TableChange.Server
        var outcome: ChangeOutcome
    }

    mutating func add(
        _ part: TableChange.Part, _ outcome: ChangeOutcome, _ old: TableChange.Server, _ new: TableChange.Server
    ) {
        let signature = Signature(old: old, new: new, outcome: outcome)
        if let number = numbers[signature] { return comparison.changes[number].parts.append(part) }
        numbers[signature] = comparison.changes.count
        comparison.changes.append(
            TableChange(
                old: old, new: new, movesDestination: outcome.movesDestination,
                changesParameters: outcome.changesParameters, lost: outcome.lost.map(\.interceptor),
                gained: outcome.gained.map(\.interceptor), isReordered: outcome.isReordered, ends: outcome.ends,
                parts: [part]))
    }
}
