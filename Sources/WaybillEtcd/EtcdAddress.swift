/// Where a fleet's sets are in etcd: the endpoints of the cluster and a prefix of keys.
///
/// As text, `etcd://10.0.0.1:2379,10.0.0.2:2379/waybill/prod`, and `etcds://` for TLS. A password is never part of it.
public struct EtcdAddress: Sendable, Hashable, CustomStringConvertible {
    /// Each as a URL without a path, for example `http://10.0.0.1:2379`.
    public let endpoints: [String]
    /// The first part of all keys, with a slash at its beginning and none at its end.
    public let prefix: String

    /// A text that is not an address.
    public struct Problem: Error, Hashable, CustomStringConvertible {
        public let description: String
    }

    /// - Throws: ``Problem`` with what to write instead.
    public init(_ text: String) throws(Problem) {
        let schemes = ["etcd://": "http", "etcds://": "https"]
        guard let (scheme, transport) = schemes.first(where: { text.hasPrefix($0.key) }) else {
            throw Problem(text, "it must begin with 'etcd://', or 'etcds://' for TLS")
        }
        let rest = text.dropFirst(scheme.count)
        let hosts = rest.prefix { $0 != "/" }
        let names = rest.dropFirst(hosts.count).split(separator: "/")
        guard !hosts.contains("@") else {
            // The text may have a password.
            throw Problem(nil, "its user and password belong in the environment variables ETCD_USER and ETCD_PASSWORD")
        }
        let members = hosts.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard members.allSatisfy(Self.isAuthority) else {
            throw Problem(text, "its members must be 'HOST:PORT', separated by commas")
        }
        guard !names.isEmpty else { throw Problem(text, "it needs a prefix of keys, such as '/waybill/prod'") }
        guard names.allSatisfy({ $0.utf8.allSatisfy(Self.isPlain) }) else {
            throw Problem(text, "its prefix may have letters, digits, '-', '_', '.' and '/'")
        }
        endpoints = members.map { "\(transport)://\($0)" }
        prefix = names.map { "/\($0)" }.joined()
    }

    public var description: String {
        let isSecure = endpoints.first?.hasPrefix("https") ?? false
        let hosts = endpoints.map { $0.dropFirst(isSecure ? 8 : 7) }.joined(separator: ",")
        return "\(isSecure ? "etcds" : "etcd")://\(hosts)\(prefix)"
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
        default: false
        }
    }

    /// A name, an IPv4 address or an IPv6 address in brackets, and a port.
    private static func isAuthority(_ text: String) -> Bool {
        guard let colon = text.lastIndex(of: ":"), colon != text.startIndex,
            let port = Int(text[text.index(after: colon)...]), 1...65_535 ~= port
        else { return false }
        return text[..<colon].utf8.allSatisfy { isPlain($0) || [0x3A, 0x5B, 0x5D].contains($0) }
    }
}

extension EtcdAddress.Problem {
    fileprivate init(_ text: String?, _ demand: String) {
        description = (text.map { "'\($0)' is not the address of a fleet: " } ?? "this address is not valid: ") + demand
    }
}
