import WaybillManifest
public import WaybillSyntax

/// One thing that a request may meet, and that some test ought to try.
public struct CoverageUnit: Sendable {
    public var subject: Subject
    /// Where the manifest says it.
    public var span: SourceSpan
    /// How many tests try it. Tests that fail do not count.
    public var hits: Int
    /// A request that tries it: of what no test tries, where one is known.
    public var proposal: Proposal?

    public var isCovered: Bool { hits > 0 }

    /// Indices of routes and interceptors are those of the ``/WaybillManifest/ManifestSet``.
    public enum Subject: Sendable, Hashable {
        /// A request gets to the route by this pattern.
        case pattern(route: Int, pattern: Int)
        /// The interceptor runs for a URL of the route; without one, for a URL that has no route.
        case runs(interceptor: Int, route: Int?)
        /// A request gets to the route, and the interceptor is not for it.
        case passes(interceptor: Int, route: Int)
        /// The view of a tag shows the route.
        case seen(route: Int, tag: String)
        /// A view of other tags hides it.
        case hidden(route: Int)
        /// A request gets to the route with a value that a constrained capture takes.
        case taken(route: Int, capture: String)
        /// A request does not, for the capture alone does not take the value.
        case refused(route: Int, capture: String)
    }

    /// What kinds of things are counted apart.
    public enum Kind: String, Sendable, CaseIterable {
        case routes, interceptors, tags, captures
    }

    /// A test without its expectations.
    public struct Proposal: Sendable, Hashable {
        public var url: String
        /// `nil` where the one that is assumed does.
        public var method: String?
        public var tags: [String]
        /// What it leads to now, as YAML of `expect:`.
        public var expectation: String
    }
}

extension CoverageUnit.Subject {
    public var kind: CoverageUnit.Kind {
        switch self {
        case .pattern: .routes
        case .runs, .passes: .interceptors
        case .seen, .hidden: .tags
        case .taken, .refused: .captures
        }
    }

    /// The route that it is about, if it is about one.
    package var route: Int? {
        switch self {
        case .pattern(let route, _), .passes(_, let route), .seen(let route, _), .hidden(let route),
            .taken(let route, _), .refused(let route, _):
            route
        case .runs(_, let route): route
        }
    }

    package var interceptor: Int? {
        switch self {
        case .runs(let interceptor, _), .passes(let interceptor, _): interceptor
        case .pattern, .seen, .hidden, .taken, .refused: nil
        }
    }

    /// A word for programs.
    package var word: String {
        switch self {
        case .pattern: "pattern"
        case .runs: "runs"
        case .passes: "passes"
        case .seen: "seen"
        case .hidden: "hidden"
        case .taken: "taken"
        case .refused: "refused"
        }
    }
}
