import WaybillTable

/// A cache of derived automata for the proofs about one table, which need the same few automata repeatedly.
final class AutomatonMemo {
    private enum Operation { case intersection, difference }

    private struct Pair: Hashable {
        var left: Automaton
        var right: Automaton
        var operation: Operation
    }

    private struct Affixes: Hashable {
        var inner: Automaton
        var prefix: [UInt8]
        var suffix: [UInt8]
        var isFolding: Bool
    }

    /// The cost of a look-up in the cache.
    private static let stepsOfLook = 4
    /// The cost of making an automaton, besides its entries.
    private static let stepsOfMaking = 100

    private let greatestEntryCount: Int
    private var entriesLeft: Int
    private var pairs: [Pair: Automaton] = [:]
    private var surrounded: [Affixes: Automaton] = [:]

    init(_ limits: ProofLimits) {
        greatestEntryCount = limits.entriesPerAutomaton
        entriesLeft = limits.entriesKept
    }

    func intersection(
        _ left: Automaton, _ right: Automaton, _ work: inout WorkBudget
    ) throws(WorkBudget.Exhausted) -> Automaton {
        try result(Pair(left: left, right: right, operation: .intersection), &work)
    }

    func difference(
        _ left: Automaton, _ right: Automaton, _ work: inout WorkBudget
    ) throws(WorkBudget.Exhausted) -> Automaton {
        try result(Pair(left: left, right: right, operation: .difference), &work)
    }

    private func result(_ pair: Pair, _ work: inout WorkBudget) throws(WorkBudget.Exhausted) -> Automaton {
        try work.spend(Self.stepsOfLook)
        if let known = pairs[pair] { return known }
        try work.spend(Self.stepsOfMaking)
        let made =
            switch pair.operation {
            case .intersection: try pair.left.intersection(pair.right, &work)
            case .difference: try pair.left.subtracting(pair.right, &work)
            }
        if keeps(made) { pairs[pair] = made }
        return made
    }

    func surrounding(
        _ inner: Automaton, with prefix: [UInt8], _ suffix: [UInt8], folding: Bool, _ work: inout WorkBudget
    ) throws(WorkBudget.Exhausted) -> Automaton {
        if prefix.isEmpty && suffix.isEmpty { return inner }
        let key = Affixes(inner: inner, prefix: prefix, suffix: suffix, isFolding: folding)
        try work.spend(Self.stepsOfLook + (prefix.count + suffix.count) / 32)
        if let known = surrounded[key] { return known }
        try work.spend(Self.stepsOfMaking)
        let whole = try inner.surrounded(by: prefix, suffix, folding: folding, &work)
        if keeps(whole) { surrounded[key] = whole }
        return whole
    }

    /// Counts an automaton, and returns whether it is cached.
    private func keeps(_ automaton: Automaton) -> Bool {
        let entries = automaton.entryCount
        guard entries <= min(greatestEntryCount, entriesLeft) else { return false }
        entriesLeft -= entries
        return true
    }
}
