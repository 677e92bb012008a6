/// The texts that segments and hosts of URLs can be (laws 1 and 2).
extension Automaton {
    /// What `*` and a capture take where the segment is the authority of a scheme: dots are no dot segments there.
    package static let authority = Automaton(unlimited: .repetition(.scalars(nonNull), minimum: 1, maximum: nil))

    /// What `*` and a capture take: anything but nothing and dot segments.
    package static let segment = authority.subtracting(dots)

    /// Any segment that a URL can have: empty ones too, which only `**` takes.
    package static let anySegment = segment.union(empty)

    /// The same where it is the authority of a scheme, or, as an empty authority adds no segment, the first one after it.
    package static let anyAuthority = authority.union(empty)

    /// A host in lower case: a name or an address in brackets.
    package static let host = Automaton(
        unlimited: .choice([
            .repetition(.scalars(nameScalars), minimum: 1, maximum: nil),
            .sequence([
                .literal("[", foldingCase: false),
                .repetition(.scalars(addressScalars), minimum: 1, maximum: nil),
                .literal("]", foldingCase: false),
            ]),
        ]))

    /// The empty text alone.
    package static let empty = Automaton(unlimited: .sequence([]))

    private static let nonNull = ScalarSet([1...0x10_FFFF])
    private static let dots = Automaton(
        unlimited: .choice([.literal(".", foldingCase: false), .literal("..", foldingCase: false)]))

    private static let nameScalars = hostScalars("-._~!$&'()*+,;=")
    private static let addressScalars = hostScalars("-._~:%")

    private static func hostScalars(_ punctuation: String) -> ScalarSet {
        ScalarSet(
            [0x30...0x39, 0x61...0x7A, 0x80...0x10_FFFF] + punctuation.unicodeScalars.map { $0.value...$0.value })
    }
}
