import Synchronization
public import WaybillManifest

/// Executes routes, interceptor chains and tag views of a manifest set against registered Swift code.
///
/// A router is always in a consistent state: the current ``Generation`` is replaced whole or not at all.
public final class Router: Sendable {
    public let options: RouterOptions
    let registry: Registry
    let runtime: Runtime
    @usableFromInline let snapshots: SnapshotHolder
    let overlayNumbers = Atomic<Int>(0)
    /// Held while a successor takes its place, so that two replacements follow one another.
    let replacing = Mutex<Void>(())

    /// Binds compiled manifests to registered code.
    /// - Throws: Everything that is wrong with the manifests, alone and for this registry.
    public init(
        compilation: Compilation, registry: Registry, options: RouterOptions = RouterOptions()
    ) throws(ManifestErrors) {
        self.options = options
        self.registry = registry
        runtime = Runtime(registry, options)
        let first = try Generation.bind(compilation, to: registry, runtime: runtime, after: nil)
        snapshots = SnapshotHolder(Snapshot(first))
    }

    /// What serves now: an immutable snapshot.
    public var generation: Generation { snapshots.current.generation }

    /// Reads what serves now, without a lock and without owning it.
    @inlinable
    public func withGeneration<R, E: Error>(_ body: (Generation) throws(E) -> R) throws(E) -> R {
        let loan = snapshots.borrow()
        defer { loan.end() }
        // `body` throws nothing else.
        do { return try unsafe loan.generation._withUnsafeGuaranteedRef { try body($0) } } catch { throw error as! E }
    }

    /// Makes what provides `P`, through adapters too. Synchronous, on the caller's thread.
    @inlinable
    public func make<P>(_ key: Routable<P>) throws(RoutingError) -> P {
        guard let making = snapshots.beginMaking(ObjectIdentifier(P.self)) else {
            return try generation.makeIndirectly(P.self)
        }
        defer { making.end() }
        do {
            // The table's keys are the types of its makers.
            return try unsafe making.generation._withUnsafeGuaranteedRef { generation in
                try unsafe making.maker._withUnsafeGuaranteedRef {
                    try unsafe unsafeDowncast($0, to: TypedMaker<P>.self).make(MakeScope(generation))
                }
            }
        } catch {
            throw making.error(error)
        }
    }

    /// Makes what provides `P`, and prepares it before the module's own hooks do.
    public func make<P>(_ key: Routable<P>, prepare: (inout P) throws -> Void) throws(RoutingError) -> P {
        try generation.make(P.self, prepare: prepare)
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
        try await open(url, method: method, payload: payload, tags: nil)
    }

    /// Finds out where a URL leads, without running anything.
    public func resolve(_ url: String, method: String? = nil) throws(RoutingError) -> ResolvedURL {
        try ResolvedURL(url, method: method, tags: nil, of: self)
    }

    func open(
        _ url: String, method: String?, payload: (any Sendable)?, tags: Set<String>?
    ) async throws -> Outcome {
        try await resolve(opening: url, method: method, tags: tags).open(payload: payload)
    }

    /// The beginning of an open: a failure of it is one of the open's.
    package func resolve(
        opening url: String, method: String?, tags: Set<String>?
    ) throws(RoutingError) -> ResolvedURL {
        do throws(RoutingError) { return try ResolvedURL(url, method: method, tags: tags, of: self) } catch {
            runtime.report(RouteFailure(action: .open, error: error, target: url, moduleID: nil, kind: nil))
            throw error
        }
    }

    /// Whether a route takes the URL, redirects of routes followed. Runs no interceptor, factory or handler; a
    /// fallback does not count.
    public func canOpen(_ url: String, method: String? = nil) -> Bool {
        snapshots.current.canOpen(url, method: method, tags: nil)
    }
}
