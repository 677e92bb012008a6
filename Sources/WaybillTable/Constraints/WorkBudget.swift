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
