/// A router as callers with these tags see it: routes and interceptors that carry any of them, and interceptors that
/// apply everywhere.
public struct RouterView: Sendable {
    let router: Router
    public let tags: Set<String>

    /// Opens a URL in this view. A view of no tags throws ``RoutingError/emptyTagView``.
    public func open(
        _ url: String, method: String? = nil, payload: (any Sendable)? = nil
    ) async throws -> Outcome {
        try await router.open(url, method: method, payload: payload, tags: tags)
    }

    /// Finds out where a URL leads in this view, without running anything.
    public func resolve(_ url: String, method: String? = nil) throws(RoutingError) -> ResolvedURL {
        try ResolvedURL(url, method: method, tags: tags, of: router)
    }

    /// Whether a route of this view takes the URL. Runs nothing.
    public func canOpen(_ url: String, method: String? = nil) -> Bool {
        router.snapshots.current.canOpen(url, method: method, tags: tags)
    }
}
