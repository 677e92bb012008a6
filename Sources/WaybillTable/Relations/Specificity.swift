/// Law 5 without priorities: which of two patterns comes first by what they say.
enum Specificity {
    /// What an item says, as law 5 reads it.
    struct Entry {
        var pattern: Pattern
        var narrowings: [String: Automaton]
        var hasMethods: Bool
    }

    /// Negative where the first comes first, positive where the second does, 0 where no rule separates them.
    static func compare(_ first: Entry, _ second: Entry) -> Int {
        let (left, right) = (first.pattern, second.pattern)
        let head =
            [
                order(left.scheme == nil, right.scheme == nil), order(place(left.host), place(right.host)),
                order(left.port == nil, right.port == nil),
            ].first { $0 != 0 } ?? 0
        if head != 0 { return head }
        for (one, other) in zip(left.segments, right.segments) {
            let verdict = order(place(one, first.narrowings), place(other, second.narrowings))
            if verdict != 0 { return verdict }
        }
        let tail = order(tail(left, behind: right.segments.count), tail(right, behind: left.segments.count))
        return tail != 0 ? tail : order(!first.hasMethods, !second.hasMethods)
    }

    private static func order(_ left: Bool, _ right: Bool) -> Int { order([left ? 1 : 0], [right ? 1 : 0]) }

    private static func order(_ left: [Int], _ right: [Int]) -> Int {
        if left == right { return 0 }
        return left.lexicographicallyPrecedes(right) ? -1 : 1
    }

    private static func place(_ host: Pattern.Host) -> [Int] {
        switch host {
        case .literal: [0]
        case .suffix(let suffix): [1, -suffix.utf8.count]
        case .any: [2]
        }
    }

    private static func place(_ segment: Pattern.Segment, _ narrowings: [String: Automaton]) -> [Int] {
        switch segment {
        case .literal: return [0]
        case .capture(let capture):
            let wideness = narrowings[capture.name] == nil ? 1 : 0
            guard capture.isAffix else { return [2 + wideness] }
            return [1, -(capture.prefix.count + capture.suffix.count), -capture.prefix.count, wideness]
        case .any: return [4]
        }
    }

    /// What stands behind the segments that both have: a segment, the end, or `**`.
    private static func tail(_ pattern: Pattern, behind count: Int) -> [Int] {
        if pattern.segments.count > count { return [0] }
        return pattern.rest == nil ? [1] : [2]
    }
}

extension RouteProver {
    func entry(_ number: PatternIndex.Number) -> Specificity.Entry {
        let route = route(of: number)
        return Specificity.Entry(
            pattern: table.pattern(at: places[Int(number)]), narrowings: route.narrowings,
            hasMethods: !route.methods.isEmpty)
    }
}
