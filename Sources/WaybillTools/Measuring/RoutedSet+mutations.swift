import WaybillManifest
import WaybillProofs
import WaybillSyntax
import WaybillTable

extension RoutedSet {
    /// Returns all mutations of the set, in the order of files and places.
    func mutations() -> [Mutation] {
        var search = RequestSearch(table)
        let skipped = set.routes.indices.flatMap { skips(ofRoute: $0, &search) }
        let routes = set.routes.indices.flatMap(mutations(ofRoute:))
        let interceptors = set.interceptors.indices.flatMap(mutations(ofInterceptor:))
        return (routes + interceptors + skipped + mutationsOfFallback).sortedByPlace()
    }

    private func mutations(ofRoute index: Int) -> [Mutation] {
        let route = set.routes[index]
        let owner = Mutation.Owner.route(index)
        var found = patterns(route.patterns, of: owner) + captures(route.constrained, route.patterns, of: owner)
        found += methods(route.methods, of: owner)
        found += table.routes[index].tags.sorted().map { tag in
            let span = route.tags.first { $0.value == tag }?.span ?? route.id.span
            return Mutation(kind: .tag(owner, tag), span: span)
        }
        if route.priority != 0 {
            found.append(Mutation(kind: .priority(route: index), span: route.prioritySpan ?? route.id.span))
        }
        if let target = route.destination.target, target.mutated != nil {
            found.append(Mutation(kind: .target(owner), span: target.text.span))
        }
        if let target = route.destination.target, route.destination.status != nil {
            found.append(Mutation(kind: .status(route: index), span: target.text.span))
        }
        return found
    }

    private func mutations(ofInterceptor index: Int) -> [Mutation] {
        let interceptor = set.interceptors[index]
        let owner = Mutation.Owner.interceptor(index)
        var found = patterns(interceptor.patterns, of: owner)
        found += captures(interceptor.constrained, interceptor.patterns, of: owner)
        found += methods(interceptor.methods, of: owner)
        // The tags of an interceptor that applies everywhere have no effect.
        for tag in interceptor.tags where !interceptor.appliesEverywhere {
            found.append(Mutation(kind: .tag(owner, tag.value), span: tag.span))
        }
        if interceptor.appliesEverywhere {
            found.append(Mutation(kind: .everywhere(interceptor: index), span: interceptor.id.span))
        }
        if interceptor.order != 0 {
            found.append(Mutation(kind: .order(interceptor: index), span: interceptor.orderSpan ?? interceptor.id.span))
        }
        if case .rewrite(let target) = interceptor.action, target.mutated != nil {
            found.append(Mutation(kind: .target(owner), span: target.text.span))
        }
        return found
    }

    /// Returns a mutation for each interceptor that may run for the route's requests.
    private func skips(ofRoute route: Int, _ search: inout RequestSearch) -> [Mutation] {
        let patterns = table.routes[route].patterns.indices
        let near = Set(patterns.flatMap { search.interceptors(near: RoutePlace(route: route, pattern: $0)) })
        let span = set.routes[route].patterns.first?.span ?? set.routes[route].id.span
        return near.map { Mutation(kind: .interceptor($0, route: route), span: span) }
    }

    private var mutationsOfFallback: [Mutation] {
        guard let fallback = set.fallback else { return [] }
        return (fallback.target == nil ? [] : [Mutation(kind: .fallback(tag: nil), span: fallback.span)])
            + fallback.byTag.map { Mutation(kind: .fallback(tag: $0.tag.value), span: $0.tag.span) }
            + (fallback.servesOtherMethods ? [Mutation(kind: .otherMethods, span: fallback.span)] : [])
    }

    // MARK: Parts of routes and of interceptors

