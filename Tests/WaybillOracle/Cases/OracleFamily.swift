import WaybillTable

/// Kinds of cases, each for another part of a table.
enum OracleFamily: CaseIterable {
    /// All features together, over a small alphabet.
    case mixed
    /// One segment each: affixes, constraints and `HEAD` decide.
    case rivals
    /// Segments around the widths of machine words, alike at both ends.
    case words
    /// Paths of every length from 0 to 40 bytes.
    case lengths
    /// Dozens of edges, methods and tags at one node.
    case manyEdges
    /// Schemes, nested host suffixes and ports.
    case hosts
    /// Literals and captures in every combination, which makes dead ends everywhere.
    case depths
    /// Patterns of many segments and many captures, up to the maximum.
    case chains
    /// Tables without any choice, and paths that need no decoding except for dot segments.
    case plain
}

extension OracleGenerator {
    /// A prepared case without conflicts.
    mutating func makeTrial(of family: OracleFamily) throws -> OracleTrial {
        var made =
            switch family {
            case .mixed: makeCase(routes: 9, interceptors: 4)
            case .rivals: makeRivals()
            case .words: makeWords()
            case .lengths: makeLengths()
            case .manyEdges: makeManyEdges()
            case .hosts: makeHosts()
            case .depths: makeDepths()
            case .chains: makeChains()
            case .plain: makePlain()
            }
        if family != .mixed, chance(50) { made.settings.trailingSlash = .strict }
        return try made.trialWithoutConflicts()
    }

    /// A request that is likely to match a case, or nearly.
    mutating func makeRequest(of family: OracleFamily, for made: OracleCase) -> OracleCase.Request {
        var url =
            switch family {
            case .mixed, .rivals: makeURL(for: made)
            case .words, .lengths, .hosts, .depths, .chains, .manyEdges: instance(ofAnyIn: made)
            case .plain: makePlainURL(for: made)
            }
        if chance(family == .plain ? 5 : 35) { url = mangled(url) }
        return makeRequest(of: family, for: made, url: url)
    }

    /// The same for a given URL: with a method and a view.
    mutating func makeRequest(of family: OracleFamily, for made: OracleCase, url: String) -> OracleCase.Request {
        guard family == .manyEdges, !made.routes.isEmpty else {
            return OracleCase.Request(url: url, method: makeMethod(), view: makeView())
        }
        return OracleCase.Request(
            url: url, method: chance(30) ? makeMethod() : pick(pick(made.routes).methods + ["NONE"]),
            view: chance(40) ? nil : Set((0...int(0...3)).map { _ in "t\(int(0...75))" }))
    }
}
