import Foundation
import Testing
import WaybillTestSupport

@Suite("WaybillTesting.md")
struct TestingArticleTests {
    @Test("Its Swift is the code that this test compiles, word for word")
    func swift() throws {
        let shown = try Article("Sources/WaybillTesting/WaybillTesting.docc/WaybillTesting.md").blocks.map(\.code)
        let parts = try Article.parts(of: "Tests/WaybillHummingbirdTests/Articles/TestingExample.swift").map(\.code)
        #expect(Set(shown) == Set(parts))
    }

    @Test("Its examples pass")
    func examples() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "testing-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(TestingExample.manifest.utf8).write(to: folder.appending(path: "notes.yaml"))
        let example = TestingExample(folder: folder.path)
        try await example.fake()
        try await example.requests()
        try await example.interceptor()
        try await example.urls()
        try await example.app()
        try await example.service()
    }
}
