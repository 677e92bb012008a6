/// Automata that were made from others, kept while proofs about one table run: the same few are asked for again and again.
final class AutomatonMemo {
    private struct Key: Hashable {
        var left: SizedAutomaton
        var right: SizedAutomaton
        var operation: Product.Operation
    }

    private struct Affixes: Hashable {
        var inner: SizedAutomaton
        var prefix: [UInt8]
        var suffix: [UInt8]
        var isFolding: Bool
    }

    /// Bigger ones would fill the memory, and are seldom asked for twice.
    private static let mostEntries = 50_000

    private var products: [Key: Automaton] = [:]
    private var surrounded: [Affixes: Automaton] = [:]

    func product(
        _ left: Automaton, _ right: Automaton, _ operation: Product.Operation, _ work: inout WorkBudget
    ) throws(WorkBudget.Exhausted) -> Automaton {
        let key = Key(
            left: SizedAutomaton(automaton: left), right: SizedAutomaton(automaton: right), operation: operation)
        if let known = products[key] { return known }
        let product = Automaton(minimising: try Product.draft(of: left, right, operation, &work))
        if product.stateCount * product.classCount <= Self.mostEntries { products[key] = product }
        return product
    }

    func surrounding(
        _ inner: Automaton, with prefix: [UInt8], _ suffix: [UInt8], folding: Bool, _ work: inout WorkBudget
    ) throws(WorkBudget.Exhausted) -> Automaton {
        let key = Affixes(
            inner: SizedAutomaton(automaton: inner), prefix: prefix, suffix: suffix, isFolding: folding)
        if let known = surrounded[key] { return known }
        let whole = try inner.surrounded(by: prefix, suffix, folding: folding, &work)
        surrounded[key] = whole
        return whole
    }
}
