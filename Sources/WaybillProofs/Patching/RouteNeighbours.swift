package import WaybillTable

/// The routes of a set that changes, and which of them may share URLs: so that after a change only those are proven anew that
/// it can matter to.
///
/// What a route does to others, and they to it, depends on those alone that may share a URL with it. A change concerns what
/// is added and removed, and the neighbours of that; a verdict on these needs their neighbours. So a small table of all
/// of them is proven as any table is:
///
/// ```
/// removed, added ──neighbours──▶ concerned ──neighbours──▶ the small table
/// ```
package struct RouteNeighbours: Sendable {
    private var index: PatternIndex
    /// By item of the index; `nil` for those that are removed.
    private var owners: [RouteDefinition?]
    private var removedCount = 0

    /// More than these are proven as fast from the start.
    private static let mostConcerned = 512
    private static let mostSteps = 200_000

    /// Of all routes that were proven.
    init(_ prover: RouteProver) {
        index = prover.index
        owners = prover.places.map { prover.table.routes[$0.route] }
    }

    /// Changes the routes, and proves that nothing is to be said of what is new.
    ///
    /// - Parameters:
    ///   - removed: Routes that are here; an id is that of one route.
    ///   - interceptors: All of the set.
    /// - Returns: Whether, if there was no finding before, there is none now. False also where that is not told within bounds,
    ///   or where this is no longer worth it: then the whole set has to be proven, and this is of no more use.
    /// - Complexity: That of the neighbours, and of finding out which interceptors are concerned.
    package mutating func amend(
        removing removed: [RouteDefinition], adding added: [RouteDefinition], interceptors: [InterceptorDefinition],
        within limits: ProofLimits = .standard
    ) -> Bool {
        var work = WorkBudget(stepsLeft: Self.mostSteps)
        do throws(WorkBudget.Exhausted) {
            var concerned = try neighbours(of: removed + added, &work)
            let gone = Set(removed.map(\.id))
            for (number, owner) in concerned where gone.contains(owner.id) {
                concerned[number] = nil
                remove(number)
            }
            for route in added { concerned.merge(add(route)) { $1 } }
            guard isInBounds(concerned), areOfOrdinarySize(concerned.keys) else { return false }
            let touched = try touched(interceptors, by: removed, &work)
            var all = try neighbours(of: Array(Set(concerned.values)), &work)
            for interceptor in touched { try all.merge(some(meeting: interceptor, &work)) { $1 } }
            guard isInBounds(all) else { return false }
            let small = RankedDefinitions(
                settings: index.settings, routes: ChunkedArray(Set(all.values)), interceptors: touched)
            return small.proofs(within: limits).haveNothing(toSayOf: Set(concerned.values.map(\.id)), in: small)
        } catch {
            return false
        }
    }

    private func isInBounds(_ routes: [PatternIndex.Number: RouteDefinition]) -> Bool {
        routes.count <= Self.mostConcerned && removedCount <= owners.count / 2 && !mayHaveLookAlikes
    }

    /// Patterns that look alike need not share a URL.
    private var mayHaveLookAlikes: Bool { index.settings.trailingSlash == .strict || index.hasUnusualSpelling }

    // MARK: Changing

    private mutating func remove(_ number: PatternIndex.Number) {
        owners[Int(number)] = nil
        removedCount += 1
    }

    private mutating func add(_ route: RouteDefinition) -> [PatternIndex.Number: RouteDefinition] {
        var items: [PatternIndex.Number: RouteDefinition] = [:]
        for pattern in route.patterns {
            let number = PatternIndex.Number(owners.count)
            index.add(pattern, route.narrowings, as: number)
            owners.append(route)
            items[number] = route
        }
        return items
    }

    // MARK: Neighbours

    /// By item.
    private func neighbours(
        of routes: [RouteDefinition], _ work: inout WorkBudget
    ) throws(WorkBudget.Exhausted) -> [PatternIndex.Number: RouteDefinition] {
        var found: [PatternIndex.Number: RouteDefinition] = [:]
        for route in routes {
            for pattern in route.patterns {
                try index.overlaps(with: pattern, &work) { number in
                    found[number] = owners[Int(number)]
                    return found.count <= Self.mostConcerned
                }
            }
        }
        return found
    }

    /// Routes that may share requests with an interceptor: enough of them to show that it has some.
    private func some(
        meeting interceptor: InterceptorDefinition, _ work: inout WorkBudget
    ) throws(WorkBudget.Exhausted) -> [PatternIndex.Number: RouteDefinition] {
        var found: [PatternIndex.Number: RouteDefinition] = [:]
        for pattern in interceptor.patterns {
            try index.overlaps(with: pattern, &work) { number in
                guard let owner = owners[Int(number)], interceptor.mayMeet(owner) else { return true }
                found[number] = owner
                return found.count < Self.fewRoutes
            }
        }
        return found
    }

    private static let fewRoutes = 8

    /// The interceptors that may have met removed routes, and no others.
    private func touched(
        _ interceptors: [InterceptorDefinition], by removed: [RouteDefinition], _ work: inout WorkBudget
    ) throws(WorkBudget.Exhausted) -> [InterceptorDefinition] {
        guard !interceptors.isEmpty else { return [] }
        var gone = PatternIndex(index.settings)
        for (number, pattern) in removed.flatMap(\.patterns).enumerated() {
            gone.add(pattern, [:], as: PatternIndex.Number(number))
        }
        var touched: [InterceptorDefinition] = []
        for interceptor in interceptors {
            var isTouched = false
            for pattern in interceptor.patterns where !isTouched {
                try gone.overlaps(with: pattern, &work) { _ in
                    isTouched = true
                    return false
                }
            }
            if isTouched { touched.append(interceptor) }
        }
        return touched
    }

    // MARK: Size

    /// Whether a lookup meets nothing that is big on the way of these.
    private func areOfOrdinarySize(_ items: some Sequence<PatternIndex.Number>) -> Bool {
        let ordinary = TableSize.ordinary
        return index.automata.reduce(0) { $0 + $1.stateCount } <= ordinary.states
            && items.allSatisfy { number in
                index.items[Int(number)].segments.count <= ordinary.segments
                    && index.greatestCrowd(on: number) <= ordinary.affixes
            }
    }
}

