/// A token that authorizes a request: `Authorization: Bearer <token>`.
package struct BearerToken: Sendable {
    private let bytes: [UInt8]

    /// `nil` for an empty token, which authorizes nothing.
    package init?(_ token: String) {
        guard !token.isEmpty else { return nil }
        bytes = Array(token.utf8)
    }

    /// Whether the value of the header contains it. The scheme's name may be in any case (RFC 9110, 11.1).
    ///
    /// The time that it takes does not depend on how much of a token is right.
    package func matches(_ authorization: String) -> Bool {
        let parts = authorization.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return false }
        let given = Array(parts[1].utf8.drop { $0 == UInt8(ascii: " ") })
        guard given.count == bytes.count else { return false }
        return zip(given, bytes).reduce(into: UInt8(0)) { $0 |= $1.0 ^ $1.1 } == 0
    }
}
