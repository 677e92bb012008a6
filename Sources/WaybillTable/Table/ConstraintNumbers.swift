/// The automata that constrain captures, each with a number, and the constrained captures of each owner.
struct ConstraintNumbers: Sendable {
    private var numbers = Numbering<Automaton>()
    /// The constrained captures of all owners, one owner after the other. Few of an owner's captures are constrained, so a
    /// search among them is as fast as a dictionary, and takes a quarter of its memory.
    private var captures: [(name: String, number: UInt32)] = []
    /// By owner: the end of its captures.
    private var ends: [UInt32] = []

    /// The distinct automata.
    var automata: [Automaton] { numbers.values }

    /// Reserves memory for owners.
    mutating func reserve(owners count: Int) { ends.reserveCapacity(count) }

    /// Adds the captures of the next owner, and returns its number.
    @discardableResult
    mutating func append(_ constraints: [String: Automaton]) -> Int {
        for (name, automaton) in constraints { captures.append((name, numbers.number(of: automaton))) }
        ends.append(UInt32(captures.count))
        return ends.count - 1
    }

    /// Returns the number of the automaton that constrains a capture; `nil` if there is none.
    func number(of name: String, of owner: Int) -> UInt32? {
        let start = owner == 0 ? 0 : Int(ends[owner - 1])
        return captures[start..<Int(ends[owner])].first { $0.name == name }?.number
    }
}
