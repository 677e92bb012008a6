/// A router as callers with these tags see it: routes and interceptors that carry any of them, and interceptors that
/// apply everywhere.
public struct RouterView: Sendable {
    let router: Router
    public let tags: Set<String>

    /// Opens a URL in this view. A view of no tags throws ``RoutingError/emptyTagView``.
    public func open(
        _ url: String, method: String? = nil, payload: (any Sendable)? = nil
    ) async throws -> Outcome {
        try await router.generation.open(url, method: method, payload: payload, tags: tags, clock: router.options.clock)
    }

    /// Whether a route of this view takes the URL. Runs nothing.
    public func canOpen(_ url: String, method: String? = nil) -> Bool {
        router.generation.canOpen(url, method: method, tags: tags)
    }
}
