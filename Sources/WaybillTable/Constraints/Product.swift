/// The product of two automata: a state is a pair of their states, a class a pair of their classes.
struct Product {
    enum Operation {
        case intersection
        case difference

        func accepts(_ left: Bool, _ right: Bool) -> Bool {
            switch self {
            case .intersection: left && right
            case .difference: left && !right
            }
        }
    }

    private struct Pair: Hashable {
        var left: UInt32
        var right: UInt32
    }

    private let left: Automaton
    private let right: Automaton
    private let operation: Operation
    private let classOf: [UInt8]
    /// By class of the product.
    private let classes: [Pair]
    private var pairs = Numbering<Pair>()
    /// Whether each text that was followed so far has the same answer in the operand as in the product.
    private var isLeft = true
    private var isRight = true

    init(_ left: Automaton, _ right: Automaton, _ operation: Operation) {
        self.left = left
        self.right = right
        self.operation = operation
        (classOf, classes) = Self.classes(of: left, right)
        _ = pairs.number(of: Pair(left: UInt32(left.start), right: UInt32(right.start)))
    }

    static func automaton(of left: Automaton, _ right: Automaton, _ operation: Operation) -> Automaton {
        var unlimited = WorkBudget.unlimited
        return (try? automaton(of: left, right, operation, &unlimited)) ?? Automaton(minimizing: .nothing)
    }

    /// The same within a budget, from which each entry of the product's table takes one step.
    ///
    /// A product that is one of its operands, as that of a set and a part of it, is that operand, and needs no minimizing.
    static func automaton(
        of left: Automaton, _ right: Automaton, _ operation: Operation, _ work: inout WorkBudget
    ) throws(WorkBudget.Exhausted) -> Automaton {
        var product = Product(left, right, operation)
        let draft = try product.draft(&work)
        if product.isLeft { return left }
        if product.isRight { return right }
        return Automaton(minimizing: draft.accepting.contains(true) ? draft : .nothing)
    }

    private static func classes(of left: Automaton, _ right: Automaton) -> (classOf: [UInt8], classes: [Pair]) {
        var numbers = [UInt8?](repeating: nil, count: left.classCount * right.classCount)
        var classes: [Pair] = []
        let classOf = (0..<256).map { byte in
            let pair = Pair(left: UInt32(left.classOf[byte]), right: UInt32(right.classOf[byte]))
            let slot = Int(pair.left) * right.classCount + Int(pair.right)
            if let known = numbers[slot] { return known }
            let number = UInt8(classes.count)
            numbers[slot] = number
            classes.append(pair)
            return number
        }
        return (classOf, classes)
    }

    private mutating func draft(_ work: inout WorkBudget) throws(WorkBudget.Exhausted) -> AutomatonDraft {
        var transitions: [UInt32] = []
        var state = 0
        while state < pairs.values.count {
            try work.spend(classes.count)
            for byteClass in classes { transitions.append(pairs.number(of: next(pairs.values[state], byteClass))) }
            state += 1
        }
        let accepting = pairs.values.map(accepts)
        for (pair, isAccepting) in zip(pairs.values, accepting) {
            if left.isAccepting(Int(pair.left)) != isAccepting { isLeft = false }
            if right.isAccepting(Int(pair.right)) != isAccepting { isRight = false }
        }
        return AutomatonDraft(
            classOf: classOf, classCount: classes.count, transitions: transitions, accepting: accepting, start: 0)
    }

    /// Whether a text leads to an accepting pair.
    mutating func acceptsSomething() -> Bool {
        var unlimited = WorkBudget.unlimited
        return (try? acceptsSomething(&unlimited)) ?? false
    }

    /// Answers the same question within a budget.
    mutating func acceptsSomething(_ work: inout WorkBudget) throws(WorkBudget.Exhausted) -> Bool {
        var state = 0
        while state < pairs.values.count {
            try work.spend(classes.count)
            if accepts(pairs.values[state]) { return true }
            for byteClass in classes { _ = pairs.number(of: next(pairs.values[state], byteClass)) }
            state += 1
        }
        return false
    }

    private func accepts(_ pair: Pair) -> Bool {
        operation.accepts(left.isAccepting(Int(pair.left)), right.isAccepting(Int(pair.right)))
    }

    private mutating func next(_ pair: Pair, _ byteClass: Pair) -> Pair {
        let next = Pair(
            left: left.transitions[Int(pair.left) * left.classCount + Int(byteClass.left)],
            right: right.transitions[Int(pair.right) * right.classCount + Int(byteClass.right)])
        let needsRight = operation == .intersection
        guard next.left == Automaton.deadEnd || needsRight && next.right == Automaton.deadEnd else { return next }
        // An operand that goes on where the product ends matches some text that the product does not.
        if next.left != Automaton.deadEnd { isLeft = false }
        if next.right != Automaton.deadEnd { isRight = false }
        return Pair(left: 0, right: 0)
    }
}
