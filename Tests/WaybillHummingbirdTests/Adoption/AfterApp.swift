import Hummingbird
import Logging
import WaybillHummingbird
import WaybillReload

/// An app with its own context, middleware, routes and service.
enum AfterApp: ShopApp {
    static func make(metrics: @escaping @Sendable () -> String, logger: Logger) async throws -> some ApplicationProtocol
    {
        let router = Router(context: ShopContext.self)
        router.get("/metrics") { _, _ in metrics() }
        router.add(middleware: MetricsMiddleware())
        router.add(middleware: UserMiddleware())
        let waybill = try await WaybillService(manifests: ShopRoutes.folder, registry: .shop(), logger: logger)
        router.add(middleware: try WaybillMiddleware(waybill.router))
        router.get("/orders/:id") { _, context in
            "order \(try context.parameters.require("id", as: Int.self)) of \(context.user)"
        }
        router.post("/orders") { request, context in
            try await request.decode(as: Order.self, context: context)
        }
        router.group("/admin").get("/users") { _, _ -> String in throw HTTPError(.forbidden) }
        var app = Application(router: router, logger: logger)
        app.addServices(Warehouse())
        app.addServices(waybill)
        return app
    }
}
