package import WaybillTable

/// Searches for requests with given conditions, as tests open them.
///
/// The requests of a pattern under the conditions are computed as a set. A member is tried. If another route serves it,
/// the requests of that route are subtracted, and the next member is tried.
package struct RequestSearch {
    private let table: RoutingTable
    private let limits: ProofLimits
    private let interceptors: PatternMap<InterceptorPlace>
    private var walk: WorkBudget
    private var questions: QuestionBudget

    /// The conditions of a request for a pattern.
    package struct Question: Sendable {
        package var place: RoutePlace
        /// An interceptor that must match.
        package var within: Int?
        /// Interceptors that must not match.
        package var without: [Int] = []
        /// A capture of the pattern that must reject its value.
        package var rejectedCapture: String?
        /// The view of the request.
        package var view: TagView

        package init(_ place: RoutePlace, view: TagView) {
            self.place = place
            self.view = view
        }
    }

    package enum Answer: Sendable, Hashable {
        case found(RequestWitness)
        /// There is no such request.
        case none
        /// The limits ended the search, or no candidate was accepted.
        case unknown
    }

    package init(_ table: RoutingTable, within limits: ProofLimits = .standard) {
        self.table = table
        self.limits = limits
        interceptors = PatternMap(table, of: table.interceptors.indices)
        walk = limits.walkBudget(entries: table.routeEntries.count)
        questions = QuestionBudget(limits)
    }

    /// Returns the sorted interceptors whose patterns may share a URL with the route's pattern. All others do not.
    package mutating func interceptors(near place: RoutePlace) -> [Int] {
        let near = try? interceptors.values(near: table.pattern(at: place), &walk)
        return near.map { Set($0.map(\.interceptor)).sorted() } ?? Array(table.interceptors.indices)
    }

    /// Searches for a request.
    ///
    /// - Parameter isWanted: Decides whether a candidate is accepted. It is called last, for few candidates.
    package mutating func find(_ question: Question, where isWanted: (RequestWitness) -> Bool) -> Answer {
        let search = self
        return questions.answer { work throws(WorkBudget.Exhausted) in
            let requests = try search.candidates(question, &work)
            return try search.find(
                in: requests, like: search.table.pattern(at: question.place), of: question.place.route,
                in: question.view, &work, where: isWanted)
        } ?? .unknown
    }

    /// Searches for a request that an interceptor matches and no route.
    ///
    /// - Parameter others: Interceptors that must not match.
    package mutating func find(
        matchedBy interceptor: Int, without others: [Int], in view: TagView, where isWanted: (RequestWitness) -> Bool
    ) -> Answer {
        let search = self
        let definition = table.interceptors[interceptor]
        return questions.answer { work throws(WorkBudget.Exhausted) in
            var answer = Answer.none
            for (own, pattern) in zip(try definition.requests(search.table.settings, &work), definition.patterns) {
                let rest = try search.unmatched(own, by: others, &work)
                let found = try search.find(in: rest, like: pattern, of: nil, in: view, &work, where: isWanted)
                if case .found = found { return found }
                if found == .unknown { answer = .unknown }
            }
            return answer
        } ?? .unknown
    }

    /// - Parameter route: The route of the request; `nil` if there must be none.
    private func find(
        in requests: RequestSet, like pattern: Pattern, of route: Int?, in view: TagView, _ work: inout ProofWork,
        where isWanted: (RequestWitness) -> Bool
    ) throws(WorkBudget.Exhausted) -> Answer {
        var rest = requests
        var last: SampleRequest?
        for _ in 0..<limits.rivals {
            guard let sample = rest.sample(.readable(pattern)) else { return .none }
            if let witness = sample.askable.first(where: isWanted) { return .found(witness) }
            // The requests of a rival are subtracted. If the sample stays the same, the cause is not a rival.
            guard sample != last,
                let server = (try? table.match(sample.url, method: sample.method, in: view))?.route,
                server.route != route
            else { return .unknown }
            last = sample
            // Only by this pattern, because another one of its route may have a lower precedence.
            rest = try rest.subtracting(table.requests(at: server, &work), &work)
        }
        return .unknown
    }
}

// MARK: Sets

extension RequestSearch {
    private func candidates(
        _ question: Question, _ work: inout ProofWork
    ) throws(WorkBudget.Exhausted) -> RequestSet {
        var rest = try requests(of: question, &work)
        if let within = question.within {
            var shared: [RequestBox] = []
            for own in try table.interceptors[within].requests(table.settings, &work) {
                // The boxes of two patterns may overlap, which does not matter for finding a member.
                shared += try rest.intersection(own, &work).boxes
            }
            rest = RequestSet(boxes: shared)
        }
        return try unmatched(rest, by: question.without, &work)
    }

    /// Returns the requests that none of some interceptors matches.
    private func unmatched(
        _ requests: RequestSet, by interceptors: [Int], _ work: inout ProofWork
    ) throws(WorkBudget.Exhausted) -> RequestSet {
        var rest = requests
        for interceptor in interceptors where !rest.isEmpty {
            rest = try table.interceptors[interceptor].unmatched(rest, table.settings, &work)
        }
        return rest
    }

    /// Returns the requests of the pattern or, for a rejected capture, those that only the capture's constraint
    /// excludes.
    private func requests(
        of question: Question, _ work: inout ProofWork
    ) throws(WorkBudget.Exhausted) -> RequestSet {
        let own = try table.requests(at: question.place, &work)
        guard let rejectedCapture = question.rejectedCapture else { return own }
        let route = table.routes[question.place.route]
        var constraints = route.constraints
        constraints[rejectedCapture] = nil
        let wide = try RequestSet(
            of: table.pattern(at: question.place), constraints, methods: NameSet(answeredBy: route.methods),
            table.settings, &work)
        return try wide.subtracting(own, &work)
    }
}
