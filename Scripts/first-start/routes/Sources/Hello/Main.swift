import Hummingbird
import Logging
import Waybill
import WaybillHummingbird
import WaybillReload

@main
enum Main {
    static func main() async throws {
        let logger = Logger(label: "hello")
        var registry = Registry()
        registry.handler("hello") { _ in "hello" }
        let waybill = try await WaybillService(manifests: "Routes", registry: registry, logger: logger)
        let router = Hummingbird.Router()
        router.add(middleware: try WaybillMiddleware(waybill.router))
        var app = Application(router: router, logger: logger)
        app.addServices(waybill)
        try await app.runService()
    }
}
