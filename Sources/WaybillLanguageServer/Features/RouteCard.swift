import WaybillManifest
import WaybillProofs
import WaybillReports
import WaybillRules
import WaybillSyntax
import WaybillTable

/// Descriptions of the entries of a set, as Markdown.
struct RouteCard {
    let analysis: SetAnalysis
    private var compilation: Compilation { analysis.compilation }
    private var set: ManifestSet { analysis.compilation.set }
    /// Longer lists are cut.
    private static let limit = 8

    init(_ analysis: SetAnalysis) { self.analysis = analysis }

    func text(of kind: NameKind, named name: String) -> String? {
        switch kind {
        case .route: set.routes.first { $0.id.value == name }.map(text)
        case .interceptor: set.interceptors.first { $0.id.value == name }.map(text)
        case .module: set.modules.first { $0.id.value == name }.map(text)
        case .protocol: set.protocols.first { $0.name.value == name }.map(text)
        case .identifier:
            set.modules.first { $0.identifiers.contains { $0.value == name } }
                .map { "Identifier of module `\($0.id.value)`" }
        case .tag:
            set.tags.first { $0.name.value == name }.map { "Tag `\(name)`\n\n\($0.summary ?? "")" }
        default: registered(kind, name)
        }
    }

    // MARK: Routes

    /// An example request, what runs for it, and the routes that share requests with this one, in the order of precedence.
    func text(of route: Route) -> String {
        var lines = ["**\(route.id.value)**: \(route.destination.summary)"]
        if let summary = route.summary { lines.append(summary) }
        guard let table = compilation.explainedTable,
            let number = set.routes.firstIndex(where: { $0.id.span == route.id.span })
        else { return lines.joined(separator: "\n\n") }
        let rank = table.routesByPrecedence.firstIndex { $0.route == number }
        if let rank { lines.append("Rank \(rank + 1) of \(table.routesByPrecedence.count) patterns") }
        if let example = examples(of: [number])[number] {
            lines.append("Example: `\(example.words)`")
            if !example.interceptors.isEmpty {
                lines.append("Interceptors, in order: " + Self.list(example.interceptors))
            }
        } else {
            lines.append("No request reaches it.")
        }
        let rivals = rank.map { neighbors(of: table.routesByPrecedence[$0], in: table) } ?? []
        if !rivals.isEmpty { lines.append("Shares requests with:\n\n" + rivals.joined(separator: "\n")) }
        return lines.joined(separator: "\n\n")
    }

    /// A request that a route serves, and what runs for it.
    struct Example {
        var url: String
        var method: String?
        var interceptors: [String]

        /// `POST /notes`, or the URL alone.
        var words: String { RequestWitness(url: url, method: method).words }
    }

    /// Returns examples of routes, by number, for those that serve a request.
    func examples(of numbers: [Int]) -> [Int: Example] {
        guard let table = compilation.explainedTable else { return [:] }
        let wanted = Set(numbers)
        var search = RequestSearch(table)
        var examples: [Int: Example] = [:]
        for place in table.routesByPrecedence where wanted.contains(place.route) && examples[place.route] == nil {
            let answer = search.find(RequestSearch.Question(place, view: .everything)) { _ in true }
            guard case .found(let request) = answer else { continue }
            let end = compilation.explain(request.url, method: request.method)
            examples[place.route] = Example(
                url: request.url, method: request.method, interceptors: end?.interceptors ?? [])
        }
        return examples
    }

    /// The routes that share requests with a route: in the order of precedence, the first ones.
    private func neighbors(of place: RoutePlace, in table: RoutingTable) -> [String] {
        var found: [String] = []
        var seen: Set<Int> = [place.route]
        var takes = "before"
        for other in analysis.neighbors(of: place, in: table) where found.count < Self.limit {
            if other == place { takes = "after" }
            guard seen.insert(other.route).inserted, let both = table.relation(of: place, to: other)?.both else {
                continue
            }
            found.append("- `\(set.routes[other.route].id.value)`, \(takes) this one: `\(both.words)`")
        }
        return found
    }

    // MARK: Interceptors

    /// The routes that an interceptor runs for, and one that it does not run for.
    func text(of interceptor: Interceptor) -> String {
        var lines = ["Interceptor **\(interceptor.id.value)**, order \(interceptor.order)"]
        if let summary = interceptor.summary { lines.append(summary) }
        guard let number = set.interceptors.firstIndex(where: { $0.id.span == interceptor.id.span }) else {
            return lines.joined(separator: "\n\n")
        }
        var links = RouteLinks(set)
        if let shares = links.shares(of: number) {
            let covered = shares.filter { $0.value != .none }.keys.sorted()
            let names = covered.map { set.routes[$0].id.value }
            lines.append("Runs for \(covered.count) of \(set.routes.count) routes: " + Self.list(names))
            if let missed = set.routes.indices.first(where: { !covered.contains($0) }), !covered.isEmpty {
                lines.append("Not for `\(set.routes[missed].id.value)`")
            }
        }
        return lines.joined(separator: "\n\n")
    }

    // MARK: Modules

    private func text(of module: Module) -> String {
        var lines = ["Module **\(module.id.value)**, factory `\(module.factory.value)`"]
        if let summary = module.summary { lines.append(summary) }
        if !module.provides.isEmpty { lines.append("Provides " + Self.list(module.provides.map(\.value))) }
        let routes = set.routes.filter { $0.destination.module?.value == module.id.value }.map(\.id.value)
        if !routes.isEmpty { lines.append("Routes: " + Self.list(routes)) }
        return (lines + [registered(.factory, module.factory.value)].compactMap(\.self)).joined(separator: "\n\n")
    }

    private func text(of declaration: ProtocolDeclaration) -> String {
        let name = declaration.name.value
        var lines = ["Protocol **\(name)**: `\(declaration.swiftType.value)`"]
        if let summary = declaration.summary { lines.append(summary) }
        let providers = ProtocolProviders(set)
        let servers = providers.servers(of: name).map { set.modules[$0].id.value }
        let through = providers.adapter(for: name).map { ", through an adapter from `\($0.provided.value)`" } ?? ""
        lines.append(servers.isEmpty ? "No module serves it." : "Served by " + Self.list(servers) + through)
        let users = set.modules.filter { $0.requires.contains { $0.value == name } }.map(\.id.value)
        if !users.isEmpty { lines.append("Required by " + Self.list(users)) }
        return lines.joined(separator: "\n\n")
    }

    /// The line of Swift that registers a name, if the registry is known.
    private func registered(_ kind: NameKind, _ name: String) -> String? {
        guard let code = analysis.registered(kind).first(where: { $0.name == name }) else { return nil }
        return "Registered \(kind.rawValue) `\(name)` at `\(code.site)`"
    }

    private static func list(_ names: [String]) -> String {
        let shown = names.prefix(limit).map { "`\($0)`" }.joined(separator: ", ")
        return names.count > limit ? "\(shown) and \(names.count - limit) more" : shown
    }
}

extension SetAnalysis {
    /// The registered code of a kind, if the registry is known.
    func registered(_ kind: NameKind) -> [any RegisteredCode] {
        guard let registry else { return [] }
        return switch kind {
        case .handler: registry.handlers
        case .factory: registry.factories
        case .adapter: registry.adapters
        case .interceptorCode: registry.interceptors
        case .lane: registry.lanes
        default: []
        }
    }
}
