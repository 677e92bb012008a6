/// The automata that narrow captures, each with a number, and the captures of each owner that they narrow.
///
/// ```
/// starts    | 0 | 1 | 1 | 3 |            of owner 0, 1, 2; the last one closes the ranges
/// names     | id | from | to |           the captures of each
/// numbers   | 0  | 1    | 1  |           into `automata`
/// ```
///
/// An owner's own dictionary would do, but for the price: looking an automaton up retains it, nearly all routes share a
/// few, and cores that retain the same thing wait for each other.
struct NarrowingNumbers: Sendable {
    /// Each automaton that narrows something, once.
    private(set) var automata: [Automaton] = []
    private var starts: [UInt32] = [0]
    private var names: [String] = []
    private var numbers: [UInt32] = []
    private var known: [Automaton: UInt32] = [:]

    private static let fewAutomata = 8

    /// Makes room for owners of one capture each, as most are.
    mutating func reserve(owners count: Int) {
        starts.reserveCapacity(count + 1)
        names.reserveCapacity(count)
        numbers.reserveCapacity(count)
    }

    /// Adds the captures of the next owner, and returns its number.
    @discardableResult
    mutating func append(_ narrowings: [String: Automaton]) -> Int {
        for (name, automaton) in narrowings {
            names.append(name)
            numbers.append(number(of: automaton))
        }
        starts.append(UInt32(names.count))
        return starts.count - 2
    }

    /// The number of the automaton that narrows a capture; `nil` where none does.
    func number(of name: String, of owner: Int) -> UInt32? {
        for index in Int(starts[owner])..<Int(starts[owner + 1]) where names[index] == name { return numbers[index] }
        return nil
    }

    private mutating func number(of automaton: Automaton) -> UInt32 {
        // Nearly all are one of a few that are shared, which are found by looking.
        for index in automata.indices.prefix(Self.fewAutomata) where automata[index] == automaton {
            return UInt32(index)
        }
        if let known = known[automaton] { return known }
        known[automaton] = UInt32(automata.count)
        automata.append(automaton)
        return UInt32(automata.count - 1)
    }
}
