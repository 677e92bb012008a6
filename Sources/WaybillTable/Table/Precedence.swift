/// The position of a pattern in the routing law's order of precedence (law 5), as numbers that compare from the left.
///
/// Of two patterns that share a request, the one with the smaller precedence serves it. Equal ones are ordered by
/// ``Containment``. The order is total, so a table can number its entries once, and a lookup is the search for the
/// smallest number that matches.
package struct Precedence: Hashable, Comparable {
    /// A criterion that decides between two patterns, for messages.
    enum Criterion: Hashable {
        case priority, scheme, host, port
        case segment(Int)
        case methods
        case none
    }

    /// ```
    /// priority | scheme, host, port | a segment | … | the end | methods        one word each; the smaller one wins
    /// ```
    let words: [UInt64]

    /// - Parameters:
    ///   - constraints: By the name of a capture.
    ///   - priority: Without it, the precedence is that of the pattern alone.
    package init(
        of pattern: Pattern, constraints: [String: Automaton] = [:], priority: Int = 0, hasMethods: Bool = false
    ) {
        let segments = pattern.segments
        var words: [UInt64] = []
        words.reserveCapacity(segments.count + 4)
        words.append(Self.descending(priority))
        words.append(Self.head(of: pattern))
        for index in segments.indices {
            // Only whether there is an automaton, because the automaton itself would be retained.
            words.append(Self.word(of: segments[index]) { constraints.index(forKey: $0) != nil })
        }
        words.append((pattern.catchAll == nil ? 5 : 6) << Self.kindShift)
        words.append(hasMethods ? 0 : 1)
        self.words = words
    }

    /// Hashing each word would take longer than everything that uses the hash.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(words.reduce(0) { ($0 ^ $1) &* 0x9E37_79B9_7F4A_7C15 ^ $0 >> 29 })
    }

    /// Negative numbers are allowed.
    private static func descending(_ number: Int) -> UInt64 { ~(UInt64(bitPattern: Int64(number)) ^ 1 << 63) }

    private static let schemeShift: UInt64 = 40
    private static let hostShift: UInt64 = 1
    private static let kindShift: UInt64 = 56
    private static let lengthLimit = 1 << 26

    private static func head(of pattern: Pattern) -> UInt64 {
        let host: Int
        switch pattern.host {
        case .literal: host = 0
        // A longer suffix comes first. Suffixes over the limit tie, but do not occur in practice.
        case .suffix(let suffix): host = lengthLimit - min(suffix.utf8.count, lengthLimit - 1)
        case .any: host = lengthLimit + 1
        }
        return (pattern.scheme == nil ? 1 << schemeShift : 0) | UInt64(host) << hostShift
            | (pattern.port == nil ? 1 : 0)
    }

    private static func word(of segment: Pattern.Segment, _ isConstrained: (String) -> Bool) -> UInt64 {
        switch segment {
        case .literal: return 0
        case .capture(let capture):
            let wideness: UInt64 = isConstrained(capture.name) ? 0 : 1
            guard capture.isAffix else { return (2 + wideness) << kindShift }
            func shortness(_ length: Int) -> UInt64 { UInt64(lengthLimit - min(length, lengthLimit)) }
            let lengths =
                shortness(capture.prefix.count + capture.suffix.count) << 28 | shortness(capture.prefix.count) << 1
            return 1 << kindShift | lengths | wideness
        case .any: return 4 << kindShift
        }
    }

    package static func < (lhs: Precedence, rhs: Precedence) -> Bool {
        lhs.words.lexicographicallyPrecedes(rhs.words)
    }

    /// Returns the first criterion that separates two patterns.
    func criterion(against other: Precedence) -> Criterion {
        guard let index = zip(words, other.words).enumerated().first(where: { $1.0 != $1.1 })?.offset else {
            return .none
        }
        switch index {
        case 0: return .priority
        case 1:
            let difference = words[1] ^ other.words[1]
            if difference >> Self.schemeShift != 0 { return .scheme }
            return difference >> Self.hostShift != 0 ? .host : .port
        case words.count - 1: return .methods
        default: return .segment(index - 2)
        }
    }
}
