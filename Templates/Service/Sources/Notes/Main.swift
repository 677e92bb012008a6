import Foundation
import Hummingbird
import Logging
import Waybill
import WaybillHummingbird
import WaybillReload
import WaybillServiceCommand

@main
enum Main: RegistryProvider {
    static func registry() -> Registry { .notes() }

    static func main() async {
        WaybillCommands<Self>.runIfAsked()
        await WaybillService.exitOnError {
            let environment = ProcessInfo.processInfo.environment
            let address = BindAddress.hostname(
                environment["HOST"] ?? "127.0.0.1", port: environment["PORT"].flatMap(Int.init) ?? 8080)
            try await application(.notes(), environment: environment, address: address).runService()
        }
    }
}

/// The whole service: the manifests, the app's own routes, and the routes of the operators.
func application(
    _ registry: Registry, routes: String = "Routes", environment: [String: String],
    address: BindAddress = .hostname(port: 0)
) async throws -> some ApplicationProtocol {
    let logger = Logger(label: "notes")
    let waybill = try await WaybillService(
        manifests: routes, registry: registry, environment: environment, logger: logger)
    let router = Hummingbird.Router()
    waybill.mountOperations(on: router.group("_waybill"), access: .bearer(environment["OPERATOR_TOKEN"] ?? ""))
    router.add(middleware: try WaybillMiddleware(waybill.router))
    router.get("/version") { _, _ in "1.0" }
    var app = Application(router: router, configuration: .init(address: address), logger: logger)
    app.addServices(waybill)
    return app
}
