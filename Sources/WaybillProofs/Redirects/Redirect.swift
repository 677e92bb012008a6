package import WaybillTable

/// What leads requests elsewhere.
package enum RedirectSource: Sendable, Hashable {
    /// A rewrite: an index into ``WaybillTable/RoutingTable/interceptors``.
    case interceptor(Int)
    /// A redirect: an index into ``WaybillTable/RoutingTable/routes``.
    case route(Int)
}

/// What a rewrite or a redirect says: which requests lead elsewhere, and where.
package struct Redirect: Sendable {
    package var patterns: [Pattern]
    /// By the name of a capture.
    package var constraints: [String: Automaton]
    package var methods: [String]
    package var target: URLTemplate
    /// Whether a target without a scheme is asked for at the scheme and host of the request, as clients do. Else it is a
    /// path alone.
    package var keepsOrigin: Bool

    /// - Parameter methods: Those with which the target is asked for.
    package init(
        patterns: [Pattern], constraints: [String: Automaton], methods: [String], target: URLTemplate,
        keepsOrigin: Bool = false
    ) {
        self.patterns = patterns
        self.constraints = constraints
        self.methods = methods
        self.target = target
        self.keepsOrigin = keepsOrigin
    }
}

extension Redirect {
    /// A request of one of its patterns.
    func start(
        at pattern: Pattern, _ settings: MatchSettings, _ work: inout ProofWork
    ) throws(WorkBudget.Exhausted) -> SampleRequest? {
        try RequestSet(of: pattern, constraints, methods: NameSet(answeredBy: methods), settings, &work)
            .sample(.readable(pattern))
    }

    /// A request of one of its patterns that leads to a URL, whose captures are given.
    func start(
        at pattern: Pattern, capturing captures: RedirectTargets.Captures, _ settings: MatchSettings,
        _ work: inout ProofWork
    ) throws(WorkBudget.Exhausted) -> SampleRequest? {
        guard var sample = try start(at: pattern, settings, &work) else { return nil }
        for (index, segment) in pattern.segments.enumerated() {
            guard case .capture(let capture) = segment, let value = captures.values[capture.name] else { continue }
            sample.segments[index] = capture.prefix + value + capture.suffix
        }
        if let catchAll = captures.catchAll, pattern.rest != nil {
            sample.segments = sample.segments.prefix(pattern.segments.count) + catchAll
        }
        return sample
    }
}
