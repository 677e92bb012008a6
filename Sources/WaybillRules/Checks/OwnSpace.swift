import WaybillManifest
import WaybillTable

/// The URLs that belong to the set. URLs of other hosts and of other programs' schemes do not.
struct OwnSpace {
    private let schemes: Set<String>
    private let hosts: Set<Pattern.Host>

    init(_ routes: [Route]) {
        let patterns = routes.lazy.flatMap(\.patterns).map(\.pattern)
        schemes = Set(patterns.compactMap(\.scheme))
        hosts = Set(patterns.map(\.host))
    }

    /// Whether the target is a path alone, has a host that a route names or a subdomain of one, or has a scheme that a
    /// route names.
    func holds(_ target: URLTemplate) -> Bool {
        let pattern = target.pattern
        guard case .literal(let host) = pattern.host else { return pattern.scheme.map(schemes.contains) ?? true }
        return hosts.contains(pattern.host)
            || host.indices.contains { host[$0] == "." && hosts.contains(.suffix(String(host[$0...]))) }
    }

    /// Whether a client that follows the redirect certainly comes back. A subdomain may belong to another service. A
    /// host without a scheme is always a path.
    func isKept(by target: URLTemplate) -> Bool {
        guard !target.hasBareHost, target.pattern.host != .any else {
            return target.hasBareHost || holds(target)
        }
        return hosts.contains(target.pattern.host)
    }
}

extension URLTemplate {
    /// Whether it probably begins with a host without a scheme: `example.com/new`, `example.com:8080/new`.
    var hasBareHost: Bool {
        let parts = text.prefix { !"/?#".contains($0) }.split(separator: ":", omittingEmptySubsequences: false)
        guard let host = parts.first, host.contains("."), host.last != ".",
            host.utf8.allSatisfy({ ASCII.isLetter($0) || (48...57).contains($0) || ".-".utf8.contains($0) })
        else { return false }
        return parts.count == 1 || parts.count == 2 && !parts[1].isEmpty && parts[1].allSatisfy(\.isNumber)
    }
}
