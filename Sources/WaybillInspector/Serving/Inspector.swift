public import Hummingbird
public import Logging
public import WaybillHummingbird
public import WaybillReload

/// The page on which operators and developers look at the routes of a running service: the table, explanations,
/// reloads, interceptors, the graph and coverage. It only reads.
///
/// ```swift
/// let inspector = Inspector(waybill, name: "notes")
/// let operators = inspector.operatorApplication(on: .hostname("127.0.0.1", port: 9090), logger: logger)
/// try await waybill.serve([app, operators], logger: logger)
/// ```
///
/// Then `http://127.0.0.1:9090/_waybill/inspect/` shows it. A value type, safe to use from any thread.
public struct Inspector: Sendable {
    private let service: WaybillService
    private let source: any InspectorSource
    private let identity: Inspection.Identity
    private let counts: RequestCounts?
    private let fleet: FleetFeed?

    /// - Parameters:
    ///   - name: The name of the service, which the page shows.
    ///   - address: Where clients reach the service. The commands that the page offers to copy send their requests
    ///     there.
    ///   - counts: The counts of the observer `.metrics(counts:)`. Without them, the page does not say which routes are
    ///     requested.
    ///   - fleet: The fleet to which the service belongs: the `EtcdSource` of `WaybillEtcd`. Then the page has the view
    ///     "Fleet", with all instances. The store is asked at most once a second, and only while somebody looks at it.
    public init(
        _ service: WaybillService, name: String, address: String = "http://localhost:8080",
        counts: RequestCounts? = nil, fleet: (any InspectableFleet)? = nil
    ) {
        self.service = service
        self.counts = counts
        self.fleet = fleet.map { FleetFeed($0) }
        source = ServiceSource(service.reloader)
        identity = .init(name: name, address: address)
    }

    /// Adds the page at `inspect/` below `routes`, beside the operators' endpoint, and with its rules of access.
    /// Without a token, only the page without any data is answered.
    ///
    /// The page has relative addresses only, so it works under any prefix. Call it before you add a
    /// `WaybillMiddleware`, so that no manifest can take its URLs.
    ///
    /// - Parameters:
    ///   - access: Who may see the data: see `mountOperations(on:access:metrics:logger:)` of `WaybillService`.
    ///   - logger: The logger for wrong tokens.
    public func mount<Context: RequestContext>(
        on routes: some RouterMethods<Context>, access: ReloadEndpoint.Access,
        logger: Logger = Logger(label: "waybill.operators")
    ) {
        let endpoint = InspectorEndpoint(
            source, identity, access: access, logger: logger, counts: counts, pages: PageFile.embedded, fleet: fleet)
        endpoint.mount(on: routes, at: "inspect")
    }

    /// Returns an application for operators alone, as `operatorApplication(on:metrics:logger:)` of `WaybillService`
    /// does, with the page at `_waybill/inspect/`.
    ///
    /// - Parameters:
    ///   - metrics: What `_waybill/metrics` answers, in Prometheus' text format. Without it, there is no such resource.
    ///   - logger: Where the address is logged, and errors of connections.
    public func operatorApplication(
        on address: BindAddress, metrics: (@Sendable () async -> String)? = nil,
        logger: Logger = Logger(label: "waybill.operators")
    ) -> some ApplicationProtocol {
        let router = Hummingbird.Router(context: OperatorContext.self)
        let routes = router.group("_waybill")
        service.mountOperations(on: routes, access: .loopback, metrics: metrics, logger: logger)
        mount(on: routes, access: .loopback, logger: logger)
        return WaybillService.operatorApplication(router, on: address, logger: logger)
    }
}

extension InspectorEndpoint {
    /// Adds the page at a name below `routes`, or directly below them if the name is empty.
    func mount<Context: RequestContext>(on routes: some RouterMethods<Context>, at name: String) {
        let prefix = name.isEmpty ? "" : name + "/"
        for method in HTTPRequest.Method.standard {
            routes.on(RouterPath(name), method: method) { request, context in
                // Relative addresses need the slash.
                guard name.isEmpty || request.uri.path.hasSuffix("/") else { return Self.redirect(to: prefix) }
                return await self.response(to: request, context, at: "")
            }
            routes.on(RouterPath(prefix + "**"), method: method) { request, context in
                await self.response(to: request, context, at: context.parameters.getCatchAll().joined(separator: "/"))
            }
        }
    }

    private static func redirect(to prefix: String) -> Response {
        Response(status: .permanentRedirect, headers: [.location: prefix])
    }

    private func response(
        to request: Hummingbird.Request, _ context: some RequestContext, at path: String
    ) async -> Response {
        Response(await answer(ReloadEndpoint.Request(request, context, resource: path), at: path), to: request)
    }
}
