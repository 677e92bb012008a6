import WaybillTable

extension DifferenceSearch {
    /// Beyond so many views the search gives up.
    private static let mostViews = 64
    /// So many routes are tried for a request of an interceptor before any other request is.
    private static let mostRoutes = 8

    /// Looks at all sets that something that differs lies in.
    mutating func visitParts() throws(WorkBudget.Exhausted) {
        switch topic {
        case .patch(let patch):
            switch patch.subject {
            case .route(let route): try visit(patch, route)
            case .interceptor(let index): try visit(patch, interceptor: index)
            }
        case .meeting(let interceptor, let route): try visit(interceptor, route)
        case .arrival(let route): try visitArrival(route)
        case .interception(let index):
            let interceptor = patcher.table.interceptors[index]
            for view in views(of: interceptor.tags) where interceptor.isSeen(in: view) {
                try lookNearRoutes(requests(of: interceptor), view, interceptor.patterns)
            }
        case .nothing(let tag): try visitNothing(tag)
        }
    }

    // MARK: Routes

    /// Where a route answers no longer, or answers now, or has another turn than some rival that answers too.
    ///
    /// Views of two tags are enough: one that shows the route, and one that shows whoever serves the request instead.
    private mutating func visit(_ patch: TablePatch, _ route: Int) throws(WorkBudget.Exhausted) {
        let (old, new) = (patcher.table.routes[route], patch.small.routes[0])
        let others = patch.owners.dropFirst().map { patcher.table.routes[$0] }
        let small = RoutingTable(settings: patcher.table.settings, routes: [old] + others)
        let rivals = others.reduce(into: Set<String>()) { $0.formUnion($1.tags) }
        for view in views(of: old.tags.union(new.tags), besides: rivals) where !isFound {
            for pattern in old.patterns.indices where !isFound {
                let place = RoutePlace(route: 0, pattern: pattern)
                let own = try requests(at: place, of: small, in: view)
                let next = try requests(at: place, of: patch.small, in: view)
                // A route is taken its patterns away all at once, or keeps their number.
                let taste = old.patterns[pattern]
                try look(in: own.subtracting(next, &work), view, like: taste)
                try look(in: next.subtracting(own, &work), view, like: taste)
                let shared = try own.intersection(next, &work)
                for rival in Self.overtaken(place, small, patch.small) where !isFound && !shared.isEmpty {
                    let rivals = try requests(at: rival, of: small, in: view)
                    try look(in: shared.intersection(rivals, &work), view, like: taste)
                }
            }
        }
    }

    /// The places of others that come before a place in one table and behind it in the other.
    private static func overtaken(_ place: RoutePlace, _ old: RoutingTable, _ new: RoutingTable) -> [RoutePlace] {
        func before(_ table: RoutingTable) -> Set<RoutePlace> {
            Set(table.routeEntries.prefix { $0 != place }.filter { $0.route != place.route })
        }
        let moved = before(old).symmetricDifference(before(new))
        return old.routeEntries.filter(moved.contains)
    }

    /// None where the view does not show the route, or where it has no such pattern.
    private mutating func requests(
        at place: RoutePlace, of table: RoutingTable, in view: TagView
    ) throws(WorkBudget.Exhausted) -> RequestSet {
        let route = table.routes[place.route]
        guard view.shows(route.tags), place.pattern < route.patterns.count else { return RequestSet(boxes: []) }
        return try table.requests(at: place, &work)
    }

    private mutating func visitArrival(_ route: Int) throws(WorkBudget.Exhausted) {
        let definition = patcher.table.routes[route]
        for view in views(of: definition.tags) where !isFound && view.shows(definition.tags) {
            for (pattern, taste) in definition.patterns.enumerated() where !isFound {
                let place = RoutePlace(route: route, pattern: pattern)
                try look(in: requests(at: place, of: patcher.table, in: view), view, like: taste)
            }
        }
    }

    private mutating func visit(_ interceptor: Int, _ route: Int) throws(WorkBudget.Exhausted) {
        let (gate, definition) = (patcher.table.interceptors[interceptor], patcher.table.routes[route])
        let all = try requests(of: gate)
        for view in views(of: definition.tags, besides: gate.tags) where !isFound && gate.isSeen(in: view) {
            for (pattern, taste) in definition.patterns.enumerated() where !isFound {
                let place = RoutePlace(route: route, pattern: pattern)
                let own = try requests(at: place, of: patcher.table, in: view)
                try look(in: own.intersection(all, &work), view, like: taste)
            }
        }
    }

