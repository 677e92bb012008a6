/// A deterministic automaton that is not minimal yet. It is complete, and all of its states are reachable.
struct AutomatonDraft {
    /// The class of every byte value; classes are numbered in the order of their first bytes.
    var classOf: [UInt8]
    var classCount: Int
    /// By state, then by class: the next state.
    var transitions: [UInt32]
    /// By state.
    var accepting: [Bool]
    var start: Int

    /// The automaton that matches no text.
    static let nothing = AutomatonDraft(
        classOf: [UInt8](repeating: 0, count: 256), classCount: 1, transitions: [0], accepting: [false], start: 0)

    var stateCount: Int { accepting.count }

    func next(_ state: Int, _ byte: UInt8) -> Int { target(of: state, Int(classOf[Int(byte)])) }

    func target(of state: Int, _ byteClass: Int) -> Int { Int(transitions[state * classCount + byteClass]) }
}

/// The states that lead to a state, by class.
struct Predecessors {
    private let stateCount: Int
    /// By class, then by state: where its predecessors start in `sources`; one more at the end.
    private var firstSource: [Int]
    private var sources: [UInt32]

    init(of draft: AutomatonDraft) {
        stateCount = draft.stateCount
        firstSource = [Int](repeating: 0, count: draft.transitions.count + 1)
        sources = [UInt32](repeating: 0, count: draft.transitions.count)
        for state in 0..<stateCount {
            for byteClass in 0..<draft.classCount {
                firstSource[byteClass * stateCount + draft.target(of: state, byteClass) + 1] += 1
            }
        }
        for index in 1..<firstSource.count {
            firstSource[index] += firstSource[index - 1]
        }
        var free = firstSource
        for state in 0..<stateCount {
            for byteClass in 0..<draft.classCount {
                let slot = byteClass * stateCount + draft.target(of: state, byteClass)
                sources[free[slot]] = UInt32(state)
                free[slot] += 1
            }
        }
    }

    /// Where the states before a state are.
    func places(before state: Int, by byteClass: Int) -> Range<Int> {
        let slot = byteClass * stateCount + state
        return firstSource[slot]..<firstSource[slot + 1]
    }

    subscript(place: Int) -> Int { Int(sources[place]) }
}
