/// The possible texts of segments and hosts of URLs (laws 1 and 2).
extension Automaton {
    /// The texts for `*` and a capture if the segment is the authority of a scheme, where dots are not dot segments.
    package static let authority = Automaton(unlimited: .repetition(.scalars(nonNull), minimum: 1, maximum: nil))

    /// The texts for `*` and a capture: everything except the empty text and dot segments.
    package static let segment = authority.subtracting(dots)

    /// Any segment that a URL may have, also an empty one, which only `**` accepts.
    package static let anySegment = anyAuthority.subtracting(dots)

    /// The same for the authority of a scheme or, because an empty authority adds no segment, the first segment after
    /// it.
    package static let anyAuthority = Automaton(unlimited: .repetition(.scalars(nonNull), minimum: 0, maximum: nil))

    /// A host in its one spelling: labels in lower case, or an address in brackets. (Texts in brackets that are not an
    /// address are members too, which changes no answer, because only literals of patterns are in brackets.)
    package static let host = Automaton(
        unlimited: .choice([
            .sequence([
                label,
                .repetition(.sequence([.literal(".", foldingCase: false), label]), minimum: 0, maximum: nil),
            ]),
            .sequence([
                .literal("[", foldingCase: false),
                .repetition(.scalars(addressScalars), minimum: 1, maximum: nil),
                .literal("]", foldingCase: false),
            ]),
        ]))

    /// Only the empty text.
    package static let empty = Automaton(unlimited: .sequence([]))

    private static let nonNull = ScalarSet([1...0x10_FFFF])
    private static let dots = Automaton(
        unlimited: .choice([.literal(".", foldingCase: false), .literal("..", foldingCase: false)]))

    private static var label: RegularExpression {
        .repetition(.scalars(hostScalars("-_~!$&'()*+,;=")), minimum: 1, maximum: nil)
    }
    private static let addressScalars = hostScalars("-._~!$&'()*+,;=:%")

    private static func hostScalars(_ punctuation: String) -> ScalarSet {
        ScalarSet(
            [0x30...0x39, 0x61...0x7A] + punctuation.unicodeScalars.map { $0.value...$0.value })
    }
}
