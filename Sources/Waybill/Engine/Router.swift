import Synchronization
public import WaybillManifest

/// Executes routes, interceptor chains and tag views of a manifest set against registered Swift code.
///
/// A router is always in a consistent state: the current ``Generation`` is replaced whole or not at all.
public final class Router: Sendable {
    public let options: RouterOptions
    private let registry: Registry
    private let current: Mutex<Generation>
    /// Held while a successor is bound, so that two replacements follow one another.
    private let replacing = Mutex<Void>(())

    /// Binds compiled manifests to registered code.
    /// - Throws: Everything that is wrong with the manifests, alone and for this registry.
    public init(
        compilation: Compilation, registry: Registry, options: RouterOptions = RouterOptions()
    ) throws(ManifestErrors) {
        self.options = options
        self.registry = registry
        let first = try Generation.bind(compilation, to: registry, after: nil)
        current = Mutex(first)
    }

    /// What serves now: an immutable snapshot.
    public var generation: Generation { current.withLock { $0 } }

    /// Binds and publishes other manifests in one step. The present generation serves until then, and finishes the
    /// opens that began on it.
    /// - Returns: The published generation; or the present one, where the manifests mean the same.
    /// - Throws: Everything that is wrong; then nothing has changed.
    @discardableResult
    public func replace(with compilation: Compilation) throws(ManifestErrors) -> Generation {
        try replacing.withLock { _ throws(ManifestErrors) in
            let present = generation
            guard compilation.hasErrors || compilation.digest != present.digest else { return present }
            let successor = try Generation.bind(compilation, to: registry, after: present)
            current.withLock { $0 = successor }
            return successor
        }
    }

    /// Makes what provides `P`, through adapters too. Synchronous, on the caller's thread.
    public func make<P>(_ key: Routable<P>) throws(RoutingError) -> P {
        try generation.make(P.self)
    }

    /// Makes the module with this identifier: what its factory makes, as it is.
    public func make(identifier: String) throws(RoutingError) -> Any {
        try generation.make(identifier: identifier)
    }

    /// The router as callers with any of these tags see it.
    public subscript(tags: String...) -> RouterView { self[Set(tags)] }

    /// The router as callers with any of these tags see it.
    public subscript(tags: Set<String>) -> RouterView { RouterView(router: self, tags: tags) }

    /// Opens a URL, seeing every route and interceptor, and waits until it is done.
    /// - Throws: A ``RoutingError``, or what an interceptor, a handler or a factory threw.
    public func open(
        _ url: String, method: String? = nil, payload: (any Sendable)? = nil
    ) async throws -> Outcome {
        try await generation.open(url, method: method, payload: payload, tags: nil, clock: options.clock)
    }

    /// Whether a route takes the URL, redirects of routes followed. Runs no interceptor, factory or handler; a
    /// fallback does not count.
    public func canOpen(_ url: String, method: String? = nil) -> Bool {
        generation.canOpen(url, method: method, tags: nil)
    }
}
