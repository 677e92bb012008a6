import Foundation
import Hummingbird
import Logging
import Testing
import Waybill
import WaybillHTTPTestSupport
import WaybillHummingbird
import WaybillManifest
import WaybillReload
import WaybillRules

@Suite("A service with its operations")
struct OperationsTests {
    private func folder(_ text: String) throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: "operations-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: folder.appending(path: "a.yaml"))
        return folder
    }

    @Test("Operators get an answer, whatever the manifests say, and the routes reload")
    func operations() async throws {
        let folder = try folder("waybill: 1\nroutes: [{ url: /**, handler: any }]\n")
        defer { try? FileManager.default.removeItem(at: folder) }
        var registry = Registry()
        registry.handler("any") { _ in "any" }
        registry.handler("other") { _ in "other" }
        let logger = Logger(label: "silent") { _ in SwiftLogNoOpLogHandler() }
        let waybill = try await WaybillService(manifests: folder.path, registry: registry, logger: logger)
        let app = Hummingbird.Router()
        waybill.mountOperations(on: app.group("_waybill"), access: .bearer("t0ken"))
        app.add(middleware: try WaybillMiddleware(waybill.router))
        var application = Application(router: app, logger: logger)
        application.addServices(waybill)
        try await application.test { client in
            func ask(
                _ path: String, _ method: HTTPRequest.Method = .get, token: String? = nil
            ) async throws -> HTTPTestResponse {
                let headers: HTTPFields = token.map { [.authorization: "Bearer \($0)"] } ?? [:]
                return try await client.execute(uri: path, method: method, headers: headers)
            }
            #expect(try await ask("/_waybill/live").status == .ok)
            #expect(try await ask("/_waybill/ready").status == .ok)
            #expect(try await ask("/_waybill/status").status == .unauthorized)
            #expect(try await ask("/_waybill/status", token: "t0ken").status == .ok)
            #expect(try await ask("/_waybill/status/manifests", token: "t0ken").status == .ok)
            #expect(try await ask("/_waybill/history", token: "t0ken").status == .ok)
            #expect(try await ask("/_waybill/reload", token: "t0ken").status == .methodNotAllowed)
            #expect(String(buffer: try await ask("/_waybill/elsewhere").body) == "any")
            try Data("waybill: 1\nroutes: [{ url: /**, handler: other }]\n".utf8)
                .write(to: folder.appending(path: "a.yaml"))
            #expect(try await ask("/_waybill/reload", .post, token: "t0ken").status == .ok)
            #expect(String(buffer: try await ask("/x").body) == "other")
        }
    }

    @Test("Broken manifests prevent a service from starting, with every problem")
    func broken() async throws {
        let folder = try folder("waybill: 1\nroutes: [{ url: /a, handler: none }, { url: /b, handler: nobody }]\n")
        defer { try? FileManager.default.removeItem(at: folder) }
        let error = await #expect(throws: ManifestErrors.self) {
            try await WaybillService(
                manifests: folder.path, registry: Registry(),
                logger: Logger(label: "silent") { _ in SwiftLogNoOpLogHandler() })
        }
        #expect(error?.diagnostics.count == 2)
    }
}
