package import WaybillManifest
import WaybillSyntax
package import WaybillTable

/// The operations of a document and the routes of a set, as definitions that proofs compare.
///
/// Requests are compared by path and method. A host counts only if the routes name hosts and the document's server does.
package struct Contract {
    package let document: OpenAPIDocument
    package let set: ManifestSet
    package let table: RoutingTable
    /// The host, if it counts, and the path before all paths of the document.
    package let base: OpenAPIDocument.Server
    /// Where the base path comes from, in words.
    let baseOrigin: String
    /// By operation; `nil` if no route can have such a path after the base path.
    let operations: [RouteDefinition?]
    /// The routes and, after them, the interceptors that rewrite, with the patterns for HTTP at the host.
    let routes: [RouteDefinition]
    /// By these: the indices of the patterns in the set.
    let patternIndices: [[Int]]

    /// - Parameter basePath: The path before all paths of the document; by default that of the server that fits best.
    package init(
        _ document: OpenAPIDocument, _ set: ManifestSet, _ table: RoutingTable, basePath: BasePath? = nil
    ) {
        self.document = document
        self.set = set
        self.table = table
        let search = BaseSearch(document, set, table, basePath)
        let base = search.best
        let visible = search.visible(at: base.host)
        self.base = base
        baseOrigin = basePath == nil ? "of a server of the document" : "given with '--base-path'"
        routes = visible.map { $0.definition }
        patternIndices = visible.map { $0.indices }
        operations = Self.definitions(document, after: base.path, table.settings)
    }

    /// Many operations share a path, its parameters, or equal schemas, and each is made once.
    private static func definitions(
        _ document: OpenAPIDocument, after base: String, _ settings: MatchSettings
    ) -> [RouteDefinition?] {
        var automata: [ValueSet: Automaton?] = [:]
        var latest: (item: OpenAPIDocument.Path, sharedItem: Int?, definition: RouteDefinition?)?
        return document.operations.map { operation in
            let known = latest.flatMap { $0.item === operation.item ? $0 : nil }
            var definition: RouteDefinition?
            if let known, let item = operation.sharedItem, known.sharedItem == item {
                definition = known.definition
            } else if let pattern = known?.definition?.patterns.first ?? operation.pattern(after: base) {
                let constraints = operation.parameters.compactMapValues { parameter in
                    let made =
                        automata[parameter.values]
                        ?? parameter.values.automaton(caseSensitive: settings.isCaseSensitive)
                    automata[parameter.values] = .some(made)
                    return made
                }
                definition = RouteDefinition(id: operation.path.value, patterns: [pattern], constraints: constraints)
            }
            definition?.methods = [operation.method]
            latest = (operation.item, operation.sharedItem, definition)
            return definition
        }
    }

    /// Returns the place of one of ``routes`` in the set; `nil` for an interceptor.
    func place(_ found: RoutePlace) -> RoutePlace? {
        guard found.route < set.routes.count else { return nil }
        return RoutePlace(route: found.route, pattern: patternIndices[found.route][found.pattern])
    }

    /// Returns the shape of an operation's path with the base path; equal to that of a route with the same literals and
    /// captures at the same places.
    func shape(ofOperation index: Int) -> String? { operations[index]?.patterns[0].shape(table.settings) }

    /// Returns the shape of the path of a route's pattern.
    func shape(of place: RoutePlace) -> String? {
        table.routes[place.route].patterns[place.pattern].shape(table.settings)
    }

    /// By method and shape, with a space between them: the operation.
    var operationsByShape: [String: Int] {
        let all = operations.indices.compactMap { index in
            shape(ofOperation: index).map { ("\(document.operations[index].method) \($0)", index) }
        }
        return Dictionary(firstOf: all)
    }
}

/// Finds the server of a document whose host and base path fit the routes best.
private struct BaseSearch {
    private let document: OpenAPIDocument
    private let set: ManifestSet
    private let table: RoutingTable
    private let basePath: BasePath?

    init(_ document: OpenAPIDocument, _ set: ManifestSet, _ table: RoutingTable, _ basePath: BasePath?) {
        self.document = document
        self.set = set
        self.table = table
        self.basePath = basePath
    }

