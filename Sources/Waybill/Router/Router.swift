import Synchronization
import WaybillManifest
public import WaybillRules
import WaybillSyntax

/// Opens URLs and makes modules, as a set of manifests and the registered Swift code define.
///
///     let router = try Router(manifests: "Routes", registry: registry)
///     let outcome = try await router.open("/notes/42")
///
/// The current ``Generation`` is replaced as a whole or not at all, and an open runs on one generation from its
/// beginning to its end. Use a router from any thread; a lock is shared only while the reference to the current generation is copied. The time of a
/// lookup depends on the length of the URL, and not on the number of routes unless literals, captures and affixes compete
/// for its segments; at worst, it visits every node of the table once.
///
/// hummingbird has a type with this name. In a file that imports both, write `Waybill.Router`.
public final class Router: Sendable {
    let registry: Registry
    package let runtime: Runtime
    package let snapshots: SnapshotHolder
    let overlayNumbers = Atomic<Int>(0)
    /// Held while a generation is published, so that replacements do not overlap.
    let replacing = Mutex<Void>(())
    let bindings = BindingThreads()

    /// Binds compiled manifests to registered code. Shared modules are made when they are asked for. It runs the
    /// decoding of configurations, and blocks the thread meanwhile.
    ///
    /// - Throws: ``ManifestErrors`` with every problem of the manifests and the registry. An asynchronous shared module
    ///   is one (F007): use ``prepared(compilation:registry:options:)``.
    public convenience init(
        compilation: Compilation, registry: Registry, options: RouterOptions = RouterOptions()
    ) throws(ManifestErrors) {
        try self.init(compilation, registry, options, runner: nil)
        try generation.checkIsSynchronous(after: nil)
    }

    /// - Parameter runner: Runs the modules that have a lifecycle.
    init(
        _ compilation: Compilation, _ registry: Registry, _ options: RouterOptions, runner: (any ModuleRunner)?
    ) throws(ManifestErrors) {
        self.registry = registry
        runtime = Runtime(registry, options, runner)
        let first = try Generation.bind(compilation, to: registry, runtime: runtime, after: nil)
        snapshots = SnapshotHolder(Snapshot(first))
        runtime.snapshots = snapshots
    }

    /// The settings that it was made with.
    public var options: RouterOptions { runtime.options }

    /// The current generation.
    public var generation: Generation { snapshots.generation }

    // MARK: Opening

    /// The view of the router for callers with any of these tags.
    public subscript(tags: RouteTag...) -> RouterView { self[Set(tags)] }

    /// The view of the router for callers with any of these tags.
    public subscript(tags: Set<RouteTag>) -> RouterView { RouterView(router: self, tags: tags) }

    /// Opens a URL, seeing every route and interceptor, and waits until it is done.
    ///
    /// - Parameter method: In upper case; `nil` reaches only routes and interceptors without `methods`.
    /// - Throws: A ``RoutingError``, or what an interceptor, a handler or a factory threw.
    public func open(
        _ url: String, method: String? = nil, payload: (any Sendable)? = nil
    ) async throws -> Outcome {
        try await resolve(opening: url, method: method, tags: nil).open(payload: payload)
    }

    /// Opens a URL for a caller who knows the type of the destination, which is returned.
    ///
    /// - Throws: ``RoutingError/destinationMismatch(url:expected:actual:)`` if the destination has another type.
    public func open<Destination>(
        _ url: String, as type: Destination.Type, method: String? = nil, payload: (any Sendable)? = nil
    ) async throws -> Destination {
        let destination = try await open(url, method: method, payload: payload).destination
        guard let destination, let result = destination as? Destination else {
            let actual = destination.map { "\(Swift.type(of: $0))" } ?? "nothing"
            throw RoutingError.destinationMismatch(url: url, expected: "\(type)", actual: actual)
        }
        return result
    }

    /// Finds out where a URL leads, without running anything.
    ///
    /// - Parameter method: In upper case; `nil` reaches only routes and interceptors without `methods`.
    /// - Throws: ``RoutingError/invalidURL(_:)``. A URL that no route matches is resolved: interceptors may redirect
    ///   it.
    public func resolve(_ url: String, method: String? = nil) throws(RoutingError) -> ResolvedURL {
        try snapshots.resolve(url, method: method, tags: nil)
    }

    /// Whether a route matches the URL. Forwards are followed; redirects are not. No
    /// interceptor, factory or handler runs; a fallback does not count. False also if the text is not a URL.
    ///
    /// - Parameter method: In upper case; `nil` reaches only routes without `methods`.
    public func canOpen(_ url: String, method: String? = nil) -> Bool {
        snapshots.dropOrphans().canOpen(url, method: method, tags: nil)
    }

