extension Automaton {
    /// Returns a matching text with the fewest bytes that is not excluded; `nil` if there is none.
    ///
    /// Among equally short texts, the most readable one is returned: from the left, letters, then digits from 1, then
    /// other printable ASCII, then the rest. The empty text is returned if it matches and is not excluded.
    ///
    /// - Complexity: Linear in the automaton and in the excluded bytes.
    public func shortestMember(excluding excluded: Set<[UInt8]> = []) -> [UInt8]? {
        MemberSearch(self, excluding: excluded).shortest
    }

    /// By state: the fewest bytes to an accepting state; `nil` if there is no way.
    var distances: [Int?] {
        var before = [[Int]](repeating: [], count: stateCount)
        for (index, target) in transitions.enumerated() where target != Self.deadEnd {
            before[Int(target)].append(index / classCount)
        }
        var distances = [Int?](repeating: nil, count: stateCount)
        var reached = (0..<stateCount).filter(isAccepting)
        for state in reached { distances[state] = 0 }
        var index = 0
        var distance = 0
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

/// Searches the tree of excluded texts. Outside of it, the automaton alone gives the distance to the next member.
private struct MemberSearch {
    /// A prefix of an excluded text.
    private struct Beginning {
        let state: Int
        var isExcluded = false
        /// By the next byte: the longer prefixes, which have greater indices.
        var longer: [UInt8: Int] = [:]
        /// The fewest bytes to a member that is not excluded; `nil` if there is none.
        var distance: Int?
    }

    private enum Place {
        case beginning(Int)
        /// A state after a text that is not a prefix of an excluded one.
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
        var text = [UInt8]()
        var place = Place.beginning(0)
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

    /// Returns the distance, after those of all longer prefixes are known.
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

    /// All bytes, the preferred ones for example requests first.
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
