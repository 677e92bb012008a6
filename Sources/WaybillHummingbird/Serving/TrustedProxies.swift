import NIOCore

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The proxies that tell the service the scheme and the host of a client's request, for example because they end TLS.
///
/// Name only fields that the proxies set in every request, because a proxy passes other fields on as the client sent
/// them. These fields are ignored if they come from any other address.
///
/// ```swift
/// WaybillMiddleware(router, behind: try TrustedProxies("10.0.0.0/8", "::1"))
/// ```
public struct TrustedProxies: Sendable, Hashable {
    private struct Block: Sendable, Hashable {
        var bytes: [UInt8]
        var prefixLength: Int

        func contains(_ address: [UInt8]) -> Bool {
            guard address.count == bytes.count else { return false }
            let (whole, rest) = prefixLength.quotientAndRemainder(dividingBy: 8)
            guard address.prefix(whole) == bytes.prefix(whole) else { return false }
            return rest == 0 || (address[whole] ^ bytes[whole]) >> (8 - UInt8(rest)) == 0
        }
    }

    /// A header field with the scheme or host of the client's request.
    public enum Field: String, Sendable, Hashable, CaseIterable {
        /// `proto` and `host` (RFC 7239).
        case forwarded = "Forwarded"
        /// The scheme.
        case xForwardedProto = "X-Forwarded-Proto"
        /// The host.
        case xForwardedHost = "X-Forwarded-Host"
    }

    private let blocks: [Block]
    private let includesUnixSockets: Bool
    let fields: Set<Field>

    /// - Parameters:
    ///   - addresses: IP addresses and blocks: `192.0.2.7`, `10.0.0.0/8`, `fd00::/8`; and `unix:` for every connection
    ///     to a Unix domain socket, whose file permissions decide who may connect.
    ///   - fields: The fields that the proxies set in every request, whatever a client sends. `Forwarded` has precedence
    ///     over the others.
    /// - Throws: ``InvalidAddress`` for the first invalid address.
    public init(_ addresses: String..., reading fields: Set<Field> = [.xForwardedProto]) throws(InvalidAddress) {
        try self.init(addresses, reading: fields)
    }

    /// Creates the proxies from a list.
    ///
    /// - Throws: ``InvalidAddress`` for the first invalid address.
    public init(_ addresses: [String], reading fields: Set<Field> = [.xForwardedProto]) throws(InvalidAddress) {
        self.fields = fields
        var blocks: [Block] = []
        includesUnixSockets = addresses.contains(Self.unixSockets)
        for text in addresses where text != Self.unixSockets {
            let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
            guard let bytes = Self.bytes(of: String(parts[0])),
                let length = parts.count == 1 ? bytes.count * 8 : Int(parts[1]), 0...(bytes.count * 8) ~= length
            else { throw InvalidAddress(text: text) }
            blocks.append(Block(bytes: bytes, prefixLength: length))
        }
        self.blocks = blocks
    }

    private static let unixSockets = "unix:"

    /// A text that is not an address for ``TrustedProxies``.
    public struct InvalidAddress: Error, Sendable, Hashable, CustomStringConvertible {
        /// The text as it was given.
        public let text: String
        public var description: String {
            "'\(text)' is neither an IP address, nor a block such as 10.0.0.0/8, nor 'unix:'"
        }
    }

    func contains(_ address: SocketAddress) -> Bool {
        if case .unixDomainSocket = address { return includesUnixSockets }
        guard let bytes = address.ipAddress.flatMap(Self.bytes) else { return false }
        return blocks.contains { $0.contains(bytes) }
    }

    /// Returns the bytes of an address. An IPv4 address in IPv6 has those of IPv4; `nil` if it is not an address.
    private static func bytes(of text: String) -> [UInt8]? {
        for (family, count) in [(AF_INET, 4), (AF_INET6, 16)] {
            var bytes = [UInt8](repeating: 0, count: count)
            guard unsafe inet_pton(family, text, &bytes) == 1 else { continue }  // as long as an address of the family
            let mapped: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]
            return bytes.starts(with: mapped) ? Array(bytes.dropFirst(mapped.count)) : bytes
        }
        return nil
    }
}
