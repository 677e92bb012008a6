/// Something that sends requests elsewhere: an interceptor's `rewrite` or a route's `redirect`.
package struct Move: Sendable {
    package var patterns: [Pattern]
    package var narrowings: [String: Automaton]
    package var methods: [String]
    package var target: URLTemplate

    package init(
        patterns: [Pattern], narrowings: [String: Automaton], methods: [String], target: URLTemplate
    ) {
        self.patterns = patterns
        self.narrowings = narrowings
        self.methods = methods
        self.target = target
    }
}

extension RoutingTable {
    /// Requests from which to follow moves: one for each of a move's patterns, and some for each way in which its target
    /// meets a pattern of a move.
    ///
    /// Where a move can lead to a pattern of another at all, some of the requests do: what they capture is found by going
    /// back from what the target and the pattern share.
    ///
    /// - Parameter routes: Routes whose patterns are asked about too, besides those of the moves.
    /// - Returns: The requests, by move, and whether the limits let all be found.
    package func samples(
        of moves: [Move], towards routes: [RouteDefinition] = [], within limits: ProofLimits = .standard
    ) -> (found: [[RequestWitness]], isComplete: Bool) {
        var search = MoveSearch(moves, routes, settings, limits)
        var isComplete = true
        let found = moves.map { move in
            var found: [RequestWitness] = []
            do throws(WorkBudget.Exhausted) {
                try search.find(move, &found)
            } catch {
                isComplete = false
            }
            return found
        }
        return (found, isComplete)
    }
}

private struct MoveSearch {
    private let owned: [(pattern: Pattern, narrowings: [String: Automaton])]
    private let settings: MatchSettings
    private let index: PatternIndex
    private var walk: WorkBudget
    private var work: WorkBudget

    init(_ moves: [Move], _ routes: [RouteDefinition], _ settings: MatchSettings, _ limits: ProofLimits) {
        owned =
            moves.flatMap { move in move.patterns.map { ($0, move.narrowings) } }
            + routes.flatMap { route in route.patterns.map { ($0, route.narrowings) } }
        self.settings = settings
        var narrowings = NarrowingNumbers()
        for entry in owned { narrowings.append(entry.narrowings) }
        var index = PatternIndex(settings, count: owned.count, narrowings)
        for (number, entry) in owned.enumerated() {
            index.add([entry.pattern], at: 0, of: number, as: PatternIndex.Number(number))
        }
        index.orderCrowds()
        self.index = index
        walk = limits.walkBudget(entries: owned.count)
        work = WorkBudget(stepsLeft: limits.relations)
    }

    mutating func find(_ move: Move, _ found: inout [RequestWitness]) throws(WorkBudget.Exhausted) {
        for pattern in move.patterns {
            if let start = try move.start(at: pattern, [:], nil, settings, &work) { found.append(start) }
        }
        guard let image = try MoveImage(of: move, settings, &work) else { return }
        var met: [PatternIndex.Number] = []
        try index.overlaps(with: image.pattern, &walk) { number in
            met.append(number)
            return true
        }
        for number in met {
            let (pattern, narrowings) = owned[Int(number)]
            found += try image.starts(of: move, towards: pattern, narrowings, settings, &work)
        }
    }
}

extension Move {
    /// A request of one of its patterns, with these values for what it captures.
    fileprivate func start(
        at pattern: Pattern, _ values: [String: [UInt8]], _ rest: [[UInt8]]?, _ settings: MatchSettings,
        _ work: inout WorkBudget
    ) throws(WorkBudget.Exhausted) -> RequestWitness? {
        let own = try RequestSet(of: pattern, narrowings, methods: NameSet(answeredBy: methods), settings, &work)
        guard var sample = own.sample(.readable(pattern)) else { return nil }
        for (index, segment) in pattern.segments.enumerated() {
            guard case .capture(let capture) = segment, let value = values[capture.name] else { continue }
            sample.segments[index] = capture.prefix + value + capture.suffix
        }
        if let rest, pattern.rest != nil { sample.segments = sample.segments.prefix(pattern.segments.count) + rest }
        return sample.witness
    }
}

