import Foundation
import Hummingbird
import Logging
import Waybill
import WaybillHummingbird
import WaybillReload

/// Serves notes from a SQLite database: `PORT=8080 DATABASE=notes.sqlite swift run --package-path Examples SQLiteNotes`
@main
enum Main {
    /// The manifests beside this file. A service that runs on another machine gets their path as a setting.
    static let routes = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Routes").path

    static func main() async {
        await WaybillService.exitOnError {
            let environment = ProcessInfo.processInfo.environment
            let logger = Logger(label: "sqlite-notes")
            let waybill = try await WaybillService(
                manifests: routes, registry: .notes(), environment: environment, logger: logger)
            let app = Application(
                responder: try WaybillResponder(router: waybill.router),
                configuration: .init(
                    address: .hostname("127.0.0.1", port: environment["PORT"].flatMap(Int.init) ?? 8080)),
                logger: logger)
            try await waybill.serve([app], logger: logger)
        }
    }
}
