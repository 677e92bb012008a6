import Foundation
import Hummingbird
import Logging
import Waybill
import WaybillHummingbird
import WaybillInspector
import WaybillReload

/// A service with a large set, whose memory `Scripts/inspect/memory.py` reads.
///
/// - `InspectorCost plain FOLDER PORT OPERATORS`: requests are counted by route, and operators have their endpoint.
/// - `InspectorCost inspected FOLDER PORT OPERATORS`: the inspector is mounted beside it.
@main
enum InspectorCost {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 5, let port = Int(arguments[3]), let operatorsPort = Int(arguments[4]) else {
            FileHandle.standardError.write(Data("InspectorCost: see its source for how to use it\n".utf8))
            exit(2)
        }
        var logger = Logger(label: "cost")
        logger.logLevel = .error
        var registry = Registry()
        registry.handler("show") { _ in "ok" }
        let waybill = try await WaybillService(manifests: arguments[2], registry: registry, logger: logger)
        let counts = RequestCounts()
        let router = Hummingbird.Router(context: BasicRequestContext.self)
        router.add(middleware: try WaybillMiddleware(waybill.router, observers: [.metrics(counts: counts)]))
        let app = Application(
            router: router, configuration: .init(address: .hostname("127.0.0.1", port: port)), logger: logger)
        let address = BindAddress.hostname("127.0.0.1", port: operatorsPort)
        if arguments[1] == "inspected" {
            let inspector = Inspector(waybill, name: "cost", counts: counts)
            try await waybill.serve(
                [app, inspector.operatorApplication(on: address, logger: logger)], logger: logger)
        } else {
            try await waybill.serve([app, waybill.operatorApplication(on: address, logger: logger)], logger: logger)
        }
    }
}
