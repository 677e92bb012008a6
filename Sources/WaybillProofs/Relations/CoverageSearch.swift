package import WaybillTable

/// Finds which requests of one definition others answer: of an operation of a contract, the routes; of a route, the
/// operations.
///
/// Paths and methods count. Schemes, hosts, priorities and tags do not.
package struct CoverageSearch {
    private let settings: MatchSettings
    private let others: [RouteDefinition]
    private let map: PatternMap<RoutePlace>
    private var walk: WorkBudget
    private var questions: QuestionBudget

    /// What others answer of a definition.
    package struct Coverage: Sendable {
        /// The places of patterns that share a request with it, in order.
        package var sharing: [RoutePlace]
        /// Whether they answer all of its requests.
        package var isWhole: Bool { rest.isEmpty }
        fileprivate var rest: RequestSet
    }

    /// The opinion about a candidate for an example request.
    package enum Verdict {
        case accepted
        /// All requests of this pattern are out of question.
        case taken(RouteDefinition, pattern: Int)
        case rejected
    }

    /// - Parameter others: Their patterns may have hosts, which are ignored.
    package init(_ others: [RouteDefinition], _ settings: MatchSettings, within limits: ProofLimits = .standard) {
        self.settings = settings
        self.others = others
        let entries = others.enumerated().flatMap { number, other in
            other.patterns.enumerated().map { index, pattern in
                PatternMap<RoutePlace>.Entry(
                    pattern: pattern.pathPattern, constraints: other.constraints,
                    value: RoutePlace(route: number, pattern: index))
            }
        }
        map = PatternMap(settings, entries)
        walk = limits.walkBudget(entries: entries.count)
        questions = QuestionBudget(limits)
    }

    /// Returns the places of the others whose patterns may share a path with a pattern, in order.
    package mutating func near(_ pattern: Pattern) -> [RoutePlace] {
        (try? map.values(near: pattern.pathPattern, &walk)) ?? []
    }

    /// Returns what the others answer of one pattern of a definition; `nil` if the limits end the search.
    package mutating func coverage(of definition: RouteDefinition, pattern index: Int = 0) -> Coverage? {
        guard let near = try? map.values(near: definition.patterns[index].pathPattern, &walk) else { return nil }
        let (settings, others) = (settings, others)
        return questions.answer { work throws(WorkBudget.Exhausted) in
            let own = try definition.pathRequests(at: index, settings, &work)
            var coverage = Coverage(sharing: [], rest: own)
            for place in near {
                let other = try others[place.route].pathRequests(at: place.pattern, settings, &work)
                guard try !own.intersection(other, &work).isEmpty else { continue }
                coverage.sharing.append(place)
                coverage.rest = try coverage.rest.subtracting(other, &work)
            }
            return coverage
        }
    }

    /// Returns a request of a definition that none of the others answers; `nil` if there is none, or none is accepted.
    ///
    /// - Parameter judge: It is called for few candidates.
    package mutating func uncovered(
        _ coverage: Coverage, like pattern: Pattern, judge: (RequestWitness) -> Verdict = { _ in .accepted }
    ) -> RequestWitness? {
        let settings = settings
        let found = questions.answer { work throws(WorkBudget.Exhausted) -> RequestWitness? in
            var rest = coverage.rest
            for _ in 0..<Self.maximumCandidates {
                guard let sample = rest.sample(.readable(pattern)) else { return nil }
                switch judge(sample.askable[0]) {
                case .accepted: return sample.askable[0]
                case .rejected: return nil
                case .taken(let other, let index):
                    rest = try rest.subtracting(other.pathRequests(at: index, settings, &work), &work)
                }
            }
            return nil
        }
        return found.flatMap(\.self)
    }

    private static var maximumCandidates: Int { 64 }
}

extension RouteDefinition {
    /// Returns the requests of one pattern with a path alone, whatever its scheme and host.
    fileprivate func pathRequests(
        at index: Int, _ settings: MatchSettings, _ work: inout ProofWork
    ) throws(WorkBudget.Exhausted) -> RequestSet {
        try RequestSet(
            of: patterns[index].pathPattern, constraints, methods: NameSet(answeredBy: methods), settings,
            heads: [.alone], &work)
    }
}