extension InterceptorDefinition {
    /// Whether it sees a route in some view, and whether they may have a method in common.
    fileprivate func mayMeet(_ route: RouteDefinition) -> Bool {
        (tags.isEmpty || !tags.isDisjoint(with: route.tags))
            && (methods.isEmpty || route.methods.isEmpty || !Set(methods).isDisjoint(with: route.methods))
    }
}

extension RouteProofs {
    /// Whether nothing is found, and everything decided, about some routes and about all interceptors.
    fileprivate func haveNothing(toSayOf ids: Set<String>, in table: RankedDefinitions) -> Bool {
        conflicts.isEmpty && undecided.isEmpty
            && !findings.contains { ids.contains(table.routes[$0.place.route].id) }
            && zip(table.interceptors, reaches).allSatisfy { interceptor, reach in
                reach.isDecided && reach.meetsRoute && (interceptor.tags.isEmpty || reach.meetsTag)
            }
    }
}

extension PatternIndex {
    /// Whether some literal text has a capital letter or an escaped slash, so that others may look like it.
    fileprivate var hasUnusualSpelling: Bool {
        texts.contains { $0.contains { $0 == UInt8(ascii: "/") || (0x41...0x5A).contains($0) } }
    }

    /// The most affixes beside one on the way of an item.
    fileprivate func greatestCrowd(on number: Number) -> Int {
        var (crowd, node) = (0, Int(items[Int(number)].node))
        while nodes[node].kind != .root {
            let parent = Int(nodes[node].parent)
            if nodes[node].kind == .affix { crowd = max(crowd, siblings(nodes[parent].affixes).count) }
            node = parent
        }
        return crowd
    }
}

extension RankedDefinitions {
    /// What is proven, with what tells which routes are neighbours, where that is asked for.
    package func proven(
        _ scope: ProofScope = .everything, withNeighbours: Bool
    ) -> (proofs: RouteProofs, neighbours: RouteNeighbours?) {
        var prover = RouteProver(self, .standard)
        let proofs = prover.proofs(scope)
        return (proofs, withNeighbours ? RouteNeighbours(prover) : nil)
    }
}
