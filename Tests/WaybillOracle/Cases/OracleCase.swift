import WaybillProofs
import WaybillTable

/// Definitions in the oracle's types, and the table compiled from them.
struct OracleCase {
    /// A pattern is kept as text, so that both sides parse it themselves.
    struct Definition {
        var id: String
        var patterns: [String]
        /// By capture, an index into ``OracleConstraint/all``.
        var constraints: [String: Int] = [:]
        var methods: [String] = []
        var rank = 0
        var tags: Set<String> = []
        var isEverywhere = false
    }

    struct Request {
        var url: String
        var method: String?
        var view: Set<String>?
    }

    var settings: MatchSettings
    var routes: [Definition] = []
    var interceptors: [Definition] = []

    var oracle: Oracle {
        Oracle(settings: settings, routes: routes.compactMap(entry), interceptors: interceptors.compactMap(entry))
    }

    func table() throws -> RoutingTable {
        RoutingTable(
            settings: settings,
            routes: try routes.map { definition in
                RouteDefinition(
                    id: definition.id, patterns: try definition.patterns.map { try Pattern($0) },
                    constraints: automata(definition), methods: definition.methods, priority: definition.rank,
                    tags: definition.tags)
            },
            interceptors: try interceptors.map { definition in
                InterceptorDefinition(
                    id: definition.id, patterns: try definition.patterns.map { try Pattern($0) },
                    constraints: automata(definition), methods: definition.methods, order: definition.rank,
                    tags: definition.tags, appliesEverywhere: definition.isEverywhere)
            })
    }

    func entry(_ definition: Definition) -> Oracle.Entry? {
        let patterns = definition.patterns.compactMap { OraclePattern($0) }
        guard patterns.count == definition.patterns.count else { return nil }
        return Oracle.Entry(
            id: definition.id, patterns: patterns, constraints: definition.constraints, methods: definition.methods,
            rank: definition.rank, tags: definition.tags, isEverywhere: definition.isEverywhere)
    }

    private func automata(_ definition: Definition) -> [String: Automaton] {
        definition.constraints.mapValues { Self.automata[settings.isCaseSensitive ? 1 : 0][$0] }
    }

    /// Compiled once: without case sensitivity, and with.
    private static let automata: [[Automaton]] = [false, true].map { caseSensitive in
        OracleConstraint.all.compactMap { try? Automaton($0.constraint, caseSensitive: caseSensitive) }
    }

    /// The same definitions without those that conflict.
    func withoutConflicts() throws -> OracleCase { try trialWithoutConflicts().made }

    /// The same definitions without conflicting ones, compiled.
    func trialWithoutConflicts() throws -> OracleTrial {
        var rest = self
        while true {
            let table = try rest.table()
            let conflicting = Set(table.conflicts().map(\.second.route))
            if conflicting.isEmpty { return OracleTrial(rest, table) }
            rest.routes = rest.routes.indices.filter { !conflicting.contains($0) }.map { rest.routes[$0] }
        }
    }
}

extension OracleCase: CustomStringConvertible {
    var description: String {
        let slash = settings.trailingSlash.rawValue
        let head = "case_sensitive: \(settings.isCaseSensitive), trailing_slash: \(slash)"
        return ([head] + (routes + interceptors).map(\.description)).joined(separator: "\n")
    }
}

extension OracleCase.Definition: CustomStringConvertible {
    var description: String {
        let params = constraints.map { "\($0): \(OracleConstraint.all[$1].constraint)" }.sorted()
        return "\(id) \(patterns) params \(params) methods \(methods) rank \(rank) tags \(tags.sorted())"
            + (isEverywhere ? " everywhere" : "")
    }
}
