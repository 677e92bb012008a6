/// A secret that authorizes requests: `Authorization: Bearer <token>`.
///
/// It is a value type, safe to use from any thread.
public struct BearerToken: Sendable {
    private let bytes: [UInt8]

    /// - Parameter token: `nil` and an empty text authorize nobody.
    public init(_ token: String?) { bytes = Array((token ?? "").utf8) }

    /// Whether the value of the header contains the token. The name of the scheme may be in any case (RFC 9110, 11.1).
    ///
    /// The time of the comparison does not depend on how much of a token is right.
    public func matches(_ authorization: String?) -> Bool {
        let parts = authorization?.split(separator: " ", maxSplits: 1) ?? []
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return false }
        let given = Array(parts[1].utf8.drop { $0 == UInt8(ascii: " ") })
        guard !bytes.isEmpty, given.count == bytes.count else { return false }
        return zip(given, bytes).reduce(into: UInt8(0)) { $0 |= $1.0 ^ $1.1 } == 0
    }
}
