/// What a constraint lets pass, as a deterministic automaton over UTF-8 bytes: one table look-up a byte.
///
///     bytes        … '*' '+' ',' '-' '.' '/' '0' '1' … '9' ':' …      `[+\-]?[0-9]+`
///     classOf        0   1   0   1   0   0   2   2  …  2   0
///
///     class          0   1   2                  transitions: row after row, one number an entry
///     state 0    │   0   0   0  │               the dead end: from here nothing matches any more
///     state 1    │   0   2   3  │               where every text starts
///     state 2    │   0   0   3  │               after a sign
///     state 3    │   0   0   3  │ accepting
///
/// The form is canonical, so that two automata are equal exactly if they match the same texts: no two states are
/// equivalent, no two classes have the same column, classes are numbered by their first bytes, and states in the order
/// in which a breadth-first walk from the start meets them. Where nothing matches at all, state 0 is the start too.
///
/// Every text that matches is valid UTF-8, whatever the automaton was made from.
public struct Automaton: Sendable {
    /// How many states a regex may have before it is minimised; over it, it is an error.
    public static let stateBudget = 2_500

    /// By byte value. A byte is enough, for at most 256 classes are ever needed.
    let classOf: [UInt8]
    let classCount: Int
    /// By state, then by class: the next state.
    let transitions: [UInt32]
    /// One bit a state, lowest bit first.
    let accepting: [UInt64]
    /// How many states there are, the dead end among them; at least 1.
    public let stateCount: Int
    /// A hash of all that, made once: proofs look the same automata up again and again, and most of them are alike but for
    /// a few entries.
    private let fingerprint: Int

    /// The automaton of a constraint.
    ///
    /// Takes time in proportion to the text of a list, and within a fixed budget for a regex; the types are built once.
    /// - Parameter caseSensitive: Whether the values of a list are compared with case. Other types do not look at it.
    /// - Throws: For a regex outside the language or over budget.
    public init(_ constraint: ParameterConstraint, caseSensitive: Bool) throws(ConstraintError) {
        if let named = Self.named(constraint) {
            self = named
            return
        }
        var unlimited = Int.max
        try self.init(building: constraint, caseSensitive: caseSensitive, spending: &unlimited)
    }

    /// What an automaton takes however small it is, in the steps of a budget.
    package static let leastSteps = 300

    /// The same as one of several, which together may take a number of elementary steps; those taken are subtracted, and
    /// what is left is negative where they were not enough.
    package init(
        _ constraint: ParameterConstraint, caseSensitive: Bool, spending stepsLeft: inout Int
    ) throws(ConstraintError) {
        if let named = Self.named(constraint) {
            self = named
            return
        }
        try self.init(building: constraint, caseSensitive: caseSensitive, spending: &stepsLeft)
    }

    /// Those of the types that have a name, which every table shares. Each is built when it is first asked for.
    package static func named(_ constraint: ParameterConstraint) -> Automaton? {
        switch constraint {
        case .int: int
        case .uint: uint
        case .hex: hex
        case .uuid: uuid
        case .slug: slug
        case .alpha: alpha
        case .date: date
        case .oneOf, .regex: nil
        }
    }

    private static let int = try? Automaton(building: .int)
    private static let uint = try? Automaton(building: .uint)
    private static let hex = try? Automaton(building: .hex)
    private static let uuid = try? Automaton(building: .uuid)
    private static let slug = try? Automaton(building: .slug)
    private static let alpha = try? Automaton(building: .alpha)
    private static let date = try? Automaton(building: .date)

    private init(building constraint: ParameterConstraint) throws(ConstraintError) {
        var unlimited = Int.max
        try self.init(building: constraint, caseSensitive: true, spending: &unlimited)
    }

    private init(
        building constraint: ParameterConstraint, caseSensitive: Bool, spending stepsLeft: inout Int
    ) throws(ConstraintError) {
        let expression = try constraint.expression(caseSensitive: caseSensitive)
        let draft: AutomatonDraft
        do throws(ConstructionBudget.Overrun) {
            draft = try SubsetConstruction.run(expression, within: constraint.budget, spending: &stepsLeft)
        } catch {
            throw ConstraintError(error, in: constraint)
        }
        self.init(minimising: draft)
    }

    init(classOf: [UInt8], classCount: Int, transitions: [UInt32], accepting: [UInt64], stateCount: Int) {
        self.classOf = classOf
        self.classCount = classCount
        self.transitions = transitions
        self.accepting = accepting
        self.stateCount = stateCount
        var hasher = Hasher()
        hasher.combine(classOf)
        hasher.combine(transitions)
        hasher.combine(accepting)
        fingerprint = hasher.finalize()
    }

    /// Every text but the empty one: what a capture without constraint lets pass.
    package static let any = Automaton(unlimited: .repetition(.scalars(.all), minimum: 1, maximum: nil))

    /// Every text, the empty one too.
    static let text = Automaton(unlimited: .repetition(.scalars(.all), minimum: 0, maximum: nil))

    /// The automaton of an expression that no person wrote: without a budget.
    init(unlimited expression: RegularExpression) {
        let draft = try? SubsetConstruction.run(expression, within: .unlimited)
        self.init(minimising: draft ?? .nothing)
    }

    /// Whether nothing matches, not even the empty text.
    public var isEmpty: Bool { stateCount == 1 }
}

extension Automaton: Hashable {
    public static func == (left: Automaton, right: Automaton) -> Bool {
        left.fingerprint == right.fingerprint && left.classOf == right.classOf && left.transitions == right.transitions
            && left.accepting == right.accepting
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(fingerprint) }
}

// Walking the table.
extension Automaton {
    static let deadEnd = 0

    var start: Int { isEmpty ? Self.deadEnd : 1 }

    func isAccepting(_ state: Int) -> Bool {
        accepting[state >> 6] >> UInt64(state & 63) & 1 == 1
    }

    func next(_ state: Int, _ byte: UInt8) -> Int {
        Int(transitions[state * classCount + Int(classOf[Int(byte)])])
    }

    /// Whether the whole of `bytes` matches. Allocates nothing.
    public func matches(_ bytes: ArraySlice<UInt8>) -> Bool {
        matches(bytes.span)
    }

    /// Whether the whole of `bytes` matches. Allocates nothing.
    package func matches(_ bytes: Span<UInt8>) -> Bool {
        let (classOf, transitions) = (classOf.span, transitions.span)
        var state = start
        for index in bytes.indices {
            state = Int(transitions[state &* classCount &+ Int(classOf[Int(bytes[index])])])
            if state == Self.deadEnd { return false }
        }
        return isAccepting(state)
    }
}

extension ConstraintError {
    init(_ overrun: ConstructionBudget.Overrun, in constraint: ParameterConstraint) {
        let limit: String
        switch overrun {
        case .size(let count): limit = "\(count) positions when its counts are written out"
        case .states(let count): limit = "\(count) states of its automaton"
        case .steps(let count): limit = "\(count) steps to compile"
        case .allSteps:
            self = .costsTooMuch(together: constraint)
            return
        }
        self.init(
            reason: "the regex is over the budget of \(limit)",
            help: "use smaller counts or a simpler regex, and check the rest in code",
            range: constraint.wholeRegex)
    }
}
