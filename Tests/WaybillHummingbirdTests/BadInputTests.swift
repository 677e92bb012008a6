import Foundation
import Hummingbird
import Logging
import Testing
import Waybill
import WaybillHTTPTestSupport
import WaybillHummingbird
import WaybillManifest
import WaybillReload
import WaybillReports
import WaybillRules
import WaybillSyntax

private struct AppContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    init(source: ApplicationRequestContextSource) { coreContext = CoreRequestContextStorage(source: source) }
}

private struct OtherContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    init(source: ApplicationRequestContextSource) { coreContext = CoreRequestContextStorage(source: source) }
}

private struct ShowNote: Decodable, Sendable {
    var id: UUID
}

@Suite("Code that does not fit the manifests", .timeLimit(.minutes(1)))
struct BadInputTests {
    private static let good = "waybill: 1\nroutes:\n  - { url: /a, handler: a }\n"
    private static let silent = Logger(label: "silent") { _ in SwiftLogNoOpLogHandler() }

    private static let misfits = [
        (
            "  - { url: /b, handler: foreign }\n", "F013", 25,
            "handler 'foreign' is registered for the context OtherContext"
        ),
        ("  - { url: \"/notes/:note\", handler: show }\n", "F012", 12, "handler 'show' requires the parameter 'id'"),
        (
            "  - { url: \"/notes/:id\", params: { id: int }, handler: show }\n", "F012", 40,
            "handler 'show' reads the parameter 'id' as UUID"
        ),
    ]

    private func registry() -> Registry {
        var registry = Registry()
        registry.handler("a", context: AppContext.self) { _, _ in "a" }
        registry.handler("foreign", context: OtherContext.self) { _, _ in "foreign" }
        registry.handler("show", parameters: ShowNote.self) { _, note in "\(note.id)" }
        return registry
    }

    private func service(_ folder: URL) async throws -> (WaybillService, some HTTPResponder<AppContext>) {
        let service = try await WaybillService(manifests: folder.path, registry: registry(), logger: Self.silent)
        let app = Hummingbird.Router(context: AppContext.self)
        app.add(middleware: try WaybillMiddleware(service.router))
        return (service, app.buildResponder())
    }

    private func write(_ text: String, to folder: URL) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: folder.appending(path: "a.yaml"))
    }

    @Test("It prevents a service from starting, with an error at its place", arguments: misfits)
    func start(route: String, rule: String, column: Int, message: String) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "misfits-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try write(Self.good + route, to: folder)
        let error = await #expect(throws: ManifestErrors.self) { _ = try await service(folder) }
        let text = try #require(error).description
        #expect(text.contains("a.yaml:4:\(column): error: \(message)") && text.contains("[\(rule) "), "\(text)")
    }

    @Test(
        "A reload is rejected with an error at its place, and the last good manifests stay current", arguments: misfits)
    func reload(route: String, rule: String, column: Int, message: String) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "misfits-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try write(Self.good, to: folder)
        let (service, responder) = try await service(folder)
        try await Application(responder: responder, logger: Self.silent).test { client in
            try write(Self.good + route, to: folder)
            let attempt = await service.reloader.reload()
            #expect((attempt.result, attempt.reason) == (.failed, .unbound))
            let diagnostic = try #require(attempt.diagnostics.first { $0.id == rule })
            #expect((diagnostic.place.line, diagnostic.place.column) == (4, column))
            #expect(diagnostic.message.hasPrefix(message))
            #expect(String(buffer: try await client.execute(uri: "/a", method: .get).body) == "a")
            #expect(try await client.execute(uri: "/b", method: .get).status == .notFound)
            #expect(service.router.generation.number == 1 && !service.reloader.status.healthy)
            try write(Self.good + "  - { url: /b, handler: a }\n", to: folder)
            #expect(await service.reloader.reload().result == .published)
            #expect(try await client.execute(uri: "/b", method: .get).status == .ok)
        }
    }

    @Test("A rewrite to a page of the app is reported with help, and reaches nothing")
    func ownPages() async throws {
        let text = """
            waybill: 1
            interceptors: { moved: { url: /moved, rewrite: /account } }
            routes: [{ url: "/old/:page", forward: "/pages/:page" }, { url: /gone, redirect: { to: /account, status: 308 } }]
            """
        let router = try Waybill.Router(compilation: .compile(text: text), registry: Registry())
        let help = router.generation.warnings.filter { $0.rule.id == "X013" }.map { $0.help ?? "" }
        #expect(help.count == 3)
        #expect(
            help.prefix(2).allSatisfy { $0.contains("for a page of the app itself, write") })
        #expect(help.last?.contains("suppress this if the app itself serves the page") == true)
        let app = Hummingbird.Router(context: AppContext.self)
        app.add(middleware: try WaybillMiddleware(router))
        app.get("/account") { _, _ in "own" }
        app.get("/pages/own") { _, _ in "own" }
        try await Application(responder: app.buildResponder(), logger: Self.silent).test {
            client async throws in
            #expect(try await client.execute(uri: "/moved", method: .get).status == .internalServerError)
            #expect(try await client.execute(uri: "/old/own", method: .get).status == .notFound)
            #expect(try await client.execute(uri: "/gone", method: .get).headers[.location] == "/account")
        }
    }
}
