/// A regular expression over Unicode scalars: what every constraint is before it becomes an automaton.
///
/// It is never deeper than the parser's nesting limit lets it be, so recursion over it is bounded.
indirect enum RegularExpression: Hashable {
    /// One scalar of a set.
    case scalars(ScalarSet)
    /// One after the other; none is the empty text.
    case sequence([RegularExpression])
    /// Any one of these; none matches nothing at all.
    case choice([RegularExpression])
    /// At least `minimum` and, unless `maximum` is nil, at most `maximum` times.
    case repetition(RegularExpression, minimum: Int, maximum: Int?)

    /// The text itself, or with `foldingCase` every text that differs from it in the case of ASCII letters only.
    static func literal(_ text: String, foldingCase: Bool) -> RegularExpression {
        .sequence(
            text.unicodeScalars.map { scalar in
                let upper = scalar.value & ~0x20
                guard foldingCase, (0x41...0x5A).contains(upper) else { return .scalars(ScalarSet(scalar)) }
                return .scalars(ScalarSet([upper...upper, (upper | 0x20)...(upper | 0x20)]))
            })
    }

    /// About how many states a `StateGraph` of this has; never 0, and `Int.max` for what would overflow.
    var size: Int {
        switch self {
        case .scalars(let set): max(1, set.byteCount)
        case .sequence(let parts), .choice(let parts): parts.reduce(1) { Self.sum($0, $1.size) }
        case .repetition(let body, let minimum, let maximum): Self.product(body.size, max(1, maximum ?? minimum + 1))
        }
    }

    private static func sum(_ left: Int, _ right: Int) -> Int {
        let (value, overflow) = left.addingReportingOverflow(right)
        return overflow ? .max : value
    }

    private static func product(_ left: Int, _ right: Int) -> Int {
        let (value, overflow) = left.multipliedReportingOverflow(by: right)
        return overflow ? .max : value
    }
}
