extension Automaton {
    /// Returns the automaton for this automaton's texts, with a prefix before and a suffix after them.
    package func surrounded(
        by prefix: [UInt8], _ suffix: [UInt8], folding: Bool, _ work: inout WorkBudget
    ) throws(WorkBudget.Exhausted) -> Automaton {
        if prefix.isEmpty && suffix.isEmpty { return self }
        var construction = AffixConstruction(self, prefix, suffix, folding: folding)
        return Automaton(minimizing: try construction.run(&work))
    }
}

/// Adds affixes to an automaton, by a subset construction over these states:
///
///     0 … p-1      the prefix's bytes, one state before each
///     p …          the automaton's states, except its dead end
///     q … q+s      the suffix's bytes, one state before each, and the end
private struct AffixConstruction {
    private let inner: Automaton
    private let prefix: [UInt8]
    private let suffix: [UInt8]
    private let folding: Bool
    private let firstOfSuffix: Int
    private let classOf: [UInt8]
    /// By class: one of its bytes.
    private let bytes: [UInt8]
    private var subsets = Numbering<[Int]>()

    init(_ inner: Automaton, _ prefix: [UInt8], _ suffix: [UInt8], folding: Bool) {
        self.inner = inner
        self.folding = folding
        self.prefix = folding ? ASCII.lowercased(prefix) : prefix
        self.suffix = folding ? ASCII.lowercased(suffix) : suffix
        firstOfSuffix = prefix.count + inner.stateCount
        var isInAffix = [Bool](repeating: false, count: 256)
        for byte in self.prefix + self.suffix { isInAffix[Int(byte)] = true }
        // By class, of the bytes outside of affixes.
        var numbersOfOthers = [UInt8?](repeating: nil, count: inner.classCount)
        // By class and byte.
        var numbers: [Int: UInt8] = [:]
        var bytes: [UInt8] = []
        classOf = (UInt8.min...UInt8.max).map { byte in
            let read = Int(folding ? ASCII.lowercased(byte) : byte)
            let old = Int(inner.classOf[Int(byte)])
            let known = isInAffix[read] ? numbers[old << 8 | read] : numbersOfOthers[old]
            if let known { return known }
            let number = UInt8(bytes.count)
            if isInAffix[read] { numbers[old << 8 | read] = number } else { numbersOfOthers[old] = number }
            bytes.append(byte)
            return number
        }
        self.bytes = bytes
    }

    mutating func run(_ work: inout WorkBudget) throws(WorkBudget.Exhausted) -> AutomatonDraft {
        var draft = AutomatonDraft(
            classOf: classOf, classCount: bytes.count, transitions: [], accepting: [], start: 1)
        _ = subsets.number(of: [])
        _ = subsets.number(of: closed(prefix.isEmpty ? [prefix.count + inner.start] : [0]))
        var state = 0
        while state < subsets.values.count {
            let subset = subsets.values[state]
            // A suffix with repetitions makes subsets as large as it is long.
            try work.spend(bytes.count * (1 + subset.count / 8))
            for byte in bytes {
                draft.transitions.append(subsets.number(of: closed(subset.compactMap { next($0, byte) })))
            }
            draft.accepting.append(subset.contains(firstOfSuffix + suffix.count))
            state += 1
        }
        return draft
    }

    private func next(_ state: Int, _ byte: UInt8) -> Int? {
        let read = folding ? ASCII.lowercased(byte) : byte
        if state < prefix.count {
            guard prefix[state] == read else { return nil }
            return state + 1 < prefix.count ? state + 1 : prefix.count + inner.start
        }
        if state < firstOfSuffix {
            let next = inner.next(state - prefix.count, byte)
            return next == Automaton.deadEnd ? nil : prefix.count + next
        }
        let position = state - firstOfSuffix
        return position < suffix.count && suffix[position] == read ? state + 1 : nil
    }

    /// Returns the states with those that are reachable without a byte: after a complete value, the suffix begins.
    private func closed(_ states: [Int]) -> [Int] {
        let isWhole = states.contains {
            (prefix.count..<firstOfSuffix).contains($0) && inner.isAccepting($0 - prefix.count)
        }
        let all = isWhole ? states + [firstOfSuffix] : states
        return all.count < 2 ? all : Set(all).sorted()
    }
}
