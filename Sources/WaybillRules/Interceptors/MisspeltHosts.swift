import WaybillManifest
import WaybillSyntax
import WaybillTable

/// Hosts of interceptors that are probably misspelled: no route or test names the host, but one that differs in one
/// character.
struct MisspeltHosts {
    struct Host {
        var pattern: LocatedPattern
        var name: String
        var meant: String
    }

    /// The hosts of routes and tests, and those that several interceptors name.
    private let known: Set<String>
    /// Numbers differ on purpose, so only hosts with the same digits are compared.
    private let knownByDigits: [String: [String]]
    private let names = NameSuggestions.ofMeantNames()

    init(_ set: ManifestSet) {
        var known = Set(set.routes.lazy.flatMap(\.patterns).compactMap(\.pattern.hostName))
        known.formUnion(set.tests.compactMap { (try? RouteURL($0.open.value))?.host })
        var counts: [String: Int] = [:]
        for interceptor in set.interceptors {
            for name in Set(interceptor.patterns.compactMap(\.pattern.hostName)) { counts[name, default: 0] += 1 }
        }
        known.formUnion(counts.filter { $0.value > 1 }.keys)
        self.known = known
        knownByDigits = Dictionary(grouping: known, by: \.digits)
    }

    func misspelt(in interceptor: Interceptor) -> Host? {
        guard !known.isEmpty else { return nil }
        return interceptor.patterns.lazy.compactMap { pattern in
            guard let name = pattern.pattern.hostName, !known.contains(name) else { return nil }
            let similar = names.near(name, among: knownByDigits[name.digits] ?? [], kind: "host") {
                isMisspelling(name, of: $0)
            }
            return similar.first.map { Host(pattern: pattern, name: name, meant: $0) }
        }.first
    }

    /// Whether two names differ in one label, by one character. Short labels differ on purpose: `api` and `app`.
    private func isMisspelling(_ name: String, of other: String) -> Bool {
        let labels = zip(name.split(separator: "."), other.split(separator: ".")).filter { $0 != $1 }
        guard name.split(separator: ".").count == other.split(separator: ".").count, labels.count == 1 else {
            return false
        }
        let (own, others) = labels[0]
        return min(own.count, others.count) >= 4 && isOneEdit(String(own), String(others))
    }
}

extension String {
    fileprivate var digits: String { filter(\.isNumber) }
}

extension Pattern {
    /// The host, such as `admin.example.com` or `*.example.com`.
    fileprivate var hostName: String? {
        switch host {
        case .any: nil
        case .literal(let name): name
        case .suffix(let suffix): "*\(suffix)"
        }
    }
}
