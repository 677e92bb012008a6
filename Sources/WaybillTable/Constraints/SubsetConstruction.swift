/// The limits for turning an expression into an automaton.
struct ConstructionBudget {
    /// The estimated states of the nondeterministic automaton.
    let size: Int
    /// The states of the deterministic automaton, before minimizing.
    let states: Int
    /// The elementary steps of the construction, which limit its time and memory.
    let steps: Int

    static let regex = ConstructionBudget(size: 40_000, states: Automaton.stateBudget, steps: 4_000_000)
    static let unlimited = ConstructionBudget(size: .max, states: .max, steps: .max)

    /// The limit that a construction exceeded.
    enum Overrun: Error {
        case size(Int)
        case states(Int)
        case steps(Int)
        /// The limit of several constructions together.
        case allSteps
    }
}

/// Makes a `StateGraph` deterministic: a state of the result is the set of graph states to which a text can lead.
struct SubsetConstruction {
    private let graph: StateGraph
    private let budget: ConstructionBudget
    private var draft: AutomatonDraft
    /// Sorted graph states by draft state; draft state 0 has none and is the dead end.
    private var subsets: [[Int]] = []
    private var numbers: [[Int]: UInt32] = [:]
    private var steps = Automaton.minimumSteps
    /// By graph state: the last closure that reached it.
    private var reachedBy: [Int]
    private var closures = 0

    static func run(
        _ expression: RegularExpression, within budget: ConstructionBudget
    ) throws(ConstructionBudget.Overrun) -> AutomatonDraft {
        var unlimited = Int.max
        return try run(expression, within: budget, spending: &unlimited)
    }

    /// - Parameter stepsLeft: The remaining steps of several constructions together.
    static func run(
        _ expression: RegularExpression, within budget: ConstructionBudget, spending stepsLeft: inout Int
    ) throws(ConstructionBudget.Overrun) -> AutomatonDraft {
        let size = expression.size
        guard size <= budget.size else { throw .size(budget.size) }
        guard size <= stepsLeft else {
            stepsLeft -= size
            throw .allSteps
        }
        let own = ConstructionBudget(size: budget.size, states: budget.states, steps: min(budget.steps, stepsLeft))
        var construction = SubsetConstruction(StateGraph(expression), own)
        defer { stepsLeft -= construction.steps }
        do throws(ConstructionBudget.Overrun) {
            return try construction.run()
        } catch {
            if case .steps(let limit) = error, limit < budget.steps { throw .allSteps }
            throw error
        }
    }

    private init(_ graph: StateGraph, _ budget: ConstructionBudget) {
        self.graph = graph
        self.budget = budget
        let classOf = Self.classes(of: graph)
        draft = AutomatonDraft(
            classOf: classOf, classCount: Int(classOf[255]) + 1, transitions: [], accepting: [], start: 0)
        reachedBy = [Int](repeating: 0, count: graph.edges.count)
    }

    /// Bytes that no edge distinguishes form a class. Classes are runs of bytes, in ascending order.
    private static func classes(of graph: StateGraph) -> [UInt8] {
        var startsClass = [Bool](repeating: false, count: 257)
        for edge in graph.edges.joined() {
            startsClass[Int(edge.bytes.lowerBound)] = true
            startsClass[Int(edge.bytes.upperBound) + 1] = true
        }
        var current: UInt8 = 0
        return (0..<256).map { byte in
            if byte > 0, startsClass[byte] { current += 1 }
            return current
        }
    }

    private mutating func run() throws(ConstructionBudget.Overrun) -> AutomatonDraft {
        _ = try number(of: [])
        draft.start = Int(try number(of: closure(of: [graph.start])))
        var state = 0
        while state < subsets.count {
            try appendRow(of: subsets[state])
            state += 1
        }
        return draft
    }

    private mutating func appendRow(of subset: [Int]) throws(ConstructionBudget.Overrun) {
        var targets = [[Int]](repeating: [], count: draft.classCount)
        for state in subset {
            for edge in graph.edges[state] {
                let first = Int(draft.classOf[Int(edge.bytes.lowerBound)])
                let last = Int(draft.classOf[Int(edge.bytes.upperBound)])
                for byteClass in first..<last + 1 { targets[byteClass].append(edge.target) }
                try spend(last - first + 1)
            }
        }
        var last: (targets: [Int], number: UInt32) = ([], 0)
        for reached in targets {
            if reached != last.targets {
                last = (reached, try number(of: closure(of: reached)))
            }
            draft.transitions.append(last.number)
        }
        try spend(draft.classCount)
    }

    /// Returns the states that are reachable by hops from these, sorted, without those that have only hops.
    private mutating func closure(of states: [Int]) throws(ConstructionBudget.Overrun) -> [Int] {
        closures += 1
        var closed: [Int] = []
        var pending = states
        while let state = pending.popLast() {
            guard reachedBy[state] != closures else { continue }
            reachedBy[state] = closures
            if !graph.edges[state].isEmpty || state == graph.end { closed.append(state) }
            let hops = graph.hops[state]
            if !hops.isEmpty { pending += hops }
            try spend(1 + hops.count)
        }
        return closed.count < 2 ? closed : closed.sorted()
    }

    private mutating func number(of subset: [Int]) throws(ConstructionBudget.Overrun) -> UInt32 {
        if let known = numbers[subset] { return known }
        guard subsets.count < budget.states else { throw .states(budget.states) }
        let number = UInt32(subsets.count)
        numbers[subset] = number
        subsets.append(subset)
        draft.accepting.append(subset.contains(graph.end))
        return number
    }

    private mutating func spend(_ count: Int) throws(ConstructionBudget.Overrun) {
        steps += count
        guard steps <= budget.steps else { throw .steps(budget.steps) }
    }
}