    private mutating func visitNothing(_ tag: String?) throws(WorkBudget.Exhausted) {
        // What speaks for itself first, then whatever there is.
        for pattern in ["/nothing/here", "/**"].compactMap({ try? Pattern($0) }) where !isFound {
            let all = try RequestSet(of: pattern, [:], patcher.table.settings, &work)
            try look(in: all, tag.map { TagView([$0]) } ?? .everything, like: pattern)
        }
    }

    // MARK: Interceptors

    /// Where an interceptor runs no longer, or runs now, or has another turn than some other one that runs too.
    private mutating func visit(_ patch: TablePatch, interceptor index: Int) throws(WorkBudget.Exhausted) {
        let (old, new) = (patcher.table.interceptors[index], patch.small.interceptors[0])
        let (own, next) = (try requests(of: old), try requests(of: new))
        let none = RequestSet(boxes: [])
        let overtaken = patcher.table.interceptors.enumerated().filter { number, other in
            let turn = (other.order, other.id)
            return number != index && (turn < (old.order, old.id)) != (turn < (new.order, new.id))
        }.map(\.element)
        let near = patcher.places(near: old.patterns).prefix(Self.mostRoutes).map {
            patcher.table.routes[$0.route].tags
        }
        let others = (overtaken.map(\.tags) + near).reduce(into: Set<String>()) { $0.formUnion($1) }
        for view in views(of: old.tags.union(new.tags), besides: others) where !isFound {
            let before = old.isSeen(in: view) ? own : none
            let after = new.isSeen(in: view) ? next : none
            try lookNearRoutes(before.subtracting(after, &work), view, old.patterns)
            try lookNearRoutes(after.subtracting(before, &work), view, new.patterns)
            let shared = try before.intersection(after, &work)
            for other in overtaken where !isFound && !shared.isEmpty && other.isSeen(in: view) {
                try lookNearRoutes(shared.intersection(requests(of: other), &work), view, old.patterns)
            }
        }
    }

    /// Tries requests of routes first, for these are what people test.
    private mutating func lookNearRoutes(
        _ requests: RequestSet, _ view: TagView, _ patterns: [Pattern]
    ) throws(WorkBudget.Exhausted) {
        guard !isFound, !requests.isEmpty else { return }
        for place in patcher.places(near: patterns).prefix(Self.mostRoutes) where !isFound {
            let own = try self.requests(at: place, of: patcher.table, in: view)
            try look(in: own.intersection(requests, &work), view, like: patcher.table.pattern(at: place))
        }
        guard let taste = patterns.first, !isFound else { return }
        try look(in: requests, view, like: taste)
    }

    /// What some of its patterns match; two of them may share something, for a member is all that is asked for.
    mutating func requests(of interceptor: InterceptorDefinition) throws(WorkBudget.Exhausted) -> RequestSet {
        RequestSet(boxes: try interceptor.requests(patcher.table.settings, &work).flatMap(\.boxes))
    }

    // MARK: Views

    /// The plain open, views of one tag that the thing has, and of one besides that others have; and one of none of
    /// these.
    private mutating func views(of tags: Set<String>, besides others: Set<String> = []) -> [TagView] {
        let (own, others) = (tags.sorted(), others.sorted())
        let known = patcher.table.routes.reduce(into: Set<String>()) { $0.formUnion($1.tags) }
        let foreign = known.subtracting(tags).subtracting(others).min() ?? "other"
        var views = [TagView.everything] + own.map { TagView([$0]) }
        views += own.flatMap { tag in others.filter { $0 != tag }.map { TagView([tag, $0]) } }
        views += others.filter { !tags.contains($0) }.map { TagView([$0]) } + [TagView([foreign])]
        if views.count > Self.mostViews { passOver() }
        return Array(views.prefix(Self.mostViews))
    }
}

extension InterceptorDefinition {
    fileprivate func isSeen(in view: TagView) -> Bool { appliesEverywhere || view.shows(tags) }
}

extension TagView {
    fileprivate func shows(_ own: Set<String>) -> Bool { tags.map { !own.isDisjoint(with: $0) } ?? true }
}