/// The URLs that a move leads to, as a set.
struct MoveImage {
    let pattern: Pattern
    let urls: RequestSet

    init?(of move: Move, _ settings: MatchSettings, _ work: inout WorkBudget) throws(WorkBudget.Exhausted) {
        let path = move.target.text.prefix { $0 != "?" && $0 != "#" }
        // As a URL, `//host/x` has no scheme, and so no host.
        guard let pattern = try? Pattern(String(path)), pattern.scheme != nil || pattern.host == .any else {
            return nil
        }
        self.pattern = pattern
        urls = try RequestSet(of: pattern, move.narrowings, settings, &work).asTarget
    }

    /// URLs of the image that a pattern matches: as many as there are, or a few, for other patterns may take some of them.
    func landings(
        on other: Pattern, _ narrowings: [String: Automaton], _ settings: MatchSettings, _ work: inout WorkBudget
    ) throws(WorkBudget.Exhausted) -> [SampleRequest] {
        var rest = try urls.intersection(RequestSet(of: other, narrowings, settings, &work), &work)
        var landings: [SampleRequest] = []
        while landings.count < Self.mostLandings, let landing = rest.sample(.readable(pattern)) {
            landings.append(landing)
            rest = try rest.without(landing.segments, &work)
        }
        return landings
    }

    private static let mostLandings = 8

    /// Requests of the move that lead to a pattern.
    func starts(
        of move: Move, towards other: Pattern, _ narrowings: [String: Automaton], _ settings: MatchSettings,
        _ work: inout WorkBudget
    ) throws(WorkBudget.Exhausted) -> [RequestWitness] {
        var starts: [RequestWitness] = []
        for landing in try landings(on: other, narrowings, settings, &work) {
            let (values, rest) = captures(of: landing)
            for pattern in move.patterns {
                if let start = try move.start(at: pattern, values, rest, settings, &work) { starts.append(start) }
            }
        }
        return starts
    }

    /// What the move must have captured to lead there.
    func captures(of landing: SampleRequest) -> (values: [String: [UInt8]], rest: [[UInt8]]?) {
        var values: [String: [UInt8]] = [:]
        for (segment, text) in zip(pattern.segments, landing.segments) {
            guard case .capture(let capture) = segment else { continue }
            values[capture.name] = Array(text.dropFirst(capture.prefix.count).dropLast(capture.suffix.count))
        }
        return (values, pattern.rest.map { _ in Array(landing.segments.dropFirst(pattern.segments.count)) })
    }
}

extension RequestSet {
    /// The requests whose path has other segments.
    func without(
        _ segments: [[UInt8]], _ work: inout WorkBudget
    ) throws(WorkBudget.Exhausted) -> RequestSet {
        var left: [RequestBox] = []
        for box in boxes {
            let path = PathSet(
                segments: segments.map { .literal($0, folding: false) }, hasRest: false,
                endsInSlash: box.path.endsInSlash, hasAuthority: box.path.hasAuthority)
            for part in try box.path.subtracting(path, &work) {
                left.append(RequestBox(head: box.head, path: part, methods: box.methods))
            }
        }
        return RequestSet(boxes: left)
    }

    /// Of the requests of a pattern those whose URL says no more than the pattern: a target without a scheme is a path
    /// alone, and one without a port has none.
    fileprivate var asTarget: RequestSet {
        RequestSet(
            boxes: boxes.prefix(1).map { box in
                guard case .network(let schemes, let host, let port) = box.head, port == .everything else { return box }
                return RequestBox(
                    head: .network(schemes: schemes, host: host, port: [nil]), path: box.path, methods: box.methods)
            })
    }
}
