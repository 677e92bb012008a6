/// Where a pattern stands in the routing law's order of precedence (law 5), as numbers that compare from the left.
///
/// Of two patterns that share a request the one with the smaller precedence serves it; equal ones are a conflict, but
/// for `HEAD` (law 4). The order is total on all patterns, so that a table can number its entries once and a lookup is
/// the search for the smallest number that matches.
struct Precedence: Hashable, Comparable {
    /// What decides between two patterns, in words for people.
    enum Criterion: Hashable {
        case priority, scheme, host, port
        case segment(Int)
        case methods
        case none
    }

    private let keys: [Int]

    private static let headLength = 5
    private static let segmentLength = 4

    init(of pattern: Pattern, narrowings: [String: Automaton], priority: Int, hasMethods: Bool) {
        var keys = [-priority, pattern.scheme == nil ? 1 : 0]
        switch pattern.host {
        case .literal: keys += [0, 0]
        case .suffix(let suffix): keys += [1, -suffix.utf8.count]
        case .any: keys += [2, 0]
        }
        keys.append(pattern.port == nil ? 1 : 0)
        for segment in pattern.segments { keys += Self.keys(of: segment, narrowings: narrowings) }
        keys += pattern.rest == nil ? [5, 0, 0, 0] : [6, 0, 0, 0]
        keys.append(hasMethods ? 0 : 1)
        self.keys = keys
    }

    private static func keys(of segment: Pattern.Segment, narrowings: [String: Automaton]) -> [Int] {
        switch segment {
        case .literal: return [0, 0, 0, 0]
        case .capture(let capture):
            let wideness = narrowings[capture.name] == nil ? 1 : 0
            guard capture.isAffix else { return [2 + wideness, 0, 0, 0] }
            return [1, -(capture.prefix.count + capture.suffix.count), -capture.prefix.count, wideness]
        case .any: return [4, 0, 0, 0]
        }
    }

    static func < (lhs: Precedence, rhs: Precedence) -> Bool {
        lhs.keys.lexicographicallyPrecedes(rhs.keys)
    }

    /// What first separates two patterns.
    func criterion(against other: Precedence) -> Criterion {
        guard let index = zip(keys, other.keys).enumerated().first(where: { $1.0 != $1.1 })?.offset else {
            return .none
        }
        switch index {
        case 0: return .priority
        case 1: return .scheme
        case 2, 3: return .host
        case 4: return .port
        case keys.count - 1: return .methods
        default: return .segment((index - Self.headLength) / Self.segmentLength)
        }
    }
}
