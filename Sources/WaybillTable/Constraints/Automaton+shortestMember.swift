extension Automaton {
    /// Returns a matching text with the fewest bytes; `nil` if there is none.
    ///
    /// Among equally short texts, the most readable one is returned: from the left, letters, then digits from 1, then
    /// other printable ASCII, then the rest.
    ///
    /// - Parameter excludingEmpty: Whether the empty text is not returned even if it matches.
    /// - Complexity: Linear in the automaton and in the returned text.
    public func shortestMember(excludingEmpty: Bool = false) -> [UInt8]? {
        let distances = distances
        var state = start
        var shortest = distances[state]
        if excludingEmpty, shortest == 0 {
            shortest = Self.byReadability.compactMap { distances[next(start, $0)] }.min().map { $0 + 1 }
        }
        guard let shortest else { return nil }
        var text: [UInt8] = []
        for remaining in (0..<shortest).reversed() {
            for byte in Self.byReadability where distances[next(state, byte)] == remaining {
                text.append(byte)
                state = next(state, byte)
                break
            }
        }
        return text
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
