public import WaybillSyntax

/// One or more patterns that lead to a module, a handler or another URL.
///
/// A value in all respects. Copies share its content until one of them changes: a set has many routes, and each holds a
/// dozen references.
public struct Route: Sendable {
    private var storage: Storage

    private final class Storage: Sendable {
        let content: Content

        init(_ content: Content) { self.content = content }
    }

    /// What a route says.
    struct Content: Sendable {
        var id: Located<String>
        var isIDGiven: Bool
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

        init(id: Located<String>, isIDGiven: Bool, destination: Destination, span: SourceSpan) {
            self.id = id
            self.isIDGiven = isIDGiven
            self.destination = destination
            self.span = span
        }
    }

    public enum Destination: Sendable {
        case module(Located<String>)
        case handler(Located<String>)
        /// The open goes on at this URL, and the caller is not told.
        indirect case redirect(LocatedTarget)
        /// The walk ends, and the caller is redirected to this URL.
        indirect case clientRedirect(LocatedTarget, status: RedirectStatus)

        var module: Located<String>? { if case .module(let name) = self { name } else { nil } }

        /// Where a redirect leads, of either kind.
        package var target: LocatedTarget? {
            switch self {
            case .module, .handler: nil
            case .redirect(let target), .clientRedirect(let target, _): target
            }
        }

        /// That of a redirect that the caller is told.
        package var status: RedirectStatus? { if case .clientRedirect(_, let status) = self { status } else { nil } }

        /// The same redirect to another URL; a module or a handler stays what it is.
        package func leading(to target: LocatedTarget) -> Destination {
            switch self {
            case .module, .handler: self
            case .redirect: .redirect(target)
            case .clientRedirect(_, let status): .clientRedirect(target, status: status)
            }
        }
    }

    init(_ content: Content) { storage = Storage(content) }

    public init(id: Located<String>, isIDGiven: Bool, destination: Destination, span: SourceSpan) {
        self.init(Content(id: id, isIDGiven: isIDGiven, destination: destination, span: span))
    }

    /// Whether both are copies of one value, so that they are surely equal.
    func isCopy(of other: Route) -> Bool { storage === other.storage }

    private mutating func change(_ body: (inout Content) -> Void) {
        var content = storage.content
        body(&content)
        storage = Storage(content)
    }
}

extension Route {
    /// Where no id is given: `GET,POST /notes/:id`, or the pattern alone where there are no methods.
    public var id: Located<String> {
        get { storage.content.id }
        set { change { $0.id = newValue } }
    }

    public var isIDGiven: Bool {
        get { storage.content.isIDGiven }
        set { change { $0.isIDGiven = newValue } }
    }

    public var summary: String? {
        get { storage.content.summary }
        set { change { $0.summary = newValue } }
    }

    public var patterns: [LocatedPattern] {
        get { storage.content.patterns }
        set { change { $0.patterns = newValue } }
    }

    public var constrained: [Constrained] {
        get { storage.content.constrained }
        set { change { $0.constrained = newValue } }
    }

    public var methods: [Located<String>] {
        get { storage.content.methods }
        set { change { $0.methods = newValue } }
    }

    public var priority: Int {
        get { storage.content.priority }
        set { change { $0.priority = newValue } }
    }

    /// Where the priority is written, if it is.
    public var prioritySpan: SourceSpan? {
        get { storage.content.prioritySpan }
        set { change { $0.prioritySpan = newValue } }
    }

    public var destination: Destination {
        get { storage.content.destination }
        set { change { $0.destination = newValue } }
    }

    public var present: Located<String>? {
        get { storage.content.present }
        set { change { $0.present = newValue } }
    }

    public var tags: [Located<String>] {
        get { storage.content.tags }
        set { change { $0.tags = newValue } }
    }

    public var timeout: Located<Duration>? {
        get { storage.content.timeout }
        set { change { $0.timeout = newValue } }
    }

    public var lane: Located<String>? {
        get { storage.content.lane }
        set { change { $0.lane = newValue } }
    }

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
