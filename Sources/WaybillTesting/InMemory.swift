public import Waybill
import WaybillManifest
import WaybillRules
import WaybillSyntax

extension Router {
    /// A router for a manifest in the code.
    ///
    ///     let router = try Router(manifest: "routes: [{ url: /notes, handler: notes }]") {
    ///         $0.handler("notes") { _ in 1 }
    ///     }
    ///
    /// - Parameter manifest: Without the line `waybill: 1`, which is added.
    /// - Throws: `ManifestErrors` with every problem of the manifest and the registry.
    public convenience init(
        manifest: String, options: RouterOptions = RouterOptions(), register: (inout Registry) -> Void = { _ in }
    ) throws(ManifestErrors) {
        try self.init(manifests: ["Manifest.yaml": "waybill: 1\n" + manifest], options: options, register: register)
    }

    /// A router for several files in the code, by path.
    /// - Throws: `ManifestErrors` with every problem of the manifests and the registry.
    public convenience init(
        manifests: [String: String], options: RouterOptions = RouterOptions(),
        register: (inout Registry) -> Void = { _ in }
    ) throws(ManifestErrors) {
        var registry = Registry()
        register(&registry)
        try self.init(manifests: manifests, registry: registry, options: options)
    }

    convenience init(
        manifests: [String: String], registry: Registry, environment: [String: String] = [:], options: RouterOptions
    ) throws(ManifestErrors) {
        let files = ManifestFiles(texts: manifests.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
        try self.init(
            compilation: .compile(files: files, environment: environment), registry: registry, options: options)
    }

    /// Runs `body` with a client that opens URLs and returns failures as values, without HTTP.
    ///
    /// To send HTTP requests, use `app.test(.router)` of `HummingbirdTesting`.
    /// - Throws: What `body` throws.
    public func test<R>(_ body: (RouterTestClient) async throws -> R) async rethrows -> R {
        try await body(RouterTestClient(router: self))
    }
}

/// Opens URLs for tests. A failure is a value too.
public struct RouterTestClient: Sendable {
    /// The router whose URLs are opened.
    public let router: Router

    /// The result of an open: its outcome or its error.
    public struct Result: Sendable {
        /// The outcome; `nil` if the open failed.
        public var outcome: Outcome?
        /// The error that the open threw; `nil` if it succeeded.
        public var error: (any Error)?

        /// The id of the route that the open reached; `nil` if it reached none.
        public var route: String? { outcome?.routeID }
        /// The id of the module that the open led to; `nil` if it led to none.
        public var module: String? { outcome?.moduleID }
        /// The name of the handler that the open led to; `nil` if it led to none.
        public var handler: String? { outcome?.handlerName }
        /// The parameters of the outcome; empty if the open failed.
        public var parameters: [String: String] { outcome?.parameters.all ?? [:] }
        /// The redirects on the way; empty if the open failed.
        public var hops: [Hop] { outcome?.hops ?? [] }

        /// The interceptor of the manifests whose `reject:` ended the open.
        public var rejection: String? {
            guard case .rejected(let interceptor, _, _) = error as? RoutingError else { return nil }
            return interceptor
        }
        /// Whether no route matches the URL, or none with this method.
        public var isUnmatched: Bool {
            guard case .unmatched = error as? RoutingError else { return false }
            return true
        }

        /// The destination, if it has this type.
        public func destination<T>(as type: T.Type) -> T? { outcome?.destination as? T }
    }

    /// Opens a URL, in a view if there are tags. Errors are in the result.
    public func open(
        _ url: String, method: String? = nil, tags: Set<RouteTag>? = nil, payload: (any Sendable)? = nil
    ) async -> Result {
        do {
            let outcome =
                if let tags {
                    try await router[tags].open(url, method: method, payload: payload)
                } else { try await router.open(url, method: method, payload: payload) }
            return Result(outcome: outcome)
        } catch { return Result(error: error) }
    }
}

extension Registry {
    /// Answers a protocol with a fake instead of what the manifests say. Identifiers and URLs still lead to the modules that
    /// they name.
    ///
    ///     registry.rebind((any TimeService).self) { FixedTime() }
    public mutating func rebind<P: Sendable>(_ type: P.Type, to make: @escaping @Sendable () throws -> P) {
        addRebinding(type, to: make) { $0 }
    }

    /// Answers a protocol with a mock instead of what the manifests say. Identifiers and URLs still lead to the modules
    /// that they name.
    ///
    ///     registry.rebind((any TimeService).self, to: { FixedTime() }) { $0 }
    public mutating func rebind<P, T: Sendable>(
        _ type: P.Type, to make: @escaping @Sendable () throws -> T, _ convert: @escaping @Sendable (T) -> P
    ) {
        addRebinding(type, to: make, as: convert)
    }
}
