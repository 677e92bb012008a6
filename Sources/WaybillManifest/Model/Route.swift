public import WaybillSyntax

/// One or more patterns that lead to a module, a handler or another URL.
///
/// It is a value. Copies share their content until one of them changes, because a set has many routes, and each has a
/// dozen references.
public struct Route: Sendable {
    private var storage: Storage

    private final class Storage: Sendable {
        let content: Content

        init(_ content: Content) { self.content = content }
    }

    /// The properties of a route.
    struct Content: Sendable {
        var id: Located<String>
        var hasExplicitID: Bool
        var summary: String?
        var patterns: [LocatedPattern] = []
        var constrained: [Constrained] = []
        var methods: [Located<String>] = []
        var priority = 0
        var prioritySpan: SourceSpan?
        var destination: Destination
        var present: Located<String>?
        var tags: [Located<String>] = []
        var timeout: Located<Duration>?
        var lane: Located<String>?
        var with: Node?
        var span: SourceSpan
    }

    /// The target of a route.
    public enum Destination: Sendable {
        case module(Located<String>)
        case handler(Located<String>)
        /// The open continues at this URL, without the caller.
        indirect case redirect(LocatedTarget)
        /// The walk ends, and the caller is redirected to this URL.
        indirect case clientRedirect(LocatedTarget, status: RedirectStatus)

        package var module: Located<String>? { if case .module(let name) = self { name } else { nil } }
        package var handler: Located<String>? { if case .handler(let name) = self { name } else { nil } }

        /// The target of a redirect of either kind.
        package var target: LocatedTarget? {
            switch self {
            case .module, .handler: nil
            case .redirect(let target), .clientRedirect(let target, _): target
            }
        }

        /// The status of a redirect of the client.
        package var status: RedirectStatus? { if case .clientRedirect(_, let status) = self { status } else { nil } }

        /// Returns the same redirect to another URL. A module or a handler stays the same.
        package func leading(to target: LocatedTarget) -> Destination {
            switch self {
            case .module, .handler: self
            case .redirect: .redirect(target)
            case .clientRedirect(_, let status): .clientRedirect(target, status: status)
            }
        }
    }

    init(_ content: Content) { storage = Storage(content) }

    public init(id: Located<String>, hasExplicitID: Bool, destination: Destination, span: SourceSpan) {
        self.init(Content(id: id, hasExplicitID: hasExplicitID, destination: destination, span: span))
    }

    /// Whether both are copies of one value, and therefore equal.
    func isCopy(of other: Route) -> Bool { storage === other.storage }

    private mutating func change(_ body: (inout Content) -> Void) {
        var content = storage.content
        body(&content)
        storage = Storage(content)
    }
}

extension Route {
    /// The default is `GET,POST /notes/:id`, or only the pattern if there are no methods.
    public var id: Located<String> {
        get { storage.content.id }
        set { change { $0.id = newValue } }
    }

    /// Whether the manifest names the id.
    public var hasExplicitID: Bool {
        get { storage.content.hasExplicitID }
        set { change { $0.hasExplicitID = newValue } }
    }

    /// One sentence about the route, for reports.
    public var summary: String? {
        get { storage.content.summary }
        set { change { $0.summary = newValue } }
    }

    /// The patterns of its URLs. A request must match one of them.
    public var patterns: [LocatedPattern] {
        get { storage.content.patterns }
        set { change { $0.patterns = newValue } }
    }

    /// The constraints of parameters.
    public var constrained: [Constrained] {
        get { storage.content.constrained }
        set { change { $0.constrained = newValue } }
    }

    /// The methods that the route serves; empty for all methods.
    public var methods: [Located<String>] {
        get { storage.content.methods }
        set { change { $0.methods = newValue } }
    }

    /// The priority, which is compared first; zero by default.
    public var priority: Int {
        get { storage.content.priority }
        set { change { $0.priority = newValue } }
    }

    /// The place of the priority, if it is written.
    public var prioritySpan: SourceSpan? {
        get { storage.content.prioritySpan }
        set { change { $0.prioritySpan = newValue } }
    }

    /// The module, the handler or the URL that the route leads to.
    public var destination: Destination {
        get { storage.content.destination }
        set { change { $0.destination = newValue } }
    }

    /// The way in which the view of the module is presented.
    public var present: Located<String>? {
        get { storage.content.present }
        set { change { $0.present = newValue } }
    }

    /// The tags of the route. Those of its module are not included.
    public var tags: [Located<String>] {
        get { storage.content.tags }
        set { change { $0.tags = newValue } }
    }

    /// The limit of time for a request.
    public var timeout: Located<Duration>? {
        get { storage.content.timeout }
        set { change { $0.timeout = newValue } }
    }

    /// The serial queue on which the requests run, one at a time.
    public var lane: Located<String>? {
        get { storage.content.lane }
        set { change { $0.lane = newValue } }
    }

    /// The values of `with:`, which take precedence over those of the module.
    public var with: Node? {
        get { storage.content.with }
        set { change { $0.with = newValue } }
    }

    /// The whole entry.
    public var span: SourceSpan {
        get { storage.content.span }
        set { change { $0.span = newValue } }
    }
}
