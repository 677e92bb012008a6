import WaybillRules
import WaybillSyntax
import WaybillTable

@testable import WaybillManifest
@testable import WaybillOracle

/// A set, the problems reported for its routes, and every request of a space that distinguishes all its patterns.
struct ProofWordsCase: CustomStringConvertible {
    /// Requests that match the same patterns, and one view of them.
    struct Lookup {
        var matches: Oracle.Matches
        var method: String?
        var view: Set<String>?
    }

    let made: OracleCase
    let oracle: Oracle
    let diagnostics: [Diagnostic]
    let lookups: [Lookup]

    var description: String { "\(made)\n\(diagnostics.map { "\($0.rule.id) \($0.message)" }.joined(separator: "\n"))" }

    init(_ made: OracleCase) throws {
        self.made = made
        let oracle = made.oracle
        self.oracle = oracle
        let set = try Self.set(of: made)
        diagnostics = set.checkRelations(RoutingTable(RankedDefinitions(set)), besides: [])
        var seen: Set<[String]> = []
        let isDeep = made.routes.contains { $0.patterns.contains { $0.hasSuffix("**") } }
        lookups = (isDeep ? Self.deepURLs : Self.urls).flatMap { url -> [Lookup] in
            let matches = oracle.matches(url)
            guard seen.insert(matches.routes.map(Self.key)).inserted else { return [] }
            return Self.methods.flatMap { method in
                Self.views.map { Lookup(matches: matches, method: method, view: $0) }
            }
        }
    }

    private static let methods: [String?] = [nil, "GET", "HEAD", "POST"]
    private static let views: [Set<String>?] = [nil, ["s"], ["t"], ["s", "t"]]

    /// For each place, one value for each set of patterns that accept it.
    private static let urls = paths(["a", "b", "ab", "az", "bb", "zz"], ["a", "b", "zz"]).flatMap(\.self).compactMap(
        url)
    /// Only `**` matches empty segments and additional ones.
    private static let deepURLs: [OracleURL] = {
        let deep = paths(["a", "b", "ab", "az", "bb", "zz", ""], ["a", "b", "zz", ""])
        return (deep.flatMap(\.self) + deep[2].map { "\($0)zz/" }).compactMap(url)
    }()

    /// The paths of no segment, of one and of two.
    private static func paths(_ first: [String], _ second: [String]) -> [[String]] {
        [[""], first.map { "\($0)/" }, first.flatMap { one in second.map { "\(one)/\($0)/" } }]
    }

    /// Only after a scheme, because an empty first segment is not a host.
    private static func url(_ path: String) -> OracleURL? { OracleURL("app:///\(path)") }

    /// The keys of the matching patterns, kept short because every URL has them.
    private static func key(_ match: Oracle.Match) -> String {
        match.pattern.segments.reduce(into: match.entry.id) { key, segment in
            switch segment {
            case .literal(let bytes): key += "/" + String(decoding: bytes, as: UTF8.self)
            case .capture(let name, _, _): key += "/:" + name
            case .star: key += "/*"
            case .rest: key += "/**"
            }
        }
    }

    // MARK: The set

    private static func set(of made: OracleCase) throws -> ManifestSet {
        var set = ManifestSet()
        set.settings = made.settings
        set.routes = try made.routes.enumerated().map { index, definition in
            var content = Route.Content(
                id: Located(definition.id, at: span(index, 0)), hasExplicitID: true,
                destination: .handler(Located("h", at: span(index, 1))), span: span(index, 0, length: 90))
            content.patterns = try definition.patterns.enumerated().map { place, text in
                LocatedPattern(pattern: try Pattern(text), span: span(index, place + 2))
            }
            content.constrained = definition.constraints.map { name, number in
                Constrained(
                    name: Located(name, at: span(index, 5)), constraint: OracleConstraint.all[number].constraint,
                    built: automata[number], valueSpan: span(index, 6))
            }
            content.methods = definition.methods.map { Located($0, at: span(index, 7)) }
            content.tags = definition.tags.sorted().map { Located($0, at: span(index, 8)) }
            content.priority = definition.rank
            return Route(content)
        }
        return set
    }

    private static func span(_ route: Int, _ place: Int, length: Int = 5) -> SourceSpan {
        SourceSpan(file: 0, start: route * 100 + place * 10, end: route * 100 + place * 10 + length)
    }

    private static let automata = OracleConstraint.all.map { oracle in
        (try? Automaton(oracle.constraint, caseSensitive: true)) ?? .any
    }

    // MARK: Lookups

    func served(_ lookup: Lookup) -> Set<String> {
        Set(oracle.served(lookup.matches, method: lookup.method, view: lookup.view).map(\.entry.id))
    }

    /// The matches that are visible in the view and answer the method.
    func answering(_ lookup: Lookup) -> [Oracle.Match] {
        lookup.matches.routes.filter { match in
            let isSeen = lookup.view.map { !$0.isDisjoint(with: match.entry.tags) } ?? true
            let methods = match.entry.methods
            return isSeen
                && (methods.isEmpty
                    || methods.contains { $0 == lookup.method || ($0 == "GET" && lookup.method == "HEAD") })
        }
    }

    /// Law 5, and within one rank law 4: the route that names `HEAD` answers it.
    func precedes(_ one: Oracle.Match, _ other: Oracle.Match, _ lookup: Lookup) -> Bool {
        if oracle.comesBefore(one, other) { return true }
        return !oracle.comesBefore(other, one) && lookup.method == "HEAD" && one.entry.methods.contains("HEAD")
            && !other.entry.methods.isEmpty && !other.entry.methods.contains("HEAD")
    }

    /// The lookups of a request that is written as `GET /a` or `/a`, by those methods.
    func lookups(of witness: String, view: Set<String>?) -> [Lookup] {
        let words = witness.split(separator: " ").map(String.init)
        guard let url = words.last.flatMap({ OracleURL($0) }) else { return [] }
        let methods: [String?] = words.count > 1 ? [words[0]] : ["GET", nil]
        return methods.map { Lookup(matches: oracle.matches(url), method: $0, view: view) }
    }
}
