package import WaybillTable

/// Looks for requests that lead somewhere, as tests open them.
///
/// What a pattern and its conditions leave is computed as a set; members of it are tried, and where another route serves
/// one, all that this one takes is left out, and the next member is tried.
package struct RequestSearch {
    private let table: RoutingTable
    private let limits: ProofLimits
    private let interceptors: PatternMap<InterceptorPlace>
    private var walk: WorkBudget
    private var questions: QuestionBudget

    /// Which requests of a pattern are looked for.
    package struct Question: Sendable {
        package var place: RoutePlace
        /// An interceptor that has to match.
        package var within: Int?
        /// Interceptors of which none may match.
        package var without: [Int] = []
        /// A capture of the pattern whose value has to be one that it does not take.
        package var refused: String?
        /// The view in which the route, or its rivals, serve.
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
        /// The limits ended the search, or what was found is not what was wanted.
        case unknown
    }

    package init(_ table: RoutingTable, within limits: ProofLimits = .standard) {
        self.table = table
        self.limits = limits
        interceptors = PatternMap(table, of: table.interceptors.indices)
        walk = limits.walkBudget(entries: table.routeEntries.count)
        questions = QuestionBudget(limits)
    }

    /// The interceptors whose patterns may share a URL with one of a route's, sorted: no other one does.
    package mutating func interceptors(near place: RoutePlace) -> [Int] {
        do throws(WorkBudget.Exhausted) {
            return Set(try interceptors.values(near: table.pattern(at: place), &walk).map(\.interceptor)).sorted()
        } catch {
            return Array(table.interceptors.indices)
        }
    }

    /// Looks for a request.
    ///
    /// - Parameter isWanted: Whether a candidate is what is looked for; asked last, for a few candidates.
    package mutating func find(_ question: Question, where isWanted: (RequestWitness) -> Bool) -> Answer {
        let search = self
        return questions.answer { work throws(WorkBudget.Exhausted) in
            try search.find(in: search.candidates(question, &work), question, &work, where: isWanted)
        } ?? .unknown
    }

    /// Looks for a request that an interceptor matches, whatever serves it.
    package mutating func find(matchedBy interceptor: Int, where isWanted: (RequestWitness) -> Bool) -> Answer {
        let definition = table.interceptors[interceptor]
        let sets = questions.answer { work throws(WorkBudget.Exhausted) in
            try definition.requests(table.settings, &work)
        }
        guard let sets else { return .unknown }
        let samples = zip(sets, definition.patterns).compactMap { $0.sample(.readable($1)) }
        return samples.lazy.flatMap(\.askable).first(where: isWanted).map { .found($0) } ?? .unknown
    }

    private func find(
        in requests: RequestSet, _ question: Question, _ work: inout ProofWork,
        where isWanted: (RequestWitness) -> Bool
    ) throws(WorkBudget.Exhausted) -> Answer {
        var rest = requests
        var last: SampleRequest?
        for _ in 0..<limits.rivals {
            guard let sample = rest.sample(.readable(table.pattern(at: question.place))) else { return .none }
            if let witness = sample.askable.first(where: isWanted) { return .found(witness) }
            // What a rival takes is left out; where that changes nothing, there is more to it than rivals.
            guard sample != last, let server = server(of: sample, in: question.view),
                server.route != question.place.route
            else { return .unknown }
            last = sample
            // Only by this pattern: another one of its route may have a lower precedence than the one that is asked about.
            rest = try rest.subtracting(table.requests(at: server, &work), &work)
        }
        return .unknown
    }

    private func server(of sample: SampleRequest, in view: TagView) -> RoutePlace? {
        guard let url = try? RouteURL(sample.url),
            let match = table.route(for: url, method: sample.method, in: view)
        else { return nil }
        return RoutePlace(route: match.route, pattern: match.pattern)
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
                // Boxes of two patterns may share something; a member is all that is asked for.
                shared += try rest.intersection(own, &work).boxes
            }
            rest = RequestSet(boxes: shared)
        }
        for interceptor in question.without where !rest.isEmpty {
            rest = try table.without(interceptor: interceptor, rest, &work)
        }
        return rest
    }

    /// What the pattern answers by itself; or what it would, if the capture took any value, and does not.
    private func requests(
        of question: Question, _ work: inout ProofWork
    ) throws(WorkBudget.Exhausted) -> RequestSet {
        let own = try table.requests(at: question.place, &work)
        guard let refused = question.refused else { return own }
        let route = table.routes[question.place.route]
        var constraints = route.constraints
        constraints[refused] = nil
        let wide = try RequestSet(
            of: table.pattern(at: question.place), constraints, methods: NameSet(answeredBy: route.methods),
            table.settings, &work)
        return try wide.subtracting(own, &work)
    }
}
