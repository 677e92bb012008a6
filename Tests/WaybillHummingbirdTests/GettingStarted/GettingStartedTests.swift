import Foundation
import Hummingbird
import HummingbirdTesting
import Testing
import Waybill
import WaybillTestSupport
import WaybillTesting

@Suite("GettingStarted.md")
struct GettingStartedTests {
    private static let article = "Sources/WaybillHummingbird/WaybillHummingbird.docc/GettingStarted.md"

    @Test("Its examples are the code that this test compiles, word for word, and as short as it promises")
    func swift() throws {
        let parts = try Article.parts(of: "Tests/WaybillHummingbirdTests/GettingStarted/GettingStartedExample.swift")
        let shown = try Article(Self.article).blocks.filter { $0.language == "swift" && $0.path == nil }
        #expect(Set(parts.map(\.code)) == Set(shown.map(\.code)))
        let limits = ["serve": 12, "handler": 5, "dependency": 6, "gate": 6, "test": 8]
        for (name, code) in parts {
            #expect(code.split(separator: "\n").count <= limits[name] ?? 6, "\(name)")
        }
        #expect(Set(limits.keys).isSubset(of: parts.map(\.name)))
    }

    @Test("Its files are those of the template, word for word, and all of them")
    func files() throws {
        let template = "Templates/Service"
        let shown = try Article(Self.article).blocks.filter { $0.path != nil }
        for block in shown {
            let path = block.path ?? ""
            #expect(try block.code == Article.text("\(template)/\(path)"), "\(path)")
        }
        #expect(shown.compactMap(\.path).sorted() == Article.files(in: template))
    }

    @Test("Its database takes the place of its memory by the manifest alone, and is there when the service is")
    func database() async throws {
        let blocks = try Article(Self.article).blocks.filter { $0.language == "yaml" && $0.path == nil }.map(\.code)
        let memory = "modules:\n  memoryNotes: { provides: [NoteStore], scope: shared }\n"
        #expect(blocks[0].contains(memory))
        let folder = FileManager.default.temporaryDirectory.appending(path: "started-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(blocks[0].replacing(memory, with: blocks[1]).utf8).write(to: folder.appending(path: "notes.yaml"))
        let app = try await GettingStartedExample.serve(folder.path, token: "t0ken")
        try await app.test(.router) { client async throws in
            let answer = try await client.execute(uri: "/notes/11111111-2222-3333-4444-555555555555", method: .get)
            #expect(String(buffer: answer.body) == "a note of notes.sqlite")
        }
    }

    @Test("Its service serves its manifest beside a route of its own, guards, and answers operators")
    func serves() async throws {
        let blocks = try Article(Self.article).blocks
        let manifest = try #require(blocks.first { $0.language == "yaml" && $0.path == nil }?.code)
        let folder = FileManager.default.temporaryDirectory.appending(path: "started-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(manifest.utf8).write(to: folder.appending(path: "notes.yaml"))
        try await GettingStartedExample.fake(folder.path)
        let app = try await GettingStartedExample.serve(folder.path, token: "t0ken")
        try await app.test(.router) { client async throws in
            func ask(_ path: String, _ authorization: String? = nil) async throws -> TestResponse {
                let headers: HTTPFields = authorization.map { [.authorization: $0] } ?? [:]
                return try await client.execute(uri: path, method: .get, headers: headers)
            }
            #expect(String(buffer: try await ask("/own").body) == "a route of the app's own")
            #expect(try await ask("/own").headers[.xContentTypeOptions] == "nosniff")
            #expect(String(buffer: try await ask("/me", "Bearer ann").body) == "ann")
            #expect(try await ask("/me").status == .unauthorized)
            #expect(try await ask("/notes/11111111-2222-3333-4444-555555555555").status == .noContent)
            #expect(try await ask("/notes/1").status == .notFound)
            #expect(try await ask("/_waybill/ready").status == .ok)
            #expect(try await ask("/_waybill/status", "Bearer t0ken").status == .ok)
        }
    }
}
