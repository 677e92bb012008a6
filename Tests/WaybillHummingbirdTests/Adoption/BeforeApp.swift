import Hummingbird
import Logging

/// An app with its own context, middleware, routes and service.
enum BeforeApp: ShopApp {
    static func make(metrics: @escaping @Sendable () -> String, logger: Logger) async throws -> some ApplicationProtocol
    {
        let router = Router(context: ShopContext.self)
        router.get("/metrics") { _, _ in metrics() }
        router.add(middleware: MetricsMiddleware())
        router.add(middleware: UserMiddleware())
        router.get("/orders/:id") { _, context in
            "order \(try context.parameters.require("id", as: Int.self)) of \(context.user)"
        }
        router.post("/orders") { request, context in
            try await request.decode(as: Order.self, context: context)
        }
        router.group("/admin").get("/users") { _, _ -> String in throw HTTPError(.forbidden) }
        var app = Application(router: router, logger: logger)
        app.addServices(Warehouse())
        return app
    }
}
