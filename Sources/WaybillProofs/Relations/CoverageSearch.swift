package import WaybillTable

/// Finds which requests of one definition others answer: of an operation of a contract, the routes; of a route, the
/// operations.
///
/// Paths and methods count. Schemes, hosts, priorities and tags do not.
package struct CoverageSearch {
    private let catalog: PathCatalog
    /// By other and pattern: the path, as the catalog numbers it.
    package let paths: [[Int]]
    /// By path: the patterns of the others that have it.
    private var answers: [[Answer]] = []
    /// The paths of the others. Most searches need no more than exact answers.
    private lazy var map = PatternMap(
        catalog.settings, answers.indices.filter { !answers[$0].isEmpty }.map(catalog.entry))
    /// By path: the patterns that may share a request with it, in order.
    private var near: [Int: [Neighbor]] = [:]
    private var walk: WorkBudget
    private var questions: QuestionBudget

    /// A pattern of the others.
    private struct Answer {
        var place: RoutePlace
        /// Empty for every method.
        var names: [String]
    }

    private struct Neighbor {
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
        paths = others.map { other in other.patterns.indices.map { catalog.path(of: other, $0) } }
        // One without others only makes examples, and there may be one for each operation.
        answers = others.isEmpty ? [] : Array(repeating: [], count: catalog.count)
        var count = 0
        for (number, other) in others.enumerated() {
            for (index, path) in paths[number].enumerated() {
                if answers[path].isEmpty { count += 1 }
                answers[path].append(Answer(place: RoutePlace(route: number, pattern: index), names: other.methods))
            }
        }
        walk = limits.walkBudget(entries: count)
        questions = QuestionBudget(limits)
    }

    /// Returns the first of the others with the same path that answers all of these methods. This is cheap, and usual.
    package func exactAnswer(to path: Int, _ methods: [String]) -> RoutePlace? {
        guard path < answers.count else { return nil }
        return answers[path].first { answer in
            answer.names.isEmpty || !methods.isEmpty && methods.allSatisfy(answer.names.contains)
        }?.place
    }

    /// Returns the places of the others whose patterns may share a path with one of the catalog, in order.
    package mutating func near(_ path: Int) -> [RoutePlace] { neighbors(of: path)?.map(\.place) ?? [] }

    private static var maximumKept: Int { 64 }

    private mutating func neighbors(of path: Int) -> [Neighbor]? {
        if let known = near[path] { return known }
        guard let paths = try? map.values(near: catalog.pattern(path), &walk) else { return nil }
        let all = paths.flatMap { other in
            answers[other].map { Neighbor(place: $0.place, path: other, methods: catalog.methods($0.names)) }
        }
        let found = all.sorted { ($0.place.route, $0.place.pattern) < ($1.place.route, $1.place.pattern) }
        // Where many paths are near many, keeping them all would be quadratic.
        if found.count <= Self.maximumKept { near[path] = found }
        return found
    }

    /// Returns what the others answer of a path and these methods; `nil` if the limits end the search.
    package mutating func coverage(of path: Int, _ names: [String]) -> Coverage? {
        guard let near = neighbors(of: path) else { return nil }
        let catalog = catalog
        let methods = catalog.methods(names)
        return questions.answer { work throws(WorkBudget.Exhausted) in
            let own = try catalog.paths(path, &work)
            // What has the same paths only takes methods away, so their sets are not looked at.
            var left = methods
            var others: [Neighbor] = []
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
                        catalog.path(of: other, index), catalog.methods(other.methods), &work)
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
/// Definitions that differ only in their methods and in the names of their captures share one path, and each path is made
/// once.
package final class PathCatalog {
    /// A path without names.
    private struct Key: Hashable {
        var text: [UInt8] = []
        /// In the order of the captures; `nil` for any value.
        var constraints: [Automaton?] = []

        /// In a path, `:` and `*` are only in captures.
        init(_ pattern: Pattern, _ all: [String: Automaton]) {
            var name: [UInt8]?
            for byte in pattern.utf8 + [UInt8(ascii: "/")] {
                if name != nil, ASCII.isNameByte(byte) {
                    name?.append(byte)
                    continue
                }
                if let known = name { constraints.append(all[String(decoding: known, as: UTF8.self)]) }
                name = byte == UInt8(ascii: ":") || byte == UInt8(ascii: "*") ? [] : nil
                text.append(byte)
            }
        }
    }

    package let settings: MatchSettings
    private var numbers: [Key: Int] = [:]
    /// By number: the first pattern with this path.
    private var owners: [(pattern: Pattern, constraints: [String: Automaton])] = []
    /// By number, with every method.
    private var paths: [RequestSet?] = []
    private var methods: [[String]: NameSet<String?>] = [:]
    /// The definitions of one path usually follow each other.
    private var latest: (pattern: Pattern, constraints: [String: Automaton], path: Int)?

    package init(_ settings: MatchSettings) { self.settings = settings }

    /// The number of paths.
    fileprivate var count: Int { owners.count }

    /// Returns the number of the path of one pattern of a definition.
    package func path(of definition: RouteDefinition, _ index: Int = 0) -> Int {
        let (pattern, constraints) = (definition.patterns[index].pathPattern, definition.constraints)
        if let latest, latest.pattern == pattern, latest.constraints == constraints { return latest.path }
        let key = Key(pattern, constraints)
        let path = numbers[key] ?? owners.count
        if path == owners.count {
            numbers[key] = path
            owners.append((pattern, constraints))
            paths.append(nil)
        }
        latest = (pattern, constraints, path)
        return path
    }

    fileprivate func pattern(_ path: Int) -> Pattern { owners[path].pattern }

    fileprivate func entry(_ path: Int) -> PatternMap<Int>.Entry {
        .init(pattern: owners[path].pattern, constraints: owners[path].constraints, value: path)
    }

    fileprivate func methods(_ names: [String]) -> NameSet<String?> {
        if let known = methods[names] { return known }
        let made = NameSet<String?>(answeredBy: names)
        methods[names] = made
        return made
    }

    fileprivate func requests(
        _ path: Int, _ methods: NameSet<String?>, _ work: inout ProofWork
    ) throws(WorkBudget.Exhausted) -> RequestSet {
        try paths(path, &work).limited(to: methods)
    }

    /// Returns the requests of all methods.
    fileprivate func paths(_ path: Int, _ work: inout ProofWork) throws(WorkBudget.Exhausted) -> RequestSet {
        if let known = paths[path] { return known }
        let made = try RequestSet(
            of: owners[path].pattern, owners[path].constraints, settings, heads: [.alone], &work)
        paths[path] = made
        return made
    }
}
