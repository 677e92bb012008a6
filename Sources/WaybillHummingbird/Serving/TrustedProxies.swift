import NIOCore

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The proxies whose word is taken for the scheme and the host of a request: what terminates TLS before the service.
///
/// From any other address `Forwarded`, `X-Forwarded-Proto` and `X-Forwarded-Host` mean nothing, for every client can send them.
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

    private let blocks: [Block]

    /// - Parameter addresses: IP addresses, and blocks of them: `192.0.2.7`, `10.0.0.0/8`, `fd00::/8`.
    /// - Throws: ``InvalidAddress`` for the first that is none.
    public init(_ addresses: String...) throws(InvalidAddress) { try self.init(addresses) }

    /// The same for a list.
    public init(_ addresses: [String]) throws(InvalidAddress) {
        var blocks: [Block] = []
        for text in addresses {
            let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
            guard let bytes = Self.bytes(of: String(parts[0])),
                let length = parts.count == 1 ? bytes.count * 8 : Int(parts[1]), 0...(bytes.count * 8) ~= length
            else { throw InvalidAddress(text: text) }
            blocks.append(Block(bytes: bytes, prefixLength: length))
        }
        self.blocks = blocks
    }

    public struct InvalidAddress: Error, Sendable, Hashable, CustomStringConvertible {
        public let text: String
        public var description: String { "'\(text)' is neither an IP address nor a block such as 10.0.0.0/8" }
    }

    func contains(_ address: SocketAddress) -> Bool {
        guard let bytes = address.ipAddress.flatMap(Self.bytes) else { return false }
        return blocks.contains { $0.contains(bytes) }
    }

    /// Of an IPv4 address in IPv6 those of IPv4; `nil` for what is no address.
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
