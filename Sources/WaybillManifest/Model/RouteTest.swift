public import WaybillSyntax

/// A request and what it is expected to lead to.
public struct RouteTest: Sendable {
    /// What people call it; the request itself, unless given.
    public var name: Located<String>?
    public var open: Located<String>
    public var method: Located<String>?
    public var tags: [Located<String>] = []
    public var expectation: Expectation
    /// Where `expect` says it.
    public var expectationSpan: SourceSpan
    public var span: SourceSpan

    public enum Expectation: Sendable {
        /// No route matches.
        case unmatched
        /// What is opened is not a URL.
        case invalidURL
        /// Some interceptor's `reject` ends it.
        case rejected
        case matched(Expected)
    }

    /// What is absent is not looked at.
    public struct Expected: Sendable {
        public var route: Located<String>?
        public var module: Located<String>?
        public var handler: Located<String>?
        public var redirect: Redirects?
        /// The URL finally reached.
        public var url: Located<String>?
        public var parameters: [(name: Located<String>, value: Located<String>)] = []
        public var interceptors: Interceptors?
        /// The interceptor whose `reject` ends it.
        public var rejected: Located<String>?
        /// The module or handler that serves it where no route matches.
        public var fallback: Located<String>?

        public init() {}
    }

    /// Which interceptors run.
    public enum Interceptors: Sendable {
        /// These and no others, in this order.
        case exactly([Located<String>])
        /// These, and those not, among any others.
        case among(contains: [Located<String>], not: [Located<String>])
    }

    /// Where it is sent on to: URLs, or the templates of their `redirect` or `rewrite`.
    public enum Redirects: Sendable {
        case first(Located<String>)
        /// All of them, in order.
        case exactly([Located<String>])
        /// The caller is redirected to this URL; any status, unless one is given.
        case client(to: Located<String>, status: Located<RedirectStatus>?)
    }

    public init(open: Located<String>, expectation: Expectation, expectationSpan: SourceSpan, span: SourceSpan) {
        self.open = open
        self.expectation = expectation
        self.expectationSpan = expectationSpan
        self.span = span
    }
}

extension RouteTest {
    /// The name, or the request: `POST /notes in views, api`.
    public var title: String {
        if let name { return name.value }
        let view = tags.isEmpty ? "" : " in \(tags.map(\.value).joined(separator: ", "))"
        return "\(method.map { $0.value + " " } ?? "")\(open.value)\(view)"
    }
}

extension RouteTest.Interceptors {
    /// The ids of those that are expected to run.
    package var running: [Located<String>] {
        switch self {
        case .exactly(let all): all
        case .among(let contained, _): contained
        }
    }

    /// Every id that is named.
    package var names: [Located<String>] {
        if case .among(let contained, let excluded) = self { contained + excluded } else { running }
    }
}