    /// The first of the servers with the most operations whose path is that of a route. A host that fits wins over none.
    var best: OpenAPIDocument.Server {
        let whole = document.servers.filter { server in server.host.map(isNamed) ?? false }
        let paths = document.servers.map(\.path) + [""]
        return best(of: whole, atLeast: 1)
            ?? best(of: paths.map { OpenAPIDocument.Server(host: nil, path: $0) }, atLeast: 0)
            ?? OpenAPIDocument.Server(host: nil, path: "")
    }

    /// Whether a route is for this host, and not for every one.
    private func isNamed(_ host: String) -> Bool {
        guard let wanted = (try? Pattern("//\(host)/"))?.host else { return false }
        return table.routes.contains { $0.patterns.contains { $0.host != .any && $0.isForHTTP(at: wanted) } }
    }

    /// The limit of servers that are tried.
    private static let maximumServers = 16

    private func best(of servers: [OpenAPIDocument.Server], atLeast least: Int) -> OpenAPIDocument.Server? {
        let candidates = servers.map { OpenAPIDocument.Server(host: $0.host, path: basePath?.path ?? $0.path) }
            .uniqued().prefix(Self.maximumServers)
        guard candidates.count > 1 || least > 0 else { return candidates.first }
        let scores = candidates.map(score)
        guard let most = scores.max(), most >= least else { return nil }
        return scores.firstIndex(of: most).map { candidates[$0] }
    }

    private func score(_ server: OpenAPIDocument.Server) -> Int {
        let shapes = Set(
            visible(at: server.host).flatMap { $0.definition.patterns.compactMap { $0.shape(table.settings) } })
        var latest: (item: OpenAPIDocument.Path, isServed: Bool)?
        return document.operations.count { operation in
            if let latest, latest.item === operation.item { return latest.isServed }
            let shape = operation.pattern(after: server.path).flatMap { $0.shape(table.settings) }
            let isServed = shape.map(shapes.contains) ?? false
            latest = (operation.item, isServed)
            return isServed
        }
    }

    func visible(at host: String?) -> [(definition: RouteDefinition, indices: [Int])] {
        let wanted = host.flatMap { try? Pattern("//\($0)/") }?.host
        let rewriting = set.interceptors.indices.filter { set.interceptors[$0].isRewrite }.map { number in
            let interceptor = table.interceptors[number]
            return RouteDefinition(
                id: interceptor.id, patterns: interceptor.patterns, constraints: interceptor.constraints,
                methods: interceptor.methods)
        }
        return (table.routes + rewriting).map { $0.visible(at: wanted) }
    }
}

extension OpenAPIDocument.Operation {
    /// Returns the pattern of the path after a base path; `nil` if no route can have it.
    func pattern(after base: String) -> Pattern? {
        if base.isEmpty { return pattern }
        guard let template = try? PathTemplate(base + path.value) else { return nil }
        return try? Pattern(template.patternText)
    }
}

extension RouteDefinition {
    /// Returns the definition with its patterns for HTTP at a host, and their indices; `nil` for any host.
    func visible(at wanted: Pattern.Host?) -> (definition: RouteDefinition, indices: [Int]) {
        var route = self
        let indices = patterns.indices.filter { patterns[$0].isForHTTP(at: wanted) }
        route.patterns = indices.map { patterns[$0] }
        return (route, indices)
    }
}

extension Pattern {
    /// Whether it matches requests of HTTP to a host; `nil` for any host.
    fileprivate func isForHTTP(at wanted: Host?) -> Bool {
        guard scheme.map({ ["http", "https"].contains($0) }) ?? true else { return false }
        guard case .literal(let name)? = wanted else { return true }
        switch host {
        case .any: return true
        case .literal(let own): return own == name
        case .suffix(let suffix): return name.hasSuffix(suffix) && name.utf8.count > suffix.utf8.count
        }
    }

    /// The path without names; `nil` if no path template has the same requests.
    func shape(_ settings: MatchSettings) -> String? {
        guard catchAll == nil else { return nil }
        func text(_ bytes: some Sequence<UInt8>) -> String {
            PercentCoding.encode((settings.isCaseSensitive ? Array(bytes) : ASCII.lowercased(bytes))[...])
        }
        let parts = segments.map { segment in
            switch segment {
            case .literal(let bytes): text(bytes)
            case .any: "{}"
            case .capture(let capture): text(capture.prefix) + "{}" + text(capture.suffix)
            }
        }
        let slash = settings.trailingSlash == .strict && hasTrailingSlash ? "/" : ""
        return "/" + parts.joined(separator: "/") + slash
    }
}
