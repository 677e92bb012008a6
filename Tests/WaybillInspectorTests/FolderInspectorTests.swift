import Foundation
import HTTPTypes
import Hummingbird
import Logging
import ServiceLifecycle
import Testing
import WaybillHTTPTestSupport

@testable import WaybillInspector

@Suite struct FolderInspectorTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "folder-\(UUID().uuidString)")
    private let logger = Logger(label: "silent") { _ in SwiftLogNoOpLogHandler() }

    private func save(_ text: String, as name: String = "a.yaml") throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: folder.appending(path: name), options: .atomic)
    }

    /// Serves the folder while `body` runs.
    private func run(_ body: (HTTPTestClient) async throws -> Void) async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let inspector = LocalInspector(paths: [folder.path], environment: [:], address: "http://localhost:8080")
        let services = ServiceGroup(configuration: .init(services: [inspector.service], logger: logger))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await services.run() }
            try await inspector.application(port: 0, logger: logger).test(body)
            await services.triggerGracefulShutdown()
            try await group.waitForAll()
        }
    }

    /// Asks until an answer is as expected, as the page does. The limit only ends a test that fails.
    private func wait(_ client: HTTPTestClient, until holds: (Part) -> Bool) async throws -> Part {
        let clock = ContinuousClock()
        let limit = clock.now + .seconds(20)
        while clock.now < limit {
            let overview = Part(try await client.get("/api/overview").body.readableBytesView)
            if holds(overview) { return overview }
        }
        Issue.record("the overview never was as expected")
        return Part(nil as Any?)
    }

    @Test func `A folder is shown, and every save is followed, also a broken one`() async throws {
        try save("waybill: 1\nroutes: [{ id: one, url: /one, handler: h }]\n")
        try await run { client in
            let first = try await wait(client) { $0.generation.int == 1 }
            #expect(first.mode.string == "folder" && first.routes.int == 1 && first.counting.isTrue == false)
            try save("waybill: 1\nroutes: [{ id: one, url: /one, handler: h }, { id: two, url: /two, handler: h }]\n")
            #expect(try await wait(client) { $0.generation.int == 2 }.routes.int == 2)
            try save("waybill: 1\nroutes: [{ id: one, url: /one }]\n")
            let broken = try await wait(client) { !$0.refusal.isNull }
            #expect(broken.routes.int == 2 && broken.problems.errors.int == 1)
            #expect(broken.refusal.text.string?.contains("a.yaml:2:") == true)
            try save("waybill: 1\nroutes: [{ id: one, url: /one, handler: h }]\n")
            #expect(try await wait(client) { $0.generation.int == 3 }.refusal.isNull)
        }
    }

    @Test func `A policy says what it demands and whether it holds, also after it is changed`() async throws {
        try save(
            """
            waybill: 1
            interceptors: { login: { url: /one, use: login, applies: everywhere } }
            routes: [{ id: one, url: /one, handler: h, tags: [admin] }, { id: two, url: /two, handler: h }]
            """)
        let policy = "policies:\n  - routes: { tags: [admin] }\n    need: [login]\n    because: it is ours\n"
        try save(policy, as: ".waybill.yaml")
        try await run { client in
            _ = try await wait(client) { $0.generation.int == 1 }
            func policies() async throws -> Part {
                Part(try await client.get("/api/policies").body.readableBytesView).policies
            }
            let held = try await policies()
            #expect(held[0].text.string == "every request of routes with the tag 'admin' needs 'login'")
            #expect(held[0].because.string == "it is ours" && held[0].holds.isTrue && held[0].covers.int == 1)
            try save(policy.replacing("tags: [admin]", with: "ids: [two]"), as: ".waybill.yaml")
            _ = try await wait(client) { $0.problems.errors.int == 1 }
            let broken = try await policies()
            #expect(broken[0].holds.isTrue == false && broken[0].diagnostics[0].id.string == "X006")
        }
    }

    @Test(arguments: [
        #"<script>alert(1)</script>"#, #"a"b'c\"#, "\u{202E}txt.exe", String(repeating: "n", count: 10_000),
    ])
    func `A hostile name is data like any other`(_ name: String) async throws {
        let quoted = name.unicodeScalars.map { scalar in
            let isPlain = scalar.isASCII && scalar != "\\" && scalar != "\""
            return isPlain ? String(scalar) : String(format: "\\u%04X", scalar.value)
        }.joined()
        try save("waybill: 1\nroutes: [{ id: \"\(quoted)\", url: /one, handler: h }]\n")
        try await run { client in
            _ = try await wait(client) { $0.generation.int == 1 || !$0.refusal.isNull }
            let answer = try await client.get("/api/routes")
            #expect(answer.headers[.contentType] == "application/json")
            #expect(answer.headers[.xContentTypeOptions] == "nosniff")
            let shown = Part(answer.body.readableBytesView).routes
            #expect(shown.list.isEmpty || shown[0].id.string == name)
        }
    }
}
