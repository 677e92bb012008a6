/// How much work proofs may still do, in steps that are the same on every machine: nodes visited, parts of sets compared,
/// entries of automata made. A step takes about a tenth of a microsecond.
package struct WorkBudget: Sendable {
    package private(set) var stepsLeft: Int

    package init(stepsLeft: Int) { self.stepsLeft = stepsLeft }

    /// The budget has ended: what was asked is not decided.
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
