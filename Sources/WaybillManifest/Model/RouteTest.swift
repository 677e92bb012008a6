public import WaybillSyntax

/// A request and its expected result.
public struct RouteTest: Sendable {
    /// The displayed name; by default the request itself.
    public var name: Located<String>?
    public var open: Located<String>
    public var method: Located<String>?
    public var tags: [Located<String>] = []
    public var expectation: Expectation
    /// The place of `expect`.
    public var expectationSpan: SourceSpan
    public var span: SourceSpan

    /// The result that the request must have.
    public enum Expectation: Sendable {
        /// No route matches.
        case unmatched
        /// Routes have its URL, but none answers its method, and no fallback serves it.
        case methodNotAllowed
        /// The requested text is not a URL.
        case invalidURL
        /// The `reject` of an interceptor ends the request.
        case rejected
        case matched(Expected)
    }

    /// The expected parts of the result. Absent parts are not compared.
    public struct Expected: Sendable {
        public var route: Located<String>?
        public var module: Located<String>?
        public var handler: Located<String>?
        public var forward: Forwards?
        public var redirect: Redirect?
        /// The last URL.
        public var url: Located<String>?
        public var parameters: [Parameter] = []
        public var interceptors: Interceptors?
        /// The interceptor whose `reject` ends the request.
        public var rejected: Located<String>?
        /// The module or handler that serves the request if no route matches.
        public var fallback: Located<String>?

        public init() {}
    }

    /// An expected parameter of the path or the query.
    public struct Parameter: Sendable {
        public var name: Located<String>
        public var value: Located<String>

        public init(name: Located<String>, value: Located<String>) {
            self.name = name
            self.value = value
        }
    }

    /// The expected interceptors.
    public enum Interceptors: Sendable {
        /// Exactly these interceptors, in this order.
        case exactly([Located<String>])
        /// Must contain some interceptors, and must not contain others.
        case among(contains: [Located<String>], not: [Located<String>])
    }

    /// The expected URLs to which the request is forwarded inside, or the templates of `forward` or `rewrite`.
    public enum Forwards: Sendable {
        case first(Located<String>)
        /// All of them, in order.
        case exactly([Located<String>])
    }

    /// The expected redirect of the caller.
    public struct Redirect: Sendable {
        /// The URL, or the template of the route's `redirect`.
        public var to: Located<String>
        /// `nil` for any status.
        public var status: Located<RedirectStatus>?

        public init(to: Located<String>, status: Located<RedirectStatus>?) {
            self.to = to
            self.status = status
        }
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
    /// The ids of the interceptors that are expected to run.
    package var running: [Located<String>] {
        switch self {
        case .exactly(let all): all
        case .among(let contained, _): contained
        }
    }

    /// Every id that the expectation names.
    package var names: [Located<String>] {
        if case .among(let contained, let excluded) = self { contained + excluded } else { running }
    }
}
