import WaybillTable

/// The URLs that a set has routes for at all: those of other hosts and of other programs' schemes are not its own.
struct OwnSpace {
    private let schemes: Set<String>
    private let hosts: Set<String>

    init(_ routes: [Route]) {
        let patterns = routes.lazy.flatMap(\.patterns).map(\.pattern)
        schemes = Set(patterns.compactMap(\.scheme))
        hosts = Set(patterns.compactMap(\.literalHost))
    }

    /// Whether a client that follows a redirect probably comes back. A host without a scheme leads nowhere else.
    func isKept(by target: URLTemplate) -> Bool { target.hasBareHost || holds(target) }

    /// A path alone; a host that some route names; or a scheme of programs that some route names.
    func holds(_ target: URLTemplate) -> Bool {
        let path = target.text.prefix { $0 != "?" && $0 != "#" }
        guard let pattern = try? Pattern(String(path)) else { return false }
        if let host = pattern.literalHost { return hosts.contains(host) }
        return pattern.scheme.map(schemes.contains) ?? true
    }
}

extension Pattern {
    fileprivate var literalHost: String? { if case .literal(let host) = host { host } else { nil } }
}

extension URLTemplate {
    /// Whether it probably begins with a host that lacks a scheme: `example.com/new`, `example.com:8080/new`.
    var hasBareHost: Bool {
        let parts = text.prefix { !"/?#".contains($0) }.split(separator: ":", omittingEmptySubsequences: false)
        guard let host = parts.first, host.contains("."), host.last != ".",
            host.utf8.allSatisfy({ ASCII.isLetter($0) || (48...57).contains($0) || ".-".utf8.contains($0) })
        else { return false }
        return parts.count == 1 || parts.count == 2 && !parts[1].isEmpty && parts[1].allSatisfy(\.isNumber)
    }
}
