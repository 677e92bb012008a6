import Foundation
import Hummingbird
import Testing
import Waybill
import WaybillHTTPTestSupport
import WaybillTestSupport

@Suite("The Swift of how-to articles")
struct HowToExamplesTests {
    private func withManifest(of page: String, _ body: (String) async throws -> Void) async throws {
        let blocks = try Article("Sources/Waybill/Waybill.docc/HowTo/\(page).md").blocks
        let manifest = try #require(blocks.first { $0.path?.hasPrefix("Routes/") == true }?.code)
        let folder = FileManager.default.temporaryDirectory.appending(path: "how-to-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(manifest.utf8).write(to: folder.appending(path: "page.yaml"))
        try await body(folder.path)
    }

    @Test("An existing app serves a manifest beside a route of its own")
    func serve() async throws {
        try await withManifest(of: "HowToAddToHummingbird") { folder in
            try await HowToExamples.serve(folder, token: "t0ken").test { client in
                let hello = try await client.get("/hello/ann").require(.ok)
                #expect(hello.text == "hello, ann")
                try await client.get("/own").require(.ok)
            }
        }
    }

    @Test("A view opens a route of a manifest, and an added route can be removed")
    func routing() async throws {
        try await withManifest(of: "HowToMigrateFromRouting") { folder in
            var registry = Registry()
            registry.handler("showText") { request in "note \(request["id"] ?? "")" }
            registry.handler("login") { _ in "login" }
            let router = try Waybill.Router(manifests: folder, registry: registry)
            #expect(try await HowToExamples.openAndMap(router).destination as? String == "note 42")
            #expect(!router.canOpen("app://temporary/1"))
        }
    }
}