    /// Resolves a URL at the beginning of an open. A failure is reported as a failure of the open.
    package func resolve(
        opening url: String, method: String?, tags: Set<String>?
    ) throws(RoutingError) -> ResolvedURL {
        do throws(RoutingError) {
            return try snapshots.resolve(url, method: method, tags: tags)
        } catch {
            throw runtime.refuse(url, method: method, tags: tags, error)
        }
    }
}

extension Router {
    /// Runs a share of the opens on a successor; `nil` if another generation was published since it was bound. Then the
    /// modules that were made for it are retired.
    ///
    /// - Parameter onOpen: Called after each open that counts, on the thread of the open.
    package func startCanary(
        _ successor: Successor, share: Double, bound: Double, minimumOpens: Int,
        onOpen: @escaping @Sendable (CanaryRun.Side, _ isFault: Bool) -> Void = { _, _ in }
    ) -> CanaryRun? {
        let canary = exclusively { () -> CanaryRun? in
            guard generation === successor.predecessor else { return nil }
            let canary = CanaryRun(
                successor, share: share, bound: bound, minimumOpens: minimumOpens, onOpen: onOpen)
            snapshots.update { $0.with(canary) }
            return canary
        }
        if canary == nil { discard(successor.generation) }
        return canary
    }

    /// Ends a canary: publishes its generation, or rolls back to the previous one, under a new number.
    ///
    /// - Returns: The current generation; `nil` if another one was published meanwhile, which has replaced the
    ///   candidate, too.
    package func end(_ canary: CanaryRun, publishing: Bool) -> Generation? {
        exclusively {
            let successor = canary.successor
            guard generation === successor.predecessor else { return nil }
            if publishing {
                commit(successor)
                return canary.generation
            }
            let again = successor.predecessor.renumbered(canary.generation.number + 1)
            commit(Successor(generation: again, predecessor: successor.predecessor))
            return again
        }
    }
}

extension Router {
    /// Reports an event of the application to every module that registered for it with `on`, one after another, in the
    /// order of the modules' ids.
    /// - Throws: The first error of a module, after all modules were called.
    public func report(_ event: String, _ payload: (any Sendable)? = nil) async throws {
        let generation = generation
        var failure: (any Error)?
        for info in generation.modules {
            do {
                try await info.module.factory.handle(event, payload, MakeScope(generation))
            } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
    }
}

extension Router {
    /// Sets the host of opens to this router: the type for which handlers and interceptors may be registered.
    ///
    /// - Throws: ``ManifestErrors`` with a route or an interceptor for each handler that is registered for another type
    ///   (F013). Afterwards, manifests that use such a handler are rejected.
    package func adopt(host: TypeName) throws(ManifestErrors) {
        let hosts = (runtime.hosts + [host]).map(\.names)
        let generation = generation
        let found = RegistryCheck(generation.set, runtime.registry, contexts: hosts).diagnostics()
            .filter { $0.rule == .contextMismatch }
        guard found.isEmpty else {
            throw ManifestErrors(diagnostics: found.sortedByPlace(), sources: generation.sources)
        }
        runtime.adopt(host)
    }
}

extension Router {
    /// The registered code that no current manifest names, each with its line: `handler 'show' at Notes/main.swift:12`.
    ///
    /// A reloader logs it at the start, and after a reload that changes it. The code may be for other manifests, or the
    /// name in the manifest may be misspelled.
    public var unusedRegistrations: [String] { runtime.registry.unused(in: generation.set).map(\.description) }
}

extension Router {
    /// Reads manifests, compiles them, and binds them to registered code.
    ///
    ///     let router = try Router(manifests: "Routes", registry: registry)
    ///
    /// - Parameters:
    ///   - paths: Files, or folders with every `*.yaml` and `*.yml` below them, except files that only hold tests.
    ///   - environment: The values for `${NAME}` in `with:`. The library never reads the process's own environment.
    /// - Throws: ``ManifestErrors`` with every problem of the files, the manifests and the registry.
    public convenience init(
        manifests paths: String..., registry: Registry, environment: [String: String] = [:],
        options: RouterOptions = RouterOptions()
    ) throws(ManifestErrors) {
        let files = ManifestFiles.read(paths: paths, readsTests: false)
        try self.init(
            compilation: .compile(files: files, environment: environment, purpose: .load), registry: registry,
            options: options)
    }
}
