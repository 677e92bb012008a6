/// The remaining work of proofs, in steps that are the same on every machine: visited nodes, compared parts of sets,
/// new entries of automata. A step takes about a tenth of a microsecond.
package struct WorkBudget: Sendable {
    package private(set) var stepsLeft: Int

    package init(stepsLeft: Int) { self.stepsLeft = stepsLeft }

    /// The budget is spent, and the question is undecided.
    package struct Exhausted: Error {
        package init() {}
    }

    package static var unlimited: WorkBudget { WorkBudget(stepsLeft: .max) }

    package mutating func spend(_ steps: Int = 1) throws(Exhausted) {
        guard steps <= stepsLeft else {
            stepsLeft = 0
            throw Exhausted()
        }
        stepsLeft -= steps
    }
}

/// The operations of ``Automaton+algebra`` within a budget. Each entry of a new table takes a step.
extension Automaton {
    /// The number of entries of its table.
    package var entryCount: Int { transitions.count }

    /// Returns the automaton for texts that both match.
    package func intersection(
        _ other: Automaton, _ work: inout WorkBudget
    ) throws(WorkBudget.Exhausted) -> Automaton {
        try Product.automaton(of: self, other, .intersection, &work)
    }

    /// Returns the automaton for texts that this matches and the other does not.
    package func subtracting(
        _ other: Automaton, _ work: inout WorkBudget
    ) throws(WorkBudget.Exhausted) -> Automaton {
        try Product.automaton(of: self, other, .difference, &work)
    }

    /// Whether no text matches both. Makes no automaton, and ends at the first pair of states that shows otherwise.
    package func isDisjoint(
        with other: Automaton, _ work: inout WorkBudget
    ) throws(WorkBudget.Exhausted) -> Bool {
        // It allocates memory before the first step.
        try work.spend(Self.stepsOfProduct)
        var product = Product(self, other, .intersection)
        return try !product.acceptsSomething(&work)
    }

    private static var stepsOfProduct: Int { 32 }
}
