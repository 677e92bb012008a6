/// The texts that a constraint accepts, as a deterministic automaton over UTF-8 bytes: one table look-up for each byte.
///
///     bytes        … '*' '+' ',' '-' '.' '/' '0' '1' … '9' ':' …      `[+\-]?[0-9]+`
///     classOf        0   1   0   1   0   0   2   2  …  2   0
///
///     class          0   1   2                  transitions: by rows, one number for each entry
///     state 0    │   0   0   0  │               the dead end: nothing matches from here
///     state 1    │   0   2   3  │               the start of every text
///     state 2    │   0   0   3  │               after a sign
///     state 3    │   0   0   3  │ accepting
///
/// The form is canonical, so two automata are equal if and only if they match the same texts: no two states are
/// equivalent, no two classes have the same column, classes are numbered by their first bytes, and states in the order
/// of a breadth-first walk from the start. If nothing matches at all, state 0 is also the start.
///
/// Every text that matches is valid UTF-8.
public struct Automaton: Sendable {
    /// The maximum number of states of a regex before minimizing. A larger regex is an error.
    public static let stateBudget = 2_500

    /// By byte value. A byte is enough, because there are at most 256 classes.
    let classOf: [UInt8]
    let classCount: Int
    /// By state, then by class: the next state.
    let transitions: [UInt32]
    /// One bit for each state, the lowest bit first.
    let accepting: [UInt64]
    /// The number of states, including the dead end; at least 1.
    public let stateCount: Int
    /// A hash of the automaton, computed once, because proofs look up the same automata repeatedly, and most automata
    /// differ in few entries.
    private let fingerprint: Int

    /// Creates the automaton of a constraint.
    ///
    /// The time is linear in the text of a list, and within a fixed budget for a regex. The types are built once.
    ///
    /// - Parameter caseSensitive: Whether the values of a list are compared with case. Other types ignore it.
    /// - Throws: If a regex is not in the language, or exceeds the budget.
    public init(_ constraint: ParameterConstraint, caseSensitive: Bool) throws(ConstraintError) {
        var unlimited = Int.max
        try self.init(constraint, caseSensitive: caseSensitive, spending: &unlimited)
    }

    /// The minimum cost of an automaton, in steps of a budget.
    package static let minimumSteps = 300

    /// Creates the automaton of a constraint within a shared number of steps. The steps are subtracted from
    /// `stepsLeft`, which is negative if they were not enough.
    package init(
        _ constraint: ParameterConstraint, caseSensitive: Bool, spending stepsLeft: inout Int
    ) throws(ConstraintError) {
        let expression: RegularExpression
        // Only regexes written by people are limited, because a list's automaton is no larger than its text.
        let budget: ConstructionBudget
        switch constraint {
        case .type(let type):
            self = type.automaton
            return
        case .oneOf(let values):
            (expression, budget) = (.choice(values.map { .literal($0, foldingCase: !caseSensitive) }), .unlimited)
        case .regex(let text):
            (expression, budget) = (try RegexParser.parse(text), .regex)
        }
        do throws(ConstructionBudget.Overrun) {
            self.init(minimizing: try SubsetConstruction.run(expression, within: budget, spending: &stepsLeft))
        } catch {
            throw ConstraintError(error, in: constraint)
        }
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

    /// Every text except the empty one: the values of a capture without a constraint.
    package static let any = Automaton(unlimited: .repetition(.scalars(.all), minimum: 1, maximum: nil))

    /// Every text, also the empty one.
    static let text = Automaton(unlimited: .repetition(.scalars(.all), minimum: 0, maximum: nil))

    /// Creates the automaton of an internal expression, without a budget.
    init(unlimited expression: RegularExpression) {
        let draft = try? SubsetConstruction.run(expression, within: .unlimited)
        self.init(minimizing: draft ?? .nothing)
    }

    /// Whether no text matches, not even the empty one.
    public var isEmpty: Bool { stateCount == 1 }
}

extension Automaton: Hashable {
    public static func == (left: Automaton, right: Automaton) -> Bool {
        left.fingerprint == right.fingerprint && left.classOf == right.classOf && left.transitions == right.transitions
            && left.accepting == right.accepting
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(fingerprint) }
}

// Lookups in the table.
extension Automaton {
    static let deadEnd = 0

    var start: Int { isEmpty ? Self.deadEnd : 1 }

    func isAccepting(_ state: Int) -> Bool {
        accepting[state >> 6] >> UInt64(state & 63) & 1 == 1
    }

    func next(_ state: Int, _ byte: UInt8) -> Int {
        Int(transitions[state * classCount + Int(classOf[Int(byte)])])
    }

    /// Whether all of `bytes` match. Allocates nothing.
    public func matches(_ bytes: ArraySlice<UInt8>) -> Bool {
        matches(bytes.span)
    }

    /// Whether all of `bytes` match. Allocates nothing.
    package func matches(_ bytes: Span<UInt8>) -> Bool {
        let classOf = classOf.span
        let transitions = transitions.span
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

extension Automaton {
    /// Returns the automaton for texts that both match.
    ///
    /// The time of this and the following operations is linear in the reachable pairs of states: seldom more than the
    /// sum of the two counts, at worst the product.
    public func intersection(_ other: Automaton) -> Automaton {
        Product.automaton(of: self, other, .intersection)
    }

    /// Returns the automaton for texts that this matches and the other does not.
    package func subtracting(_ other: Automaton) -> Automaton {
        Product.automaton(of: self, other, .difference)
    }

    /// Whether the other matches everything that this does. Makes no automaton.
    package func isSubset(of other: Automaton) -> Bool {
        var product = Product(self, other, .difference)
        return !product.acceptsSomething()
    }
}
