import Foundation
import Hummingbird
import Logging
import NIOCore
import NIOEmbedded
import Waybill
import WaybillHummingbird
import WaybillInspector
import WaybillReload
import Workloads

/// A service whose memory `Scripts/inspect/memory.py`, and whose instructions `Scripts/inspect/calls.sh` read.
///
/// - `InspectorCost plain FOLDER PORT OPERATORS`: requests are counted by route, and operators have their endpoint.
/// - `InspectorCost inspected FOLDER PORT OPERATORS`: the inspector is mounted beside it.
/// - `InspectorCost open-plain FOLDER PASSES`, `request-plain`, `open-inspected` and `request-inspected`: makes so many opens or
///   requests, without a connection; if inspected, with the inspector served beside, and requests counted for it.
@main
enum InspectorCost {
    /// Waits on its own thread: valgrind does not follow a main thread that ends before the process does.
    static func main() {
        let end = DispatchSemaphore(value: 0)
        Task.detached {
            do { try await run() } catch { fail("\(error)") }
            end.signal()
        }
        end.wait()
    }

    private static func run() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count >= 4, let number = Int(arguments[3]) else { return fail() }
        var logger = Logger(label: "cost")
        logger.logLevel = .error
        var registry = Registry()
        registry.handler("show") { _ in "ok" }
        let waybill = try await WaybillService(manifests: arguments[2], registry: registry, logger: logger)
        let name = arguments[1]
        if arguments.count == 5, let operators = Int(arguments[4]) {
            return try await serve(waybill, name == "inspected", number, operators, logger)
        }
        let counts = RequestCounts()
        try await serveOperators(waybill, name.hasSuffix("inspected") ? counts : nil, logger)
        switch name {
        case "open-plain", "open-inspected":
            print(try await RouterCall.open.make(for: paths, method: "GET", passes: number, of: waybill.router))
        case "request-plain": try await request(waybill.router, .metrics(), number)
        case "request-inspected": try await request(waybill.router, .metrics(counts: counts), number)
        default: fail()
        }
    }

    private static func serve(
        _ waybill: WaybillService, _ isInspected: Bool, _ port: Int, _ operators: Int, _ logger: Logger
    ) async throws {
        let counts = RequestCounts()
        let router = Hummingbird.Router(context: BasicRequestContext.self)
        router.add(middleware: try WaybillMiddleware(waybill.router, observers: [.metrics(counts: counts)]))
        let app = Application(
            router: router, configuration: .init(address: .hostname("127.0.0.1", port: port)), logger: logger)
        let address = BindAddress.hostname("127.0.0.1", port: operators)
        if isInspected {
            let inspector = Inspector(waybill, name: "cost", counts: counts)
            try await waybill.serve(
                [app, inspector.operatorApplication(on: address, logger: logger)], logger: logger)
        } else {
            try await waybill.serve([app, waybill.operatorApplication(on: address, logger: logger)], logger: logger)
        }
    }

    /// Serves an operators' endpoint until the process ends, with the inspector if there are counts for it.
    private static func serveOperators(
        _ waybill: WaybillService, _ counts: RequestCounts?, _ logger: Logger
    ) async throws {
        let router = Hummingbird.Router(context: BasicRequestContext.self)
        let routes = router.group("_waybill")
        waybill.mountOperations(on: routes, access: .loopback)
        if let counts { Inspector(waybill, name: "cost", counts: counts).mount(on: routes, access: .loopback) }
        let (starts, started) = AsyncStream.makeStream(of: Void.self)
        let application = Application(
            router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { _ in started.yield() }, logger: logger)
        Task.detached {
            // Without the watch for changes, whose work depends on time.
            do { try await application.run() } catch { fail("\(error)") }
        }
        for await _ in starts { break }
    }

    /// Those of the set that `calls.sh` writes.
    private static let paths = (0..<100).map { "/r\($0)/\($0)" }

    private static func request(_ router: Waybill.Router, _ observer: RequestObserver, _ passes: Int) async throws {
        let responder = try WaybillResponder<BasicRequestContext>(router: router, observers: [observer])
        let source = ApplicationRequestContextSource(channel: EmbeddedChannel(), logger: Logger(label: "cost"))
        var served = 0
        for _ in 0..<passes {
            for path in paths {
                let head = HTTPRequest(method: .get, scheme: "http", authority: "127.0.0.1:8080", path: path)
                let request = Request(head: head, body: RequestBody(buffer: ByteBuffer()))
                let response = try await responder.respond(to: request, context: BasicRequestContext(source: source))
                served += response.status == .ok ? 1 : 0
            }
        }
        // Errors are answered in less time.
        guard served == passes * paths.count else { return fail("only \(served) requests were served") }
        print(served)
    }

    private static func fail(_ message: String = "see its source for how to use it") {
        FileHandle.standardError.write(Data("InspectorCost: \(message)\n".utf8))
        exit(2)
    }
}
