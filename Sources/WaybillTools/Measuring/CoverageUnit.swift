import WaybillManifest
public import WaybillSyntax

/// One behavior of a set that a request may exercise, and that a test should exercise.
public struct CoverageUnit: Sendable {
    public var subject: Subject
    /// The place in the manifest.
    public var span: SourceSpan
    /// The number of passing tests that exercise it.
    public var hits: Int
    /// A request that exercises it, if no test does and a request is known.
    public var proposal: TestDraft?

    /// Whether a test exercises the unit.
    public var isCovered: Bool { hits > 0 }

    /// The behavior. Indices of routes and interceptors are those of the ``/WaybillManifest/ManifestSet``.
    public enum Subject: Sendable, Hashable {
        /// A request reaches the route by this pattern.
        case pattern(route: Int, pattern: Int)
        /// The interceptor runs for a request of the route or, without a route, for a request that matches no route.
        case runs(interceptor: Int, route: Int?)
        /// A request reaches the route, and the interceptor does not match it.
        case passes(interceptor: Int, route: Int)
        /// The view of a tag shows the route.
        case seen(route: Int, tag: String)
        /// A view of other tags hides it.
        case hidden(route: Int)
        /// A request reaches the route with a value that a constrained capture accepts.
        case accepted(route: Int, capture: String)
        /// A request does not reach the route, only because the capture rejects the value.
        case rejected(route: Int, capture: String)
    }

    /// The kinds of units, which are counted separately.
    public enum Kind: String, Sendable, CaseIterable {
        case routes, interceptors, tags, captures
    }
}

extension CoverageUnit.Subject {
    /// The kind under which the unit is counted.
    public var kind: CoverageUnit.Kind {
        switch self {
        case .pattern: .routes
        case .runs, .passes: .interceptors
        case .seen, .hidden: .tags
        case .accepted, .rejected: .captures
        }
    }

    /// The route of the unit, if there is one.
    package var route: Int? {
        switch self {
        case .pattern(let route, _), .passes(_, let route), .seen(let route, _), .hidden(let route),
            .accepted(let route, _), .rejected(let route, _):
            route
        case .runs(_, let route): route
        }
    }

    package var interceptor: Int? {
        switch self {
        case .runs(let interceptor, _), .passes(let interceptor, _): interceptor
        case .pattern, .seen, .hidden, .accepted, .rejected: nil
        }
    }

    /// The word in JSON.
    package var word: String {
        switch self {
        case .pattern: "pattern"
        case .runs: "runs"
        case .passes: "passes"
        case .seen: "seen"
        case .hidden: "hidden"
        case .accepted: "taken"
        case .rejected: "refused"
        }
    }
}
