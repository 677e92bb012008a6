extension Automaton {
    /// A text that matches and is not excluded, of the fewest bytes there are; nil if there is none.
    ///
    /// Among equally short ones it is the one that reads best: from the left, letters, then digits from 1, then other
    /// printable ASCII, then the rest. It is the empty text where that matches and is not excluded.
    public func shortestMember(excluding excluded: Set<[UInt8]> = []) -> [UInt8]? {
        var search = MemberSearch(self, excluding: excluded)
        return search.shortest()
    }

    /// By state: the fewest bytes from there to an accepting one; nil where there is no way.
    var distances: [Int?] {
        var before = [[Int]](repeating: [], count: stateCount)
        for (index, target) in transitions.enumerated() where target != Self.deadEnd {
            before[Int(target)].append(index / classCount)
        }
        var distances = [Int?](repeating: nil, count: stateCount)
        var reached = (0..<stateCount).filter(isAccepting)
        for state in reached { distances[state] = 0 }
        var (index, distance) = (0, 0)
        while index < reached.count {
            let state = reached[index]
            distance = (distances[state] ?? distance) + 1
            for source in before[state] where distances[source] == nil {
                distances[source] = distance
                reached.append(source)
            }
            index += 1
        }
        return distances
    }
}

/// Looks for members length by length, and for those of one length depth first.
private struct MemberSearch {
    /// A state on the way, and how far its bytes have been tried.
    private struct Step {
        let state: Int
        var tried = 0
        /// Whether an excluded member was found from here.
        var foundExcluded = false
    }

    private struct Visit: Hashable {
        let state: Int
        let remaining: Int
    }

    private let automaton: Automaton
    private let excluded: Set<[UInt8]>
    private let distances: [Int?]
    /// From where no member of the remaining length begins, excluded or not: what keeps the search from repeating.
    private var hopeless: Set<Visit> = []
    private var steps: [Step] = []
    private var text: [UInt8] = []

    init(_ automaton: Automaton, excluding excluded: Set<[UInt8]>) {
        self.automaton = automaton
        self.excluded = excluded
        distances = automaton.distances
    }

    mutating func shortest() -> [UInt8]? {
        guard let least = distances[automaton.start] else { return nil }
        // Whatever matches something longer matches something within this, for the automaton goes in circles then.
        let most = (excluded.lazy.map(\.count).max() ?? 0) + automaton.stateCount
        for length in least...max(least, most) {
            if let member = member(ofLength: length) { return member }
        }
        return nil
    }

    private mutating func member(ofLength length: Int) -> [UInt8]? {
        (steps, text) = ([Step(state: automaton.start)], [])
        while let step = steps.last {
            if text.count == length {
                guard excluded.contains(text) else { return text }
                leave(foundExcluded: true, remaining: 0)
            } else if !advance(remaining: length - text.count - 1) {
                leave(foundExcluded: step.foundExcluded, remaining: length - text.count)
            }
        }
        return nil
    }

    /// Takes the next byte from which `remaining` more may make a member, if there is one.
    private mutating func advance(remaining: Int) -> Bool {
        let last = steps.count - 1
        while steps[last].tried < Self.byReadability.count {
            let byte = Self.byReadability[steps[last].tried]
            steps[last].tried += 1
            let next = automaton.next(steps[last].state, byte)
            guard let distance = distances[next], distance <= remaining,
                !hopeless.contains(Visit(state: next, remaining: remaining))
            else { continue }
            steps.append(Step(state: next))
            text.append(byte)
            return true
        }
        return false
    }

    private mutating func leave(foundExcluded: Bool, remaining: Int) {
        let step = steps.removeLast()
        if !text.isEmpty { text.removeLast() }
        if !foundExcluded {
            hopeless.insert(Visit(state: step.state, remaining: remaining))
        } else if !steps.isEmpty {
            steps[steps.count - 1].foundExcluded = true
        }
    }

    /// All bytes, the ones that a witness had better be made of first.
    private static let byReadability: [UInt8] = (UInt8.min...UInt8.max).sorted {
        (rank(of: $0), $0) < (rank(of: $1), $1)
    }

    private static func rank(of byte: UInt8) -> Int {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"): 0
        case UInt8(ascii: "1")...UInt8(ascii: "9"): 1
        case UInt8(ascii: "0"): 2
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): 3
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): 4
        case 0x21...0x7E: 5
        case 0x80...: 6
        default: 7
        }
    }
}
