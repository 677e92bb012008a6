/// Automata that were made from others, kept while proofs about one table run: the same few are asked for again and again.
final class AutomatonMemo {
    private struct Key: Hashable {
        var left: Automaton
        var right: Automaton
        var operation: Product.Operation
    }

    private struct Affixes: Hashable {
        var inner: Automaton
        var prefix: [UInt8]
        var suffix: [UInt8]
        var isFolding: Bool
    }

    /// Bigger ones would fill the memory, and are seldom asked for twice.
    private static let mostEntries = 50_000

    /// What all that are kept may have together.
    private var entriesLeft = 8_000_000

    /// What asking takes, whether the answer is there or not.
    private static let stepsOfLook = 4
    /// What making an automaton takes besides its entries.
    private static let stepsOfMaking = 100

    private var products: [Key: Automaton] = [:]
    private var surrounded: [Affixes: Automaton] = [:]

    func product(
        _ left: Automaton, _ right: Automaton, _ operation: Product.Operation, _ work: inout WorkBudget
    ) throws(WorkBudget.Exhausted) -> Automaton {
        let key = Key(left: left, right: right, operation: operation)
        try work.spend(Self.stepsOfLook)
        if let known = products[key] { return known }
        try work.spend(Self.stepsOfMaking)
        let product = Automaton(minimising: try Product.draft(of: left, right, operation, &work))
        if isKept(product) { products[key] = product }
        return product
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
        if isKept(whole) { surrounded[key] = whole }
        return whole
    }

    private func isKept(_ automaton: Automaton) -> Bool {
        let entries = automaton.stateCount * automaton.classCount
        guard entries <= min(Self.mostEntries, entriesLeft) else { return false }
        entriesLeft -= entries
        return true
    }
}
