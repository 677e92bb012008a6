/// What leads a request elsewhere.
package enum MoveOrigin: Sendable, Hashable {
    case interceptor(Int)
    case route(Int)
}

/// Looks for requests that get through, in a plain open, to the rewrite or the redirect that moves them: what others take
/// before is left out.
package struct MoverSearch {
    private let table: RoutingTable
    private let enders: Set<Int>
    private let rewriters: Set<Int>
    private let limits: ProofLimits
    private var work: WorkBudget
    /// What it takes to find out who takes a request: more where many affixes stand beside each other.
    private let lookupSteps: Int
    /// Whether the limits let all questions be answered so far.
    package private(set) var isComplete = true

    /// - Parameters:
    ///   - rewriters: The interceptors that send every request elsewhere.
    ///   - rejecters: Those that reject every request.
    package init(
        _ table: RoutingTable, rewriters: [Int], rejecters: [Int], within limits: ProofLimits = .standard
    ) {
        self.table = table
        self.rewriters = Set(rewriters)
        enders = self.rewriters.union(rejecters)
        self.limits = limits
        // Each question is small, and answered by lookups too.
        work = WorkBudget(stepsLeft: limits.relations / 2)
        lookupSteps = 8 + table.greatestCrowd / 4
    }

    // MARK: Questions

    /// Requests that a mover moves: one for each of its patterns, of a few of them.
    package mutating func starts(of origin: MoveOrigin) -> [RequestWitness] {
        asking { search throws(WorkBudget.Exhausted) in
            var found: [RequestWitness] = []
            for (pattern, requests) in try search.requests(of: origin, atMost: Self.mostPatterns) {
                found += try search.passing(requests, to: origin, .readable(pattern), atMost: 1)
            }
            return found
        }
    }

    /// The same, for less, but others may take some of them.
    package mutating func likelyStarts(of origin: MoveOrigin) -> [RequestWitness] {
        asking { search throws(WorkBudget.Exhausted) in
            try search.requests(of: origin, atMost: Self.mostPatterns)
                .compactMap { $0.requests.sample(.readable($0.pattern))?.witness }
        }
    }

    /// Requests of which an interceptor may match again what it makes of them.
    package mutating func returns(of interceptor: Int, _ move: Move) -> [RequestWitness] {
        let settings = table.settings
        let landed: [RequestWitness] = asking { search throws(WorkBudget.Exhausted) in
            guard let image = try MoveImage(of: move, settings, &search.work) else { return [] }
            var found: [RequestWitness] = []
            for pattern in move.patterns where pattern.mayMeet(image.pattern, settings) {
                found += try image.starts(of: move, towards: pattern, move.narrowings, settings, &search.work)
                if found.count > Self.mostPatterns { break }
            }
            return found
        }
        return landed.isEmpty ? [] : starts(of: .interceptor(interceptor)) + landed
    }

    /// Requests for URLs that redirects lead to and that redirects serve, at once or once interceptors have run: whoever
    /// goes round comes by one in the end, for no interceptor runs twice.
    ///
    /// - Parameter rewrites: Interceptors that may send requests to redirects: requests of theirs are among the answers.
    package mutating func turns(
        of redirects: [(route: Int, move: Move)], behind rewrites: [(interceptor: Int, move: Move)]
    ) -> [RequestWitness] {
        guard !redirects.isEmpty else { return [] }
        let index = RouteIndex(table, of: redirects.map(\.route))
        var walk = limits.walkBudget(entries: redirects.count + rewrites.count)
        let turns = redirects.flatMap { _, move in
            asking { search throws(WorkBudget.Exhausted) in try search.turns(of: move, index, &walk) }
        }
        return turns
            + rewrites.flatMap { interceptor, move in
                likelyStarts(of: .interceptor(interceptor))
                    + asking { search throws(WorkBudget.Exhausted) in try search.approaches(of: move, index, &walk) }
            }
    }

    /// Requests that a rewrite sends to redirects.
    private mutating func approaches(
        of move: Move, _ index: RouteIndex, _ walk: inout WorkBudget
    ) throws(WorkBudget.Exhausted) -> [RequestWitness] {
        guard let image = try MoveImage(of: move, table.settings, &work) else { return [] }
        var found: [RequestWitness] = []
        for place in try index.places(near: image.pattern, &walk) {
            let (pattern, narrowings) = (table.pattern(at: place), table.routes[place.route].narrowings)
            found += try image.starts(of: move, towards: pattern, narrowings, table.settings, &work)
        }
        return found
    }

    private mutating func turns(
        of move: Move, _ index: RouteIndex, _ walk: inout WorkBudget
    ) throws(WorkBudget.Exhausted) -> [RequestWitness] {
        guard let image = try MoveImage(of: move, table.settings, &work) else { return [] }
        let urls = image.urls.limited(to: move.methods)
        var found: [RequestWitness] = []
        for place in try index.places(near: image.pattern, &walk) {
            let shared = try urls.intersection(table.requests(at: place, &work), &work)
            found += try passing(shared, to: .route(place.route), .readable(image.pattern), atMost: Self.mostLandings)
            if !rewriters.isEmpty { found += try detoured(shared, .readable(image.pattern)) }
        }
        return found
    }

    private static let mostPatterns = 4
    private static let mostLandings = 4
    private static let mostTried = 16

    // MARK: Getting through

    private mutating func asking(
        _ body: (inout MoverSearch) throws(WorkBudget.Exhausted) -> [RequestWitness]
    ) -> [RequestWitness] {
        do throws(WorkBudget.Exhausted) {
            return try body(&self)
        } catch {
            isComplete = false
            return []
        }
    }

    /// Some of a set that get through to one. Takes a member, leaves out what others take, and so on.
    private mutating func passing(
        _ requests: RequestSet, to origin: MoveOrigin, _ taste: SampleTaste, atMost count: Int
    ) throws(WorkBudget.Exhausted) -> [RequestWitness] {
        var (rest, found, last) = (requests, [RequestWitness](), SampleRequest?.none)
        for _ in 0..<Self.mostTried {
            guard found.count < count, let sample = rest.sample(taste), sample != last else { return found }
            last = sample
            let asked = sample.askable
            try work.spend(asked.count * lookupSteps)
            if let free = asked.first(where: { taker(of: $0) == origin }) {
                found.append(free)
                if found.count < count { rest = try rest.without(sample.segments, &work) }
            } else {
                for taker in Set(asked.compactMap(taker)) {
                    for (_, taken) in try self.requests(of: taker, atMost: .max) where !rest.isEmpty {
                        rest = try rest.subtracting(taken, &work)
                    }
                }
            }
        }
        return found
    }

    /// A member of a set with each method with which an interceptor sends it elsewhere.
    private mutating func detoured(
        _ requests: RequestSet, _ taste: SampleTaste
    ) throws(WorkBudget.Exhausted) -> [RequestWitness] {
        let asked = requests.sample(taste)?.askable ?? []
        try work.spend(asked.count * lookupSteps)
        return asked.filter { asked in
            guard case .interceptor(let taker) = taker(of: asked) else { return false }
            return rewriters.contains(taker)
        }
    }

    /// The first that keeps a request for itself.
    private func taker(of request: RequestWitness) -> MoveOrigin? {
        guard let url = try? RouteURL(request.url) else { return nil }
        if !enders.isEmpty {
            let matches = table.interceptors(for: url, method: request.method)
            if let match = matches.first(where: { enders.contains($0.interceptor) }) {
                return .interceptor(match.interceptor)
            }
        }
        return table.route(for: url, method: request.method).map { .route($0.route) }
    }

    private mutating func requests(
        of origin: MoveOrigin, atMost count: Int
    ) throws(WorkBudget.Exhausted) -> [(pattern: Pattern, requests: RequestSet)] {
        var sets: [(pattern: Pattern, requests: RequestSet)] = []
        switch origin {
        case .interceptor(let number):
            let interceptor = table.interceptors[number]
            for index in interceptor.patterns.indices.prefix(count) {
                sets.append(
                    (interceptor.patterns[index], try interceptor.requests(at: index, table.settings, &work)))
            }
        case .route(let number):
            for index in table.routes[number].patterns.indices.prefix(count) {
                let place = RoutePlace(route: number, pattern: index)
                sets.append((table.pattern(at: place), try table.requests(at: place, &work)))
            }
        }
        return sets
    }
}

