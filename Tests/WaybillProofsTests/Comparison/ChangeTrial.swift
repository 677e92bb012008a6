import WaybillProofs
import WaybillTable

@testable import WaybillOracle

/// A pair of cases to test: the classes of the comparison, and the law's answer for each request.
struct ChangeTrial {
    let old: ChangeCase
    let new: ChangeCase
    let found: TableComparison
    private let oracles: [TableChange.Side: Oracle]

    init(_ old: ChangeCase, _ new: ChangeCase) throws {
        (self.old, self.new) = (old, new)
        oracles = [.old: old.made.oracle, .new: new.made.oracle]
        found = try old.compared().comparison(with: new.compared())
    }

    /// The difference between law and comparison for a URL; `nil` if they agree.
    func difference(on url: OracleURL, _ text: String, _ requests: [ChangeRequest]) -> String? {
        guard let before = oracles[.old], let after = oracles[.new] else { return nil }
        let (old, new) = (before.matches(url), after.matches(url))
        for request in requests {
            let first = ChangeSide(self.old, before, url, old, request)
            let second = ChangeSide(self.new, after, url, new, request)
            let classes = found.changes.indices.filter { holds(found.changes[$0], url, request) }
            let place = "\(request.method ?? "-") \(text) in \(request.view.map { "\($0.sorted())" } ?? "plain")"
            if classes.count > 1 { return "\(place) is in the classes \(classes)" }
            if first.differs(from: second, by: \.values), classes.isEmpty { return "\(place) is in no class" }
            if !first.differs(from: second, by: \.places), !classes.isEmpty { return "\(place) is in a class" }
        }
        return nil
    }

    // MARK: Classes

    /// Whether a class, read from its description, contains a request.
    private func holds(_ change: TableChange, _ url: OracleURL, _ request: ChangeRequest) -> Bool {
        change.parts.contains { part in
            part.methods.contains(request.method) && part.views.contains(Self.view(request.view))
                && part.patterns.allSatisfy { matches($0, url) }
                && !part.exceptions.contains { matches($0.clause, url) && answers($0.clause, request) }
                && (!part.patterns.isEmpty || isUnserved(url, request))
        }
    }

    static func view(_ tags: Set<String>?) -> TagView { tags.map { TagView($0) } ?? .everything }

    private func isUnserved(_ url: OracleURL, _ request: ChangeRequest) -> Bool {
        [(old, oracles[.old]), (new, oracles[.new])].allSatisfy { change, oracle in
            guard let oracle else { return false }
            return ChangeSide(change, oracle, url, oracle.matches(url), request).server.hasPrefix("fallback ")
        }
    }

    private func entry(_ clause: TableChange.Clause) -> (oracle: Oracle, entry: Oracle.Entry)? {
        guard let oracle = oracles[clause.side] else { return nil }
        var entry: Oracle.Entry
        switch clause.item {
        case .route(let place):
            entry = oracle.routes[place.route]
            entry.patterns = [entry.patterns[place.pattern]]
        case .otherMethods(let place):
            entry = oracle.routes[place.route]
            entry.patterns = [entry.patterns[place.pattern]]
            entry.methods = []
        case .interceptor(let index, let pattern):
            entry = oracle.interceptors[index]
            entry.patterns = [entry.patterns[pattern]]
        case .length, .slash, .fallback: return nil
        }
        return (oracle, entry)
    }

    private func matches(_ clause: TableChange.Clause, _ url: OracleURL) -> Bool {
        if case .length(let count) = clause.item { return url.segments.count == count }
        if case .slash = clause.item { return url.hasTrailingSlash }
        return entry(clause).map { !$0.oracle.matches(of: $0.entry, url).isEmpty } ?? false
    }

    private func answers(_ clause: TableChange.Clause, _ request: ChangeRequest) -> Bool {
        guard let entry = entry(clause)?.entry else { return true }
        let isSeen = entry.isEverywhere || request.view.map { !entry.tags.isDisjoint(with: $0) } ?? true
        guard let method = request.method else { return isSeen && entry.methods.isEmpty }
        let names = entry.methods.isEmpty || entry.methods.contains(method)
        return isSeen && (names || method == "HEAD" && entry.methods.contains("GET"))
    }

    // MARK: Example requests

    /// The problem with the example requests; `nil` if each shows what its class says.
    func wrongWitness() -> String? {
        for (number, change) in found.changes.enumerated() {
            for part in change.parts {
                let witness = part.witness
                let request = ChangeRequest(method: witness.request.method, view: witness.view.tags)
                guard let url = OracleURL(witness.request.url) else { return "\(witness.request.url) is no URL" }
                let place = "class \(number): \(request.method ?? "-") \(witness.request.url) \(witness.view)"
                if !holds(change, url, request) { return "\(place) is not in it" }
                if let reason = denial(change, url, request) { return "\(place): \(reason)" }
                if let reason = difference(on: url, witness.request.url, [request]) { return "\(place): \(reason)" }
            }
        }
        return nil
    }

    private func denial(_ change: TableChange, _ url: OracleURL, _ request: ChangeRequest) -> String? {
        guard let before = oracles[.old], let after = oracles[.new] else { return nil }
        let first = ChangeSide(old, before, url, before.matches(url), request)
        let second = ChangeSide(new, after, url, after.matches(url), request)
        let servers = (name(change.old, before), name(change.new, after))
        guard (first.server, second.server) == servers else {
            return "\(first.server) and \(second.server) serve it, not \(servers)"
        }
        let lost = change.lost.map { old.behaviors[before.interceptors[$0].id]?.code ?? 0 }.sorted()
        let gained = change.gained.map { new.behaviors[after.interceptors[$0].id]?.code ?? 0 }.sorted()
        func surplus(
            _ some: [ChangeSide.Reading], over others: [ChangeSide.Reading],
            by part: KeyPath<ChangeSide.Reading, [String]>
        ) -> [Int] {
            var rest = others.map { [$0.code.description] + $0[keyPath: part] }
            return some.filter { reading in
                guard let place = rest.firstIndex(of: [reading.code.description] + reading[keyPath: part])
                else { return true }
                rest.remove(at: place)
                return false
            }.map(\.code).sorted()
        }
        // Values that a literal fixes are equal even if they are in different places.
        let parts: [KeyPath<ChangeSide.Reading, [String]>] = [\.places, \.values]
        let counted = parts.map { part in
            (
                lost: surplus(first.running, over: second.running, by: part),
                gained: surplus(second.running, over: first.running, by: part)
            )
        }
        if counted.contains(where: { $0.lost.count >= lost.count && $0.gained.count >= gained.count }) { return nil }
        return "\(counted[0].lost) are lost and \(counted[0].gained) gained"
    }

    private func name(_ server: TableChange.Server, _ oracle: Oracle) -> String {
        switch server {
        case .route(let place): oracle.routes[place.route].id
        case .otherMethods: "other methods"
        case .fallback(let index): "fallback \(index)"
        }
    }
}

extension ChangeTrial: CustomStringConvertible {
    var description: String {
        func text(_ made: ChangeCase) -> String {
            let behaviors = made.behaviors.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
            return "\(made.made)\n\(behaviors.joined(separator: ", "))\n\(made.fallbacks)"
        }
        let changes = found.changes.map { "\($0)" }.joined(separator: "\n")
        return "OLD \(text(old))\nNEW \(text(new))\nFOUND\n\(changes)\nundecided: \(found.undecided)"
    }
}
