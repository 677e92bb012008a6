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
        if let (index, definition) = route(mutation) { routes[index] = definition }
        if let (index, definition) = interceptor(mutation) { interceptors[index] = definition }
        let table = RoutingTable(settings: table.settings, routes: routes, interceptors: interceptors)
        return RoutedSet(set: set, table: table)
    }

    /// Returns the mutated route, if the mutation is in a route's definition.
    private func route(_ mutation: Mutation.Kind) -> (index: Int, definition: RouteDefinition)? {
        func changed(
            _ index: Int, _ body: (inout RouteDefinition) -> Void
        ) -> (index: Int, definition: RouteDefinition) {
            var definition = table.routes[index]
            body(&definition)
            return (index, definition)
        }
        switch mutation {
        case .priority(let index): return changed(index) { $0.priority = 0 &- $0.priority }
        case .tag(.route(let index), let tag): return changed(index) { $0.tags.remove(tag) }
        case .literal(.route(let index), let pattern, let segment):
            return changed(index) { $0.patterns.mutate(pattern, at: segment) }
        case .pattern(.route(let index), let pattern): return changed(index) { $0.patterns.mutateBelow(pattern) }
        case .capture(.route(let index), let name): return changed(index) { $0.constraints[name] = nil }
        case .method(.route(let index), let method):
            return changed(index) { $0.methods.removeAll { $0 == method } }
        default: return nil
        }
    }

    /// Returns the mutated interceptor, if the mutation is in an interceptor's definition.
    private func interceptor(_ mutation: Mutation.Kind) -> (index: Int, definition: InterceptorDefinition)? {
        func changed(
            _ index: Int, _ body: (inout InterceptorDefinition) -> Void
        ) -> (index: Int, definition: InterceptorDefinition) {
            var definition = table.interceptors[index]
            body(&definition)
            return (index, definition)
        }
        switch mutation {
        case .order(let index): return changed(index) { $0.order = 0 &- $0.order }
        case .everywhere(let index): return changed(index) { $0.appliesEverywhere = false }
        case .tag(.interceptor(let index), let tag): return changed(index) { $0.tags.remove(tag) }
        case .literal(.interceptor(let index), let pattern, let segment):
            return changed(index) { $0.patterns.mutate(pattern, at: segment) }
        case .pattern(.interceptor(let index), let pattern): return changed(index) { $0.patterns.mutateBelow(pattern) }
        case .capture(.interceptor(let index), let name): return changed(index) { $0.constraints[name] = nil }
        case .method(.interceptor(let index), let method):
            return changed(index) { $0.methods.removeAll { $0 == method } }
        default: return nil
        }
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

extension [Pattern] {
    fileprivate mutating func mutate(_ pattern: Int, at segment: Int) {
        if let other = self[pattern].mutated(at: segment) { self[pattern] = other }
    }

    fileprivate mutating func mutateBelow(_ pattern: Int) {
        if let other = self[pattern].mutatedBelow { self[pattern] = other }
    }
}