/// The patterns of some routes, found by the URLs that they may share with another one.
private struct RouteIndex {
    private let index: PatternIndex
    /// By number in the index.
    private let places: [RoutePlace]

    init(_ table: RoutingTable, of routes: [Int]) {
        places = routes.flatMap { route in
            table.routes[route].patterns.indices.map { RoutePlace(route: route, pattern: $0) }
        }
        var narrowings = NarrowingNumbers()
        for place in places { narrowings.append(table.routes[place.route].narrowings) }
        var index = PatternIndex(table.settings, count: places.count, narrowings)
        for (number, place) in places.enumerated() {
            index.add([table.pattern(at: place)], at: 0, of: number, as: PatternIndex.Number(number))
        }
        index.orderCrowds()
        self.index = index
    }

    func places(near pattern: Pattern, _ walk: inout WorkBudget) throws(WorkBudget.Exhausted) -> [RoutePlace] {
        var near: [RoutePlace] = []
        try index.overlaps(with: pattern, &walk) { number in
            near.append(places[Int(number)])
            return true
        }
        return near
    }
}

extension Pattern {
    /// Whether two patterns may share a URL, told by their literals at a glance.
    fileprivate func mayMeet(_ other: Pattern, _ settings: MatchSettings) -> Bool {
        zip(segments, other.segments).allSatisfy { own, others in
            guard case .literal(let text) = own, case .literal(let other) = others else { return true }
            return settings.isCaseSensitive ? text == other : ASCII.lowercased(text) == ASCII.lowercased(other)
        }
    }
}
