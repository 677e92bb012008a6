import WaybillTable

/// The remaining steps of a question, and the cache of automata.
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

    mutating func spend(_ steps: Int = 1) throws(WorkBudget.Exhausted) { try budget.spend(steps) }
}

/// The remaining steps of all questions of a proof. Each question gets at most a share.
struct QuestionBudget {
    private var all: WorkBudget
    private let perQuestion: Int
    /// The cost of a question, besides its work.
    private static let stepsOfQuestion = 8
    private let memo: AutomatonMemo

    init(_ limits: ProofLimits) {
        all = WorkBudget(stepsLeft: limits.relations)
        perQuestion = limits.relation
        memo = AutomatonMemo(limits)
    }

    /// Whether the steps are spent.
    var isSpent: Bool { all.stepsLeft == 0 }

    /// Answers a question; returns `nil` if its budget ends first.
    mutating func answer<Answer>(
        _ question: (inout ProofWork) throws(WorkBudget.Exhausted) -> Answer
    ) -> Answer? {
        if isSpent { return nil }
        let steps = min(perQuestion, all.stepsLeft)
        var work = ProofWork(stepsLeft: steps, memo: memo)
        let answer = try? question(&work)
        try? all.spend(Self.stepsOfQuestion + steps - work.budget.stepsLeft)
        return answer
    }
}
