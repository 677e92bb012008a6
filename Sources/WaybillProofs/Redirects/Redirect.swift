package import WaybillTable

/// The source of a rewrite, a forward or a redirect.
package enum RedirectSource: Sendable, Hashable {
    /// A rewrite: an index into ``WaybillTable/RoutingTable/interceptors``.
    case interceptor(Int)
    /// A forward or a redirect: an index into ``WaybillTable/RoutingTable/routes``.
    case route(Int)

    package var isInterceptor: Bool { if case .interceptor = self { true } else { false } }
}

/// A rewrite, a forward or a redirect: its requests and its target.
package struct Redirect: Sendable {
    package var patterns: [Pattern]
    /// By the name of a capture.
    package var constraints: [String: Automaton]
    package var methods: [String]
    package var target: URLTemplate
    /// Whether a target without a scheme keeps the scheme and host of the request, as for clients. Otherwise it is a
    /// path alone.
    package var keepsOrigin: Bool

    /// - Parameter methods: The methods of requests for the target.
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
    /// Returns a request of one of its patterns.
    func start(
        at pattern: Pattern, _ settings: MatchSettings, _ work: inout ProofWork
    ) throws(WorkBudget.Exhausted) -> SampleRequest? {
        try RequestSet(of: pattern, constraints, methods: NameSet(answeredBy: methods), settings, &work)
            .sample(.readable(pattern))
    }

    /// Returns a request of one of its patterns that leads to a URL with the given captures.
    func start(
        at pattern: Pattern, capturing captures: RedirectTargets.Captures, _ settings: MatchSettings,
        _ work: inout ProofWork
    ) throws(WorkBudget.Exhausted) -> SampleRequest? {
        guard var sample = try start(at: pattern, settings, &work) else { return nil }
        for (index, segment) in pattern.segments.enumerated() {
            guard case .capture(let capture) = segment, let value = captures.values[capture.name] else { continue }
            sample.segments[index] = capture.prefix + value + capture.suffix
        }
        if let catchAll = captures.catchAll, pattern.catchAll != nil {
            sample.segments = sample.segments.prefix(pattern.segments.count) + catchAll
        }
        if let endsInSlash = captures.endsInSlash, settings.slash(of: pattern) == nil {
            sample.hasTrailingSlash = endsInSlash
        }
        return sample
    }
}
