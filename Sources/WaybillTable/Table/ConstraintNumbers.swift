/// The automata that constrain captures, each with a number, and the constrained captures of each owner.
struct ConstraintNumbers: Sendable {
    private var numbers = Numbering<Automaton>()
    /// By owner, and by the name of the capture.
    private var captures: [[String: UInt32]] = []

    /// The distinct automata.
    var automata: [Automaton] { numbers.values }

    /// Reserves memory for owners.
    mutating func reserve(owners count: Int) { captures.reserveCapacity(count) }

    /// Adds the captures of the next owner, and returns its number.
    @discardableResult
    mutating func append(_ constraints: [String: Automaton]) -> Int {
        captures.append(constraints.mapValues { numbers.number(of: $0) })
        return captures.count - 1
    }

    /// Returns the number of the automaton that constrains a capture; `nil` if there is none.
    func number(of name: String, of owner: Int) -> UInt32? { captures[owner][name] }
}