    private func patterns(_ patterns: [LocatedPattern], of owner: Mutation.Owner) -> [Mutation] {
        patterns.indices.flatMap { index in
            let pattern = patterns[index].pattern
            let span = patterns[index].span
            let segments = pattern.segments.indices.filter { pattern.mutated(at: $0) != nil }
            if segments.isEmpty, pattern.mutatedBelow != nil {
                return [Mutation(kind: .pattern(owner, index), span: span)]
            }
            return segments.map { Mutation(kind: .literal(owner, pattern: index, segment: $0), span: span) }
        }
    }

    private func captures(
        _ constrained: [Constrained], _ patterns: [LocatedPattern], of owner: Mutation.Owner
    ) -> [Mutation] {
        constrained.filter { capture in patterns.contains { $0.pattern.hasCapture(named: capture.name.value) } }
            .map { Mutation(kind: .capture(owner, $0.name.value), span: $0.valueSpan) }
    }

    private func methods(_ methods: [Located<String>], of owner: Mutation.Owner) -> [Mutation] {
        methods.count < 2 ? [] : methods.map { Mutation(kind: .method(owner, $0.value), span: $0.span) }
    }

    /// Describes the change as a clause: `route 'notes.show' does not have the tag 'views'`.
    func words(for mutation: Mutation.Kind) -> String {
        switch mutation {
        case .interceptor(let interceptor, let route):
            "\(name(.interceptor(interceptor))) does not run for \(name(.route(route)))"
        case .priority(let route): Self.words("the priority of \(name(.route(route)))", table.routes[route].priority)
        case .order(let index):
            Self.words("the order of \(name(.interceptor(index)))", table.interceptors[index].order)
        case .tag(let owner, let tag): "\(name(owner)) does not have the tag '\(tag)'"
        case .everywhere(let index): "\(name(.interceptor(index))) does not apply everywhere"
        case .literal(let owner, let pattern, let segment):
            words(owner, patterns(of: owner)[pattern], patterns(of: owner)[pattern].mutated(at: segment))
        case .pattern(let owner, let pattern):
            words(owner, patterns(of: owner)[pattern], patterns(of: owner)[pattern].mutatedBelow)
        case .capture(let owner, let name): "':\(name)' of \(self.name(owner)) takes any value"
        case .method(let owner, let method): "\(name(owner)) does not answer '\(method)'"
        case .target(let owner): "\(name(owner)) leads to '\(mutatedTarget(of: owner))'"
        case .status(let index):
            "\(name(.route(index))) has the status \(status(of: index)?.other.rawValue ?? 0) "
                + "instead of \(status(of: index)?.rawValue ?? 0)"
        case .fallback(let tag): "there is no fallback\(tag.map { " for views of '\($0)'" } ?? "")"
        case .otherMethods: "the fallback does not serve requests with the wrong method"
        }
    }

    private static func words(_ what: String, _ number: Int) -> String {
        "\(what) is \(0 &- number) instead of \(number)"
    }

    private func words(_ owner: Mutation.Owner, _ pattern: Pattern, _ other: Pattern?) -> String {
        "\(name(owner)) has the URL '\(other?.text ?? "")' instead of '\(pattern.text)'"
    }

    private func name(_ owner: Mutation.Owner) -> String {
        switch owner {
        case .route(let index): "route '\(set.routes[index].id.value)'"
        case .interceptor(let index): "interceptor '\(set.interceptors[index].id.value)'"
        }
    }

    private func patterns(of owner: Mutation.Owner) -> [Pattern] {
        switch owner {
        case .route(let index): table.routes[index].patterns
        case .interceptor(let index): table.interceptors[index].patterns
        }
    }

    private func status(of route: Int) -> RedirectStatus? { set.routes[route].destination.status }

    private func mutatedTarget(of owner: Mutation.Owner) -> String {
        let target: LocatedTarget? =
            switch owner {
            case .route(let index): set.routes[index].destination.target
            case .interceptor(let index): set.interceptors[index].action.target
            }
        return target?.mutated?.text.value ?? ""
    }
}
