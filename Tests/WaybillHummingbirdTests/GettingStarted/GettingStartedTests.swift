import Foundation
import Hummingbird
import HummingbirdTesting
import Testing
import Waybill
import WaybillTesting

@Suite("GettingStarted.md")
struct GettingStartedTests {
    private static let root = URL(filePath: #filePath).resolvingSymlinksInPath()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private func text(_ path: String) throws -> String {
        try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
    }

    private func blocks(_ language: String) throws -> [String] {
        let article = try text("Sources/WaybillHummingbird/WaybillHummingbird.docc/GettingStarted.md")
        return article.components(separatedBy: "```\(language)\n").dropFirst().compactMap {
            $0.components(separatedBy: "```").first
        }
    }

    @Test("Its Swift is the code that this test compiles, word for word, and as short as it promises")
    func swift() throws {
        let source = try text("Tests/WaybillHummingbirdTests/GettingStarted/GettingStartedExample.swift")
        let parts = source.matches(of: #/        // BEGIN (\w+)\n((?:.*\n)*?)        // END/#).map { match in
            let lines = match.output.2.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            let code = lines.map { "\($0.dropFirst(8))\n" }.joined()
            return (String(match.output.1), code.replacing("manifests: folder", with: "manifests: \"Routes\""))
        }
        let shown = try blocks("swift").dropFirst()
        #expect(Set(parts.map(\.1)) == Set(shown))
        let limits = ["serve": 12, "handler": 5, "dependency": 6, "gate": 6, "test": 8]
        for (name, code) in parts {
            #expect(code.split(separator: "\n").count <= limits[name] ?? 6, "\(name)")
        }
    }

    @Test("Its database takes the place of its memory by the manifest alone, and is there when the service is")
    func database() async throws {
        let blocks = try blocks("yaml")
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
        let manifest = try #require(try blocks("yaml").first)
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
