/// The automata that constrain captures, each with a number, and the constrained captures of each owner.
struct ConstraintNumbers: Sendable {
    /// The distinct automata.
    private(set) var automata: [Automaton] = []
    private var numbers: [Automaton: UInt32] = [:]
    /// By owner, and by the name of the capture.
    private var captures: [[String: UInt32]] = []

    /// Reserves memory for owners.
    mutating func reserve(owners count: Int) { captures.reserveCapacity(count) }

    /// Adds the captures of the next owner, and returns its number.
    @discardableResult
    mutating func append(_ constraints: [String: Automaton]) -> Int {
        captures.append(constraints.mapValues { number(of: $0) })
        return captures.count - 1
    }

    /// Returns the number of the automaton that constrains a capture; `nil` if there is none.
    func number(of name: String, of owner: Int) -> UInt32? { captures[owner][name] }

    private mutating func number(of automaton: Automaton) -> UInt32 {
        if let known = numbers[automaton] { return known }
        let number = UInt32(automata.count)
        numbers[automaton] = number
        automata.append(automaton)
        return number
    }
}
