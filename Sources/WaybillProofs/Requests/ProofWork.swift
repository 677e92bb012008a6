import WaybillTable

/// The steps that a question may still take, and the automata that proofs have made already: asking for one of these again
/// takes a look.
struct ProofWork {
    var budget: WorkBudget
    let memo: AutomatonMemo

    init(stepsLeft: Int, memo: AutomatonMemo) {
        budget = WorkBudget(stepsLeft: stepsLeft)
        self.memo = memo
    }

    init(stepsLeft: Int, _ limits: ProofLimits = .standard) {
        self.init(stepsLeft: stepsLeft, memo: AutomatonMemo(limits))
    }

    static var unlimited: ProofWork { ProofWork(stepsLeft: .max) }

    mutating func spend(_ steps: Int = 1) throws(WorkBudget.Exhausted) { try budget.spend(steps) }
}

/// The steps that all questions of a proof may take together, each of them no more than a share.
struct QuestionBudget {
    private var all: WorkBudget
    private let perQuestion: Int
    private let memo: AutomatonMemo

    init(_ limits: ProofLimits) {
        all = WorkBudget(stepsLeft: limits.relations)
        perQuestion = limits.relation
        memo = AutomatonMemo(limits)
    }

    /// Whether no question is answered any more.
    var isSpent: Bool { all.stepsLeft == 0 }

    /// Answers a question; `nil` where its budget ends first.
    mutating func answer<Answer>(
        _ question: (inout ProofWork) throws(WorkBudget.Exhausted) -> Answer
    ) -> Answer? {
        if isSpent { return nil }
        let steps = min(perQuestion, all.stepsLeft)
        var work = ProofWork(stepsLeft: steps, memo: memo)
        let answer = try? question(&work)
        try? all.spend(steps - work.budget.stepsLeft)
        return answer
    }
}
