public import WaybillSyntax
public import WaybillTable

/// Where a request goes, and why: what `waybill explain` says.
///
/// No Swift code runs: only what YAML alone decides (`rewrite`, `reject`, `redirect`) is followed, each change of the URL
/// as a hop.
public struct Explanation: Sendable {
    /// As it was asked.
    public var url: String
    public var outcome: Outcome
    /// That of the URL finally reached.
    public var route: RouteSummary?
    /// The path's and the query's of the URL finally reached, the path's before the query's of the same name.
    public var parameters: [String: String] = [:]
    /// Of the URL as it was asked, in order.
    public var query: [QueryItem] = []
    public var fragment: String?
    /// The ids of all that run, in order, those of every hop.
    public var interceptors: [String] = []
    public var hops: [Hop] = []
    /// What serves where nothing matches.
    public var fallback: Fallback.Target?
    /// What the module that serves the request requires, and the module that serves each, defaults and adapters followed.
    public var requirements: [Requirement] = []
    public var candidates: [Candidate] = []
    /// The interceptor whose `reject` ends the request, with its reason.
    public var rejection: (by: String, reason: String)?
    /// The URL that the caller is redirected to, where the request ends in a redirect with a status.
    public var location: String?
    /// Why the URL is invalid, or why the hops led nowhere.
    public var problem: String?

    public enum Outcome: String, Sendable {
        /// Reached without a hop.
        case matched
        /// Reached over hops.
        case redirected
        /// The route tells the caller another URL, with a status.
        case redirectToClient = "redirect-to-client"
        case unmatched
        case invalidURL = "invalid-url"

        /// Whether the request reaches a route.
        public var isReached: Bool {
            switch self {
            case .matched, .redirected, .redirectToClient: true
            case .unmatched, .invalidURL: false
            }
        }
    }

    public struct RouteSummary: Sendable {
        public var id: String
        public var destination: Route.Destination
        public var span: SourceSpan
    }

    /// One change of the URL: `route old-notes` or `interceptor sheets-are-pushed`, and where it leads.
    public struct Hop: Sendable, Hashable {
        public var by: String
        public var to: String
    }

    /// A protocol or an identifier, and the module that it leads to; `nil` where it leads to no single one.
    public struct Requirement: Sendable, Hashable {
        public var name: String
        public var module: String?
    }

    public struct Candidate: Sendable, Hashable {
        public var route: String
        public var lost: String
    }

    init(url: String, outcome: Outcome) {
        self.url = url
        self.outcome = outcome
    }
}

extension Compilation {
    /// Explains a request, or returns `nil` where the set has errors, unless they all are about which requests its routes get:
    /// those are what one wants to have explained.
    ///
    /// - Parameters:
    ///   - method: Where none is given, `GET` is assumed for network schemes and for paths alone.
    ///   - tags: The view; none is a plain open.
    public func explain(_ url: String, method: String? = nil, tags: Set<String> = []) -> Explanation? {
        let asked = table ?? tableDespiteErrors
        return asked.map { RoutedSet(set: set, table: $0) }.map {
            $0.explanation(of: $0.trace(url, method: method, tags: tags), askedFor: url)
        }
    }
}
