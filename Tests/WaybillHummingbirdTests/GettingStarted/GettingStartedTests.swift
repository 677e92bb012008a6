import Foundation
import Hummingbird
import Testing
import Waybill
import WaybillHTTPTestSupport
import WaybillTestSupport
import WaybillTesting

@Suite("GettingStarted.md", .quietLogs)
struct GettingStartedTests {
    private static let article = "Sources/WaybillHummingbird/WaybillHummingbird.docc/GettingStarted.md"

    @Test("Its examples are the code that this test compiles, word for word, and as short as it promises")
    func swift() throws {
        let parts = try Article.parts(of: "Tests/WaybillHummingbirdTests/GettingStarted/GettingStartedExample.swift")
        let shown = try Article(Self.article).blocks.filter { $0.language == "swift" && $0.path == nil }
        #expect(Set(parts.map(\.code)) == Set(shown.map(\.code)))
        let limits = ["serve": 12, "handler": 5, "dependency": 6, "gate": 6]
        for (name, code) in parts {
            #expect(code.split(separator: "\n").count <= limits[name] ?? 6, "\(name)")
        }
        #expect(Set(limits.keys).isSubset(of: parts.map(\.name)))
    }

    @Test("Its table names all files of the template, and no others")
    func files() throws {
        let named = try Article.text(Self.article).matches(of: #/(?m)^\| `([^`]+)` \|/#).map { String($0.output.1) }
        #expect(named.sorted() == Article.files(in: "Templates/Service"))
    }

    @Test("Its service serves its manifest beside a route of its own, guards, and answers operators")
    func serves() async throws {
        let blocks = try Article(Self.article).blocks
        let manifest = try #require(blocks.first { $0.language == "yaml" && $0.path == nil }?.code)
        let folder = FileManager.default.temporaryDirectory.appending(path: "started-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(manifest.utf8).write(to: folder.appending(path: "notes.yaml"))
        let app = try await GettingStartedExample.serve(folder.path, token: "t0ken")
        try await app.test { client async throws in
            func ask(_ path: String, _ authorization: String? = nil) async throws -> HTTPTestResponse {
                let headers: HTTPFields = authorization.map { [.authorization: $0] } ?? [:]
                return try await client.execute(uri: path, method: .get, headers: headers)
            }
            #expect(String(buffer: try await ask("/own").body) == "a route of the app's own")
            #expect(String(buffer: try await ask("/me", "Bearer ann").body) == "ann")
            #expect(try await ask("/me").status == .unauthorized)
            #expect(try await ask("/notes/11111111-2222-3333-4444-555555555555").status == .noContent)
            #expect(try await ask("/notes/1").status == .notFound)
            #expect(try await ask("/_waybill/ready").status == .ok)
            #expect(try await ask("/_waybill/status", "Bearer t0ken").status == .ok)
        }
    }
}
