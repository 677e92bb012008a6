extension Automaton {
    /// Creates the canonical automaton that matches the same texts as the draft.
    init(minimizing draft: AutomatonDraft) {
        let quotient = Quotient(of: draft)
        let columns = Columns(of: quotient)
        var accepting = [UInt64](repeating: 0, count: (quotient.states.count + 63) / 64)
        for (number, state) in quotient.states.enumerated() where draft.accepting[state] {
            accepting[number >> 6] |= 1 << UInt64(number & 63)
        }
        self.init(
            classOf: draft.classOf.map { columns.classOf[Int($0)] }, classCount: columns.kept.count,
            transitions: quotient.rows.flatMap { row in columns.kept.map { row[$0] } },
            accepting: accepting, stateCount: quotient.states.count)
    }
}

/// A draft with one state for each block of equivalent states, numbered breadth-first after the dead end.
private struct Quotient {
    /// By new state: one of the draft's states in its block.
    private(set) var states: [Int] = []
    /// By new state, then by the draft's class: the next new state.
    private(set) var rows: [[UInt32]] = []
    /// By block.
    private var numbers: [UInt32?]
    private let partition: PartitionRefinement

    init(of draft: AutomatonDraft) {
        partition = PartitionRefinement(of: draft)
        numbers = Array(repeating: nil, count: partition.blockCount)
        _ = number(of: draft.next(draft.start, 0xFF))  // no UTF-8 text has this byte: it leads to the dead end
        _ = number(of: draft.start)
        while rows.count < states.count {
            let row = states[rows.count] * draft.classCount
            rows.append(draft.transitions[row..<row + draft.classCount].map { number(of: Int($0)) })
        }
    }

    private mutating func number(of state: Int) -> UInt32 {
        let block = partition.blockOf[state]
        if let known = numbers[block] { return known }
        let number = UInt32(states.count)
        numbers[block] = number
        states.append(state)
        return number
    }
}

/// The necessary classes of a quotient: those whose column differs from all earlier ones.
private struct Columns {
    /// The draft's classes that are kept, in order.
    private(set) var kept: [Int] = []
    /// By the draft's class: its new number.
    private(set) var classOf: [UInt8] = []

    init(of quotient: Quotient) {
        var numbers: [[UInt32]: UInt8] = [:]
        for byteClass in quotient.rows[0].indices {
            let column = quotient.rows.map { $0[byteClass] }
            if numbers[column] == nil {
                numbers[column] = UInt8(kept.count)
                kept.append(byteClass)
            }
            classOf.append(numbers[column, default: 0])
        }
    }
}
