/// A token that opens something to whoever shows it: `Authorization: Bearer <token>`.
package struct BearerToken: Sendable {
    private let bytes: [UInt8]

    /// Nil for an empty token, which opens nothing.
    package init?(_ token: String) {
        guard !token.isEmpty else { return nil }
        bytes = Array(token.utf8)
    }

    /// Whether the value of the header shows it. The scheme's name may be in any case (RFC 9110, 11.1).
    ///
    /// It takes as long for a nearly right token as for a wrong one, so that time tells nothing.
    package func isShown(by authorization: String) -> Bool {
        let parts = authorization.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return false }
        let shown = Array(parts[1].utf8.drop { $0 == UInt8(ascii: " ") })
        guard shown.count == bytes.count else { return false }
        return zip(shown, bytes).reduce(into: UInt8(0)) { $0 |= $1.0 ^ $1.1 } == 0
    }
}
