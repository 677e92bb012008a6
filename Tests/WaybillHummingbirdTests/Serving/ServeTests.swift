import Foundation
import Hummingbird
import Logging
import Testing
import Waybill
import WaybillHTTPTestSupport
import WaybillHummingbird
import WaybillReload

@Suite("A service that serves applications", .timeLimit(.minutes(1)))
struct ServeTests {
    private static let logger = RunningApp.silent

    private static func service() async throws -> WaybillService {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).yaml")
        try Data("waybill: 1\nroutes:\n  - { url: /, handler: home }\n".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        var registry = Registry()
        registry.handler("home") { _ in "home" }
        return try await WaybillService(manifests: file.path, registry: registry, logger: logger)
    }

    private static func application(
        _ waybill: WaybillService, at address: BindAddress, running: @escaping @Sendable () -> Void = {}
    ) throws -> some ApplicationProtocol {
        let limits = ConnectionLimits()
        return Application(
            responder: try WaybillResponder(router: waybill.router), server: .http1(limits: limits),
            configuration: .init(address: address, limits: limits), onServerRunning: { _ in running() }, logger: logger)
    }

    /// The error of a service whose application cannot listen.
    private static func refusal(of address: BindAddress) async throws -> CannotListen? {
        let waybill = try await service()
        return await #expect(throws: CannotListen.self) {
            try await waybill.serve([application(waybill, at: address)], logger: logger)
        }
    }

    private static let help = "end the program that listens there, or choose another address"

    @Test("A port in use is named, with the reason of the system and what to do")
    func portInUse() async throws {
        let waybill = try await ServeTests.service()
        try await RunningApp.run(WaybillResponder(router: waybill.router)) { address in
            let port = try #require(address.port)
            let error = try #require(await Self.refusal(of: .hostname("127.0.0.1", port: port)))
            #expect("\(error)" == "cannot listen on 127.0.0.1:\(port): Address already in use; \(Self.help)")
        }
        await waybill.end()
    }

    @Test("A socket in a folder that does not exist, and one whose path is too long, are named")
    func sockets() async throws {
        let error = try #require(await Self.refusal(of: .unixDomainSocket(path: "/nowhere/a.sock")))
        #expect("\(error)" == "cannot listen on /nowhere/a.sock: No such file or directory")
        let path = "/tmp/" + String(repeating: "a", count: 200)
        #expect(try #require(await Self.refusal(of: .unixDomainSocket(path: path))).address == path)
    }

    @Test("SIGTERM ends the service and its applications, and the program goes on with status 0")
    func terminated() async {
        await #expect(processExitsWith: .exitCode(0)) {
            let waybill = try await ServeTests.service()
            let app = try ServeTests.application(waybill, at: .hostname(port: 0)) { kill(getpid(), SIGTERM) }
            try await waybill.serve([app], logger: ServeTests.logger)
        }
    }

    @Test("Operators need no token at an address of their own")
    func operators() async throws {
        let waybill = try await ServeTests.service()
        let app = waybill.operatorApplication(
            on: .hostname(port: 0), metrics: { "a_total 1\n" }, logger: ServeTests.logger)
        try await app.test { client in
            let metrics = try await client.get("/_waybill/metrics").require(.ok)
            #expect(metrics.text == "a_total 1\n")
            try await client.get("/").require(.notFound)
        }
        await waybill.end()
    }
}
