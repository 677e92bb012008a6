/// A regular expression over Unicode scalars: the intermediate form of every constraint.
///
/// Its depth is limited by the parser's nesting limit, and so is recursion over it.
indirect enum RegularExpression: Hashable {
    /// One scalar of a set.
    case scalars(ScalarSet)
    /// One after the other. Without elements, the empty text.
    case sequence([RegularExpression])
    /// Any one of these. Without elements, nothing matches.
    case choice([RegularExpression])
    /// At least `minimum` and, unless `maximum` is `nil`, at most `maximum` times.
    case repetition(RegularExpression, minimum: Int, maximum: Int?)

    /// Returns the text itself or, with `foldingCase`, every text that differs from it only in the case of ASCII
    /// letters.
    static func literal(_ text: String, foldingCase: Bool) -> RegularExpression {
        .sequence(
            text.unicodeScalars.map { scalar in
                let upper = scalar.value & ~0x20
                guard foldingCase, (0x41...0x5A).contains(upper) else { return .scalars(ScalarSet(scalar)) }
                return .scalars(ScalarSet([upper...upper, (upper | 0x20)...(upper | 0x20)]))
            })
    }

    /// An estimate of the states of its `StateGraph`; never 0, and `Int.max` on overflow.
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
