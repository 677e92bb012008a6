extension Automaton {
    /// A text that matches and is not excluded, of the fewest bytes there are; nil if there is none.
    ///
    /// Among equally short ones it is the one that reads best: from the left, letters, then digits from 1, then other
    /// printable ASCII, then the rest. It is the empty text where that matches and is not excluded.
    ///
    /// - Complexity: Linear in the automaton and in the bytes that are excluded.
    public func shortestMember(excluding excluded: Set<[UInt8]> = []) -> [UInt8]? {
        MemberSearch(self, excluding: excluded).shortest
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

/// Looks along the tree of what is excluded. Beside it the automaton alone tells how far the next member is.
private struct MemberSearch {
    /// A text that something excluded begins with.
    private struct Beginning {
        let state: Int
        var isExcluded = false
        /// By the byte after it: the longer ones, which have greater indices.
        var longer: [UInt8: Int] = [:]
        /// The fewest bytes from here to a member that is not excluded; nil where there is no way.
        var distance: Int?
    }

    private enum Place {
        case beginning(Int)
        /// A state after a text that nothing excluded begins with.
        case beside(Int)
    }

    private let automaton: Automaton
    private let distances: [Int?]
    private var beginnings: [Beginning]

    init(_ automaton: Automaton, excluding excluded: Set<[UInt8]>) {
        self.automaton = automaton
        distances = automaton.distances
        beginnings = [Beginning(state: automaton.start)]
        for text in excluded { exclude(text) }
        for index in beginnings.indices.reversed() { beginnings[index].distance = measured(index) }
    }

    var shortest: [UInt8]? {
        guard var remaining = beginnings[0].distance else { return nil }
        var (text, place) = ([UInt8](), Place.beginning(0))
        while remaining > 0 {
            remaining -= 1
            for byte in Self.byReadability where distance(from: self.place(behind: place, byte)) == remaining {
                text.append(byte)
                place = self.place(behind: place, byte)
                break
            }
        }
        return text
    }

    private mutating func exclude(_ text: [UInt8]) {
        var index = 0
        for byte in text {
            if let known = beginnings[index].longer[byte] {
                index = known
                continue
            }
            beginnings.append(Beginning(state: automaton.next(beginnings[index].state, byte)))
            beginnings[index].longer[byte] = beginnings.count - 1
            index = beginnings.count - 1
        }
        beginnings[index].isExcluded = true
    }

    /// Once all longer beginnings have their distances.
    private func measured(_ index: Int) -> Int? {
        if !beginnings[index].isExcluded, automaton.isAccepting(beginnings[index].state) { return 0 }
        let next = Self.byReadability.compactMap { distance(from: place(behind: .beginning(index), $0)) }.min()
        return next.map { $0 + 1 }
    }

    private func place(behind place: Place, _ byte: UInt8) -> Place {
        switch place {
        case .beginning(let index):
            if let longer = beginnings[index].longer[byte] { return .beginning(longer) }
            return .beside(automaton.next(beginnings[index].state, byte))
        case .beside(let state): return .beside(automaton.next(state, byte))
        }
    }

    private func distance(from place: Place) -> Int? {
        switch place {
        case .beginning(let index): beginnings[index].distance
        case .beside(let state): distances[state]
        }
    }

    /// All bytes, the ones that an example request had better be made of first.
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
