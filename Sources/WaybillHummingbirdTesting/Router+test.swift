public import Hummingbird
public import HummingbirdTesting
public import Waybill
import WaybillHummingbird
public import WaybillReload

/// HTTP requests to manifests alone. To test your own app, use hummingbird's `app.test(_:_:)`, with the same client.
extension Waybill.Router {
    /// Runs `body` with a client of an app that the manifests answer alone.
    ///
    /// The setup is always named: `router.test { }` is the client of `WaybillTesting`, which opens URLs without HTTP.
    ///
    /// ```swift
    /// try await router.test(.router) { client in
    ///     try await client.get("/me").require(.unauthorized)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - setup: `.router` asks in this process, `.live` over HTTP on a free port.
    ///   - tags: The view to open URLs in; `nil` for everything.
    ///   - context: The context that handlers and interceptors get.
    /// - Throws: `ManifestErrors` if the manifests use code that is registered for a context of another type (F013), and what
    ///   `body` throws.
    @discardableResult
    public func test<Context: RequestContext, Value>(
        _ setup: TestingSetup, tags: Set<RouteTag>? = nil, context: Context.Type = BasicRequestContext.self,
        _ body: @Sendable (any TestClientProtocol) async throws -> Value
    ) async throws -> Value where Context: InitializableFromSource<ApplicationRequestContextSource> {
        let responder = try WaybillResponder(router: self, tags: tags, context: context)
        return try await Application(responder: responder).test(setup, body)
    }
}

extension WaybillService {
    /// Runs `body` with a client of an app that the manifests answer alone, while the service runs: changes of the files are
    /// reloaded.
    ///
    /// Without a setup it asks in this process. A ``/Waybill/Router`` has to name it: there, `test { }` is a client without HTTP.
    ///
    /// ```swift
    /// try await waybill.test { client in
    ///     let note = try await client.get("/notes/1").require(.ok)
    ///     #expect(note.text == "milk")
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - setup: `.router` asks in this process, `.live` over HTTP on a free port.
    ///   - tags: The view to open URLs in; `nil` for everything.
    ///   - context: The context that handlers and interceptors get.
    /// - Throws: `ManifestErrors` if the manifests use code that is registered for a context of another type (F013), and what
    ///   `body` throws.
    @discardableResult
    public func test<Context: RequestContext, Value>(
        _ setup: TestingSetup = .router, tags: Set<RouteTag>? = nil, context: Context.Type = BasicRequestContext.self,
        _ body: @Sendable (any TestClientProtocol) async throws -> Value
    ) async throws -> Value where Context: InitializableFromSource<ApplicationRequestContextSource> {
        var app = Application(responder: try WaybillResponder(router: router, tags: tags, context: context))
        app.addServices(self)
        return try await app.test(setup, body)
    }
}
