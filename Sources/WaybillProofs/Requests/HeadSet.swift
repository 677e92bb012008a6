import WaybillTable

/// A set of schemes, hosts and ports. The three kinds of URLs are disjoint.
enum HeadSet: Sendable {
    /// A path alone: no scheme and no host.
    case alone
    /// A scheme that is not a network scheme, whose authority is the first segment.
    case scheme(NameSet<String>)
    /// A network scheme with a host and a port, which is the scheme's default one if the URL names none.
    case network(schemes: Set<String>, host: TextSet, port: NameSet<Int>)

    /// Returns a pattern's heads: one, or one of each kind for a pattern that matches every scheme and host.
    static func heads(of pattern: Pattern, _ work: inout ProofWork) throws(WorkBudget.Exhausted) -> [HeadSet] {
        let port: NameSet<Int> = pattern.port.map { [$0] } ?? .everything
        let schemes = pattern.scheme.map { [$0] } ?? RouteURL.networkSchemes
        switch pattern.host {
        case .literal(let name):
            return [.network(schemes: schemes, host: .literal(Array(name.utf8), folding: false), port: port)]
        case .suffix(let suffix):
            let names = try work.memo.surrounding(.any, with: [], Array(suffix.utf8), folding: false, &work.budget)
            guard let host = try TextSet.matching(names).intersection(.matching(.host), &work) else { return [] }
            return [.network(schemes: schemes, host: host, port: port)]
        case .any: break
        }
        if let scheme = pattern.scheme { return [.scheme(NameSet([scheme]))] }
        return [
            .alone, .scheme(NameSet(allBut: RouteURL.networkSchemes)),
            .network(schemes: RouteURL.networkSchemes, host: .matching(.host), port: .everything),
        ]
    }

    var isAlone: Bool { if case .alone = self { true } else { false } }

    /// Whether the first segment of the path is an authority, which may be `.` or `..`.
    var hasAuthority: Bool { if case .scheme = self { true } else { false } }

    func intersection(_ other: HeadSet, _ work: inout ProofWork) throws(WorkBudget.Exhausted) -> HeadSet? {
        switch (self, other) {
        case (.alone, .alone): return self
        case (.scheme(let own), .scheme(let others)):
            let shared = own.intersection(others)
            return shared.isEmpty ? nil : .scheme(shared)
        case (.network(let schemes, let host, let port), .network(let otherSchemes, let otherHost, let otherPort)):
            let schemes = schemes.intersection(otherSchemes)
            let port = port.intersection(otherPort)
            guard !schemes.isEmpty, !port.isEmpty, let host = try host.intersection(otherHost, &work) else {
                return nil
            }
            return .network(schemes: schemes, host: host, port: port)
        default: return nil
        }
    }

    /// Returns the heads that are not in the other set, in disjoint parts.
    func subtracting(_ other: HeadSet, _ work: inout ProofWork) throws(WorkBudget.Exhausted) -> [HeadSet] {
        switch (self, other) {
        case (.alone, .alone): return []
        case (.scheme(let own), .scheme(let others)):
            let rest = own.subtracting(others)
            return rest.isEmpty ? [] : [.scheme(rest)]
        case (.network(let schemes, let host, let port), .network(let otherSchemes, let otherHost, let otherPort)):
            var parts: [HeadSet] = []
            let kept = schemes.subtracting(otherSchemes)
            let shared = schemes.intersection(otherSchemes)
            if !kept.isEmpty { parts.append(.network(schemes: kept, host: host, port: port)) }
            guard !shared.isEmpty else { return parts }
            if let rest = try host.subtracting(otherHost, &work) {
                parts.append(.network(schemes: shared, host: rest, port: port))
            }
            let rest = port.subtracting(otherPort)
            if !rest.isEmpty, let sharedHost = try host.intersection(otherHost, &work) {
                parts.append(.network(schemes: shared, host: sharedHost, port: rest))
            }
            return parts
        default: return [self]
        }
    }
}

extension NameSet: ExpressibleByArrayLiteral {
    package init(arrayLiteral names: Name...) { self.init(Set(names)) }
}
