/// The view of a router for callers with these tags: routes and interceptors that have any of the tags, and
/// interceptors that apply everywhere.
///
/// A value that costs nothing to make; it follows the router's generations. Use it from any thread.
public struct RouterView: Sendable {
    let router: Router
    /// The tags of the view. An empty view shows no route.
    public let tags: Set<RouteTag>
    private let names: Set<String>

    init(router: Router, tags: Set<RouteTag>) {
        self.router = router
        self.tags = tags
        names = tags.names
    }

    /// Opens a URL in this view, and waits until it is done.
    /// - Throws: As ``Router/open(_:method:payload:)``, and ``RoutingError/emptyTagView`` for a view without tags.
    public func open(
        _ url: String, method: String? = nil, payload: (any Sendable)? = nil
    ) async throws -> Outcome {
        try await router.resolve(opening: url, method: method, tags: names).open(payload: payload)
    }

    /// Finds out where a URL leads in this view, without running anything.
    /// - Throws: As ``Router/resolve(_:method:)``, and ``RoutingError/emptyTagView`` for a view without tags.
    public func resolve(_ url: String, method: String? = nil) throws(RoutingError) -> ResolvedURL {
        try router.snapshots.resolve(url, method: method, tags: names)
    }

    /// Whether a route of this view matches the URL. Runs nothing.
    public func canOpen(_ url: String, method: String? = nil) -> Bool {
        router.snapshots.dropOrphans().canOpen(url, method: method, tags: names)
    }
}

/// A tag of routes, modules and interceptors. A view of the router shows what has one of its tags.
///
/// The build plugin WaybillKeys declares a constant for each tag that the manifests use: `router[.views]`. A string
/// literal works too. It is a value type, safe to use from any thread.
public struct RouteTag: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The name of the tag as the manifest spells it.
    public var rawValue: String

    /// Creates a tag from its name. Nothing checks here that a manifest uses it.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Creates it from a literal, as `init(rawValue:)` does.
    public init(stringLiteral value: String) { rawValue = value }

    public var description: String { rawValue }
}

extension Set<RouteTag> {
    /// The names of the tags.
    package var names: Set<String> { Set<String>(map(\.rawValue)) }
}
