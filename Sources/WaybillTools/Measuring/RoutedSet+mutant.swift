package import WaybillManifest
import WaybillSyntax
import WaybillTable

extension RoutedSet {
    /// Returns the set with a mutation.
    package func mutant(_ mutation: Mutation.Kind) -> RoutedSet {
        switch mutation {
        case .interceptor(let interceptor, let route): exempting(route: route, from: interceptor)
        case .target(let owner): withOtherTarget(of: owner)
        case .status(let route): withOtherStatus(of: route)
        case .fallback(let tag): withoutFallback(tag)
        default: compiled(with: mutation)
        }
    }

    // MARK: Mutations of the table

    /// Compiles the set with its mutated definitions, without checks.
    private func compiled(with mutation: Mutation.Kind) -> RoutedSet {
        var routes = Array(table.routes)
        var interceptors = table.interceptors
        switch mutation {
        case .priority(let index): routes[index].priority = 0 &- routes[index].priority
        case .order(let index): interceptors[index].order = 0 &- interceptors[index].order
        case .everywhere(let index): interceptors[index].appliesEverywhere = false
        case .tag(let owner, _), .literal(let owner, _, _), .pattern(let owner, _), .capture(let owner, _),
            .method(let owner, _):
            switch owner {
            case .route(let index): routes[index].apply(mutation)
            case .interceptor(let index): interceptors[index].apply(mutation)
            }
        case .interceptor, .target, .status, .fallback: break
        }
        let table = RoutingTable(settings: table.settings, routes: routes, interceptors: interceptors)
        return RoutedSet(set: set, table: table)
    }

    // MARK: Mutations beside the table

    private func withOtherTarget(of owner: Mutation.Owner) -> RoutedSet {
        var set = set
        switch owner {
        case .route(let index):
            let destination = set.routes[index].destination
            guard let other = destination.target?.mutated else { break }
            set.routes[index].content.destination = destination.leading(to: other)
        case .interceptor(let index):
            guard case .rewrite(let target) = set.interceptors[index].action, let other = target.mutated else { break }
            set.interceptors[index].action = .rewrite(other)
        }
        return RoutedSet(set: set, table: table)
    }

    private func withOtherStatus(of route: Int) -> RoutedSet {
        var set = set
        if case .clientRedirect(let target, let status) = set.routes[route].destination {
            set.routes[route].content.destination = .clientRedirect(target, status: status.other)
        }
        return RoutedSet(set: set, table: table)
    }

    private func withoutFallback(_ tag: String?) -> RoutedSet {
        var set = set
        if let tag { set.fallback?.byTag.removeAll { $0.tag.value == tag } } else { set.fallback?.target = nil }
        return RoutedSet(set: set, table: table)
    }
}

extension RedirectStatus {
    /// The status that is confused most easily: temporary for permanent, and the reverse.
    var other: RedirectStatus {
        switch self {
        case .movedPermanently: .found
        case .found: .movedPermanently
        case .seeOther, .permanentRedirect: .temporaryRedirect
        case .temporaryRedirect: .permanentRedirect
        }
    }
}

/// What routes and interceptors have in common.
private protocol MatchingDefinition {
    var patterns: [Pattern] { get set }
    var constraints: [String: Automaton] { get set }
    var methods: [String] { get set }
    var tags: Set<String> { get set }
}

extension RouteDefinition: MatchingDefinition {}
extension InterceptorDefinition: MatchingDefinition {}

extension MatchingDefinition {
    fileprivate mutating func apply(_ mutation: Mutation.Kind) {
        switch mutation {
        case .tag(_, let tag): tags.remove(tag)
        case .literal(_, let pattern, let segment):
            if let other = patterns[pattern].mutated(at: segment) { patterns[pattern] = other }
        case .pattern(_, let pattern): if let other = patterns[pattern].mutatedBelow { patterns[pattern] = other }
        case .capture(_, let name): constraints[name] = nil
        case .method(_, let method): methods.removeAll { $0 == method }
        default: break
        }
    }
}
