/// How much work proofs may still do, in steps that are the same on every machine: nodes visited, parts of sets compared,
/// entries of automata made. A step takes about a tenth of a microsecond.
struct WorkBudget {
    private(set) var stepsLeft: Int
    /// What was made already costs a look.
    let memo: AutomatonMemo

    init(stepsLeft: Int, memo: AutomatonMemo = AutomatonMemo()) {
        self.stepsLeft = stepsLeft
        self.memo = memo
    }

    /// The budget has ended: what was asked is not decided.
    struct Exhausted: Error {}

    static var unlimited: WorkBudget { WorkBudget(stepsLeft: .max) }

    mutating func spend(_ steps: Int = 1) throws(Exhausted) {
        guard steps <= stepsLeft else {
            stepsLeft = 0
            throw Exhausted()
        }
        stepsLeft -= steps
    }
}
