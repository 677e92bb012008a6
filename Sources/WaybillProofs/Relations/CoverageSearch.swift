package import WaybillTable

/// Finds which requests of one definition others answer: of an operation of a contract, the routes; of a route, the
/// operations.
///
/// Paths and methods count. Schemes, hosts, priorities and tags do not.
package struct CoverageSearch {
    private let catalog: PathCatalog
    /// The patterns of the others by their path, as the catalog numbers it.
    private var answers: [Int: [Answer]] = [:]
    private let map: PatternMap<Int>
    /// By path: the patterns that may share a request with it, in order.
    private var near: [Int: [Answer]] = [:]
    private var walk: WorkBudget
    private var questions: QuestionBudget

    /// A pattern of the others.
    private struct Answer {
        var place: RoutePlace
        var path: Int
        var methods: NameSet<String?>
    }

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

    /// - Parameters:
    ///   - others: Their patterns may have hosts, which are ignored.
    ///   - catalog: The searches of one comparison share it.
    package init(_ others: [RouteDefinition], _ catalog: PathCatalog, within limits: ProofLimits = .standard) {
        self.catalog = catalog
        var entries: [PatternMap<Int>.Entry] = []
        for (number, other) in others.enumerated() {
            let methods = catalog.methods(other.methods)
            for index in other.patterns.indices {
                let path = catalog.number(of: other, index)
                let answer = Answer(place: RoutePlace(route: number, pattern: index), path: path, methods: methods)
                if answers[path] == nil {
                    entries.append(
                        .init(pattern: catalog.pattern(path), constraints: other.constraints, value: path))
                }
                answers[path, default: []].append(answer)
            }
        }
        map = PatternMap(catalog.settings, entries)
        walk = limits.walkBudget(entries: entries.count)
        questions = QuestionBudget(limits)
    }

    /// Returns the places of the others whose patterns may share a path with one of a definition, in order.
    package mutating func near(_ definition: RouteDefinition, pattern index: Int = 0) -> [RoutePlace] {
        answers(near: catalog.number(of: definition, index))?.map(\.place) ?? []
    }

    private static var maximumKept: Int { 64 }

    private mutating func answers(near path: Int) -> [Answer]? {
        if let known = near[path] { return known }
        guard let paths = try? map.values(near: catalog.pattern(path), &walk) else { return nil }
        let found = paths.flatMap { answers[$0] ?? [] }.sorted {
            ($0.place.route, $0.place.pattern) < ($1.place.route, $1.place.pattern)
        }
        // Where many paths are near many, keeping them all would be quadratic.
        if found.count <= Self.maximumKept { near[path] = found }
        return found
    }

    /// Returns what the others answer of one pattern of a definition; `nil` if the limits end the search.
    package mutating func coverage(of definition: RouteDefinition, pattern index: Int = 0) -> Coverage? {
        let path = catalog.number(of: definition, index)
        guard let near = answers(near: path) else { return nil }
        let methods = catalog.methods(definition.methods)
        let catalog = catalog
        return questions.answer { work throws(WorkBudget.Exhausted) in
            let own = try catalog.paths(path, &work)
            // What has the same paths only takes methods away, so their sets are not looked at.
            var left = methods
            var others: [Answer] = []
            var sharing: [RoutePlace] = []
            for answer in near where !own.isEmpty && !answer.methods.isDisjoint(with: methods) {
                if answer.path == path {
                    left = left.subtracting(answer.methods)
                } else if try !own.intersection(catalog.paths(answer.path, &work), &work).isEmpty {
                    others.append(answer)
                } else {
                    continue
                }
                sharing.append(answer.place)
            }
            var rest = left.isEmpty ? RequestSet(boxes: []) : own.limited(to: left)
            for answer in others where !rest.isEmpty {
                rest = try rest.subtracting(catalog.requests(answer.path, answer.methods, &work), &work)
            }
            return Coverage(sharing: sharing, rest: rest)
        }
    }

    /// Returns a request of a definition that none of the others answers; `nil` if there is none, or none is accepted.
    ///
    /// - Parameter judge: It is called for few candidates.
    package mutating func uncovered(
        _ coverage: Coverage, like pattern: Pattern, judge: (RequestWitness) -> Verdict = { _ in .accepted }
    ) -> RequestWitness? {
        let catalog = catalog
        let found = questions.answer { work throws(WorkBudget.Exhausted) -> RequestWitness? in
            var rest = coverage.rest
            for _ in 0..<Self.maximumCandidates {
                guard let sample = rest.sample(.readable(pattern)) else { return nil }
                switch judge(sample.askable[0]) {
                case .accepted: return sample.askable[0]
                case .rejected: return nil
                case .taken(let other, let index):
                    let taken = try catalog.requests(
                        catalog.number(of: other, index), catalog.methods(other.methods), &work)
                    rest = try rest.subtracting(taken, &work)
                }
            }
            return nil
        }
        return found.flatMap(\.self)
    }

    private static var maximumCandidates: Int { 64 }
}

/// The requests with a path alone, whatever their scheme and host, of the patterns of a comparison.
///
/// Definitions that differ only in their methods share one path, and each path is made once.
package final class PathCatalog {
    private struct Key: Hashable {
        var pattern: Pattern
        var constraints: [String: Automaton]
    }

    package let settings: MatchSettings
    private var numbers: [Key: Int] = [:]
    private var keys: [Key] = []
    /// By number, with every method.
    private var paths: [RequestSet?] = []
    private var methods: [[String]: NameSet<String?>] = [:]

    package init(_ settings: MatchSettings) { self.settings = settings }

    fileprivate func number(of definition: RouteDefinition, _ index: Int) -> Int {
        let key = Key(pattern: definition.patterns[index].pathPattern, constraints: definition.constraints)
        if let known = numbers[key] { return known }
        numbers[key] = keys.count
        keys.append(key)
        paths.append(nil)
        return keys.count - 1
    }

    fileprivate func pattern(_ number: Int) -> Pattern { keys[number].pattern }

    fileprivate func methods(_ names: [String]) -> NameSet<String?> {
        if let known = methods[names] { return known }
        let made = NameSet<String?>(answeredBy: names)
        methods[names] = made
        return made
    }

    fileprivate func requests(
        _ number: Int, _ methods: NameSet<String?>, _ work: inout ProofWork
    ) throws(WorkBudget.Exhausted) -> RequestSet {
        try paths(number, &work).limited(to: methods)
    }

    /// Returns the requests of all methods.
    fileprivate func paths(_ number: Int, _ work: inout ProofWork) throws(WorkBudget.Exhausted) -> RequestSet {
        if let known = paths[number] { return known }
        let made = try RequestSet(
            of: keys[number].pattern, keys[number].constraints, settings, heads: [.alone], &work)
        paths[number] = made
        return made
    }
}
