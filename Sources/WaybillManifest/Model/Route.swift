public import WaybillSyntax
import WaybillTable

/// One or more patterns that lead to a module, a handler, a forward or a redirect.
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
    package struct Content: Sendable {
        package var id: Located<String>
        package var hasExplicitID: Bool
        package var summary: String?
        package var patterns: [LocatedPattern] = []
        package var constrained: [Constrained] = []
        package var methods: [Located<String>] = []
        package var priority = 0
        package var prioritySpan: SourceSpan?
        package var destination: Destination
        package var present: Located<String>?
        package var tags: [Located<String>] = []
        package var timeout: Located<Duration>?
        package var lane: Located<String>?
        package var with: Node?
        package var span: SourceSpan
    }

    /// The target of a route.
    public enum Destination: Sendable {
        case module(Located<String>)
        case handler(Located<String>)
        /// The open continues at this URL, and the caller does not notice.
        indirect case forward(LocatedTarget)
        /// The walk ends, and the caller is redirected to this URL.
        indirect case redirect(LocatedTarget, status: RedirectStatus)

        package var module: Located<String>? { if case .module(let name) = self { name } else { nil } }
        package var handler: Located<String>? { if case .handler(let name) = self { name } else { nil } }

        /// The URL of a forward or a redirect.
        package var target: LocatedTarget? {
            switch self {
            case .module, .handler: nil
            case .forward(let target), .redirect(let target, _): target
            }
        }

        /// The status of a redirect.
        package var status: RedirectStatus? { if case .redirect(_, let status) = self { status } else { nil } }

        /// Returns the same forward or redirect to another URL. A module or a handler stays the same.
        package func leading(to target: LocatedTarget) -> Destination {
            switch self {
            case .module, .handler: self
            case .forward: .forward(target)
            case .redirect(_, let status): .redirect(target, status: status)
            }
        }
    }

    init(_ content: Content) { storage = Storage(content) }

    package var content: Content {
        get { storage.content }
        set { storage = Storage(newValue) }
    }

    /// Whether both are copies of one value, and therefore equal.
    func isCopy(of other: Route) -> Bool { storage === other.storage }
}

extension Route {
    /// The default is `GET,POST /notes/:id`, or only the pattern if there are no methods.
    public var id: Located<String> { storage.content.id }

    /// Whether the manifest names the id.
    public var hasExplicitID: Bool { storage.content.hasExplicitID }

    /// One sentence about the route, for reports.
    public var summary: String? { storage.content.summary }

    /// The patterns of its URLs. A request must match one of them.
    public var patterns: [LocatedPattern] { storage.content.patterns }

    /// The constraints of parameters.
    public var constrained: [Constrained] { storage.content.constrained }

    /// The methods that the route serves; empty for all methods.
    public var methods: [Located<String>] { storage.content.methods }

    /// The priority, which is compared first; zero by default.
    public var priority: Int { storage.content.priority }

    /// The place of the priority, if it is written.
    public var prioritySpan: SourceSpan? { storage.content.prioritySpan }

    /// The module, the handler or the URL that the route leads to.
    public var destination: Destination { storage.content.destination }

    /// The way in which the view of the module is presented.
    public var present: Located<String>? { storage.content.present }

    /// The tags of the route. Those of its module are not included.
    public var tags: [Located<String>] { storage.content.tags }

    /// The limit of time for a request.
    public var timeout: Located<Duration>? { storage.content.timeout }

    /// The serial queue on which the requests run, one at a time.
    public var lane: Located<String>? { storage.content.lane }

    /// The values of `with:`, which take precedence over those of the module.
    public var with: Node? { storage.content.with }

    /// The whole entry.
    public var span: SourceSpan { storage.content.span }
}

/// The HTTP statuses that redirect a client to another URL.
public enum RedirectStatus: Int, Sendable, CaseIterable {
    case movedPermanently = 301
    case found = 302
    case seeOther = 303
    case temporaryRedirect = 307
    case permanentRedirect = 308

    /// Returns the method with which a client requests the new URL, as browsers do (RFC 9110, 15.4).
    package func method(after method: String) -> String {
        switch (self, method) {
        case (.movedPermanently, "POST"), (.found, "POST"): "GET"
        case (.seeOther, let method) where method != "HEAD": "GET"
        default: method
        }
    }

    /// Returns the methods with which clients request the new URL after these methods.
    func methods(after methods: [String]) -> [String] {
        // No methods means any method.
        if methods.isEmpty { return self == .seeOther ? ["GET"] : [] }
        return methods.map(method(after:)).uniqued()
    }
}

extension [Pattern] {
    /// The names of the captures of all patterns, each once and in order, with whether every pattern has it.
    package var captures: [(name: String, isRequired: Bool)] {
        let names = map(\.captureNames)
        return names.joined().uniqued().map { name in (name, names.allSatisfy { $0.contains(name) }) }
    }
}
