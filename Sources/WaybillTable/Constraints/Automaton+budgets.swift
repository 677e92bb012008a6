/// What ``Automaton+algebra`` does, within a budget: each entry of the table that is made takes a step.
extension Automaton {
    /// How many entries its table has.
    package var entryCount: Int { transitions.count }

    /// What both match.
    package func intersection(
        _ other: Automaton, _ work: inout WorkBudget
    ) throws(WorkBudget.Exhausted) -> Automaton {
        try Product.automaton(of: self, other, .intersection, &work)
    }

    /// What this matches and the other does not.
    package func subtracting(
        _ other: Automaton, _ work: inout WorkBudget
    ) throws(WorkBudget.Exhausted) -> Automaton {
        try Product.automaton(of: self, other, .difference, &work)
    }

    /// Whether nothing matches both. Makes no automaton, and ends at the first pair of states that shows otherwise.
    package func isDisjoint(
        with other: Automaton, _ work: inout WorkBudget
    ) throws(WorkBudget.Exhausted) -> Bool {
        // It takes memory of its own before the first step.
        try work.spend(Self.stepsOfProduct)
        var product = Product(self, other, .intersection)
        return try !product.acceptsSomething(&work)
    }

    private static var stepsOfProduct: Int { 32 }
}
