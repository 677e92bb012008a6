public import WaybillSyntax
public import WaybillTable

/// The way of a request and its reasons: the result of `waybill explain`.
///
/// No Swift code runs. Only the YAML actions (`rewrite`, `reject`, `redirect`) are followed; each change of the URL is
/// a hop.
public struct Explanation: Sendable {
    /// The requested URL.
    public var url: String
    public var outcome: Outcome
    /// The route of the last URL.
    public var route: RouteSummary?
    /// The parameters of the last URL. A path parameter takes precedence over a query key of the same name.
    public var parameters: [String: String] = [:]
    /// The query of the requested URL, in order.
    public var query: [QueryItem] = []
    public var fragment: String?
    /// The ids of all interceptors that run, at all hops, in order.
    public var interceptors: [String] = []
    public var hops: [Hop] = []
    /// The fallback that serves the request if no route matches.
    public var fallback: Fallback.Target?
    /// The methods that routes answer at the URL of an unmatched request; empty if the method is not the reason.
    public var allowedMethods: [String] = []
    /// The requirements of the request's module, each with the module that serves it, through defaults and adapters.
    public var requirements: [Requirement] = []
    public var candidates: [Candidate] = []
    /// The `reject` that ends the request.
    public var rejection: Rejection?
    /// The URL of the redirect, if the request ends in a redirect.
    public var location: String?
    /// The reason why the URL is invalid, or why the hops led nowhere.
    public var problem: String?

    /// The end of the request.
    public enum Outcome: String, Sendable {
        /// The request reached a route without a hop.
        case matched
        /// The request reached a route after hops.
        case redirected
        /// The route redirects the caller.
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

    /// A route, its destination, and its place in the manifests.
    public struct RouteSummary: Sendable {
        public var id: String
        public var destination: Route.Destination
        public var span: SourceSpan

        package init(_ route: Route) {
            id = route.id.value
            destination = route.destination
            span = route.id.span
        }
    }

    /// One change of the URL: its source, such as `route old-notes` or `interceptor sheets-are-pushed`, and the target.
    public struct Hop: Sendable, Hashable {
        public var by: String
        public var to: String
    }

    /// The interceptor that rejects the request, and its reason.
    public struct Rejection: Sendable, Hashable {
        public var by: String
        public var reason: String
    }

    /// A protocol or an identifier, and the module that serves it; `nil` if there is not exactly one.
    public struct Requirement: Sendable, Hashable {
        public var name: String
        public var module: String?
    }

    /// A route that does not serve the request, and the reason.
    public struct Candidate: Sendable, Hashable {
        public var route: String
        public var lost: String
    }
}

extension ManifestSet {
    /// Returns the problems of a requested view: each tag that is not declared or, if the set declares none, that no
    /// route carries.
    package func problems(ofViewWith tags: [String]) -> [String] {
        let carried = Set((modules.flatMap(\.tags) + routes.flatMap(\.tags)).map(\.value))
        let known = self.tags.isEmpty ? carried : Set(self.tags.map(\.name.value))
        let names = NameSuggestions()
        return tags.uniqued().filter { !known.contains($0) }.map { tag in
            let problem = self.tags.isEmpty ? "no route has the tag '\(tag)'" : "tag '\(tag)' is not declared"
            return problem + didYouMeanClause(names.near(tag, among: known))
        }
    }
}

extension Fallback.Target {
    package var name: String {
        switch self {
        case .module(let name), .handler(let name): name.value
        }
    }

    package var summary: String {
        switch self {
        case .module(let name): "module \(name.value)"
        case .handler(let name): "handler \(name.value)"
        }
    }
}

extension Route.Destination {
    /// `module note-editor`
    package var summary: String {
        switch self {
        case .module(let name): "module \(name.value)"
        case .handler(let name): "handler \(name.value)"
        case .forward(let target): "forward \(target.text.value)"
        case .redirect(let target, let status): "redirect \(target.text.value) with status \(status.rawValue)"
        }
    }
}

extension ParameterConstraint {
    /// The constraint as the manifest writes it: `int`, `[a, b]`, `/regex/`.
    package var summary: String {
        switch self {
        case .oneOf(let values): "[\(values.joined(separator: ", "))]"
        case .regex(let text): "/\(text)/"
        default: "\(self)"
        }
    }
}
