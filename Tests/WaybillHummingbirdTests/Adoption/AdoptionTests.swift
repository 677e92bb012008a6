import Foundation
import Hummingbird
import Logging
import Metrics
import Testing
import WaybillHTTPTestSupport
import WaybillPrometheus

@Suite("Adding manifests to an existing app", .timeLimit(.minutes(1)))
struct AdoptionTests {
    private static let silent = Logger(label: "silent") { _ in SwiftLogNoOpLogHandler() }

    private func source(_ name: String) throws -> [Substring] {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "\(name).swift")
        return try String(contentsOf: file, encoding: .utf8).replacing(name, with: "App").split(separator: "\n")
    }

    @Test("At most five lines are added, and none is changed")
    func lines() throws {
        let change = try source("AfterApp").difference(from: source("BeforeApp"))
        #expect(change.removals.isEmpty && (1...5).contains(change.insertions.count), "\(change)")
    }

    private func run<App: ShopApp>(
        _ app: App.Type, _ body: (HTTPTestClient) async throws -> Void
    ) async throws -> String {
        let exporter = PrometheusMetrics()
        try await withMetricsFactory(exporter) { () async throws in
            let app = try await App.make(metrics: { exporter.text }, logger: Self.silent)
            try await app.test(body)
        }
        return exporter.text
    }

    @Test("The app's own tests pass before and after", arguments: [false, true])
    func ownTests(hasManifests: Bool) async throws {
        _ = hasManifests ? try await run(AfterApp.self, ownTests) : try await run(BeforeApp.self, ownTests)
    }

    private func ownTests(_ client: HTTPTestClient) async throws {
        let order = try await client.execute(uri: "/orders/7", method: .get, headers: [.authorization: "ann"])
        #expect(String(buffer: order.body) == "order 7 of ann" && order.headers[.server] == "shop")
        #expect(try await client.execute(uri: "/orders/x", method: .get).status == .badRequest)
        let made = try await client.execute(
            uri: "/orders", method: .post, body: ByteBuffer(string: #"{"article":"milk"}"#))
        #expect(String(buffer: made.body) == #"{"article":"milk"}"#)
        #expect(try await client.execute(uri: "/admin/users", method: .get).status == .forbidden)
        #expect(try await client.execute(uri: "/nowhere", method: .get).status == .notFound)
        #expect(try await client.execute(uri: "/metrics", method: .get).status == .ok)
    }

    @Test("Routes of the manifests get the app's context, and metrics name both kinds of routes by their templates")
    func metrics() async throws {
        let text = try await run(AfterApp.self) { client in
            let note = try await client.execute(uri: "/notes/3", method: .get, headers: [.authorization: "ann"])
            #expect(String(buffer: note.body) == "note 3 of ann" && note.headers[.server] == "shop")
            _ = try await client.execute(uri: "/orders/4", method: .get)
            let metrics = String(buffer: try await client.execute(uri: "/metrics", method: .get).body)
            #expect(
                metrics.contains("route=\"/notes/{id}\"") && metrics.contains("route=\"/orders/{id}\""), "\(metrics)")
        }
        #expect(!text.contains("/notes/3"))
    }
}
