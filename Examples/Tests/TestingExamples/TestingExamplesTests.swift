import Foundation
import Testing

@Suite("Examples of tests")
struct TestingExamplesTests {
    private func withManifest(_ text: String, _ body: (String) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "testing-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(text.utf8).write(to: folder.appending(path: "notes.yaml"))
        try await body(folder.path)
    }

    @Test("The examples of WaybillTesting.md pass")
    func article() async throws {
        try await withManifest(TestingExample.manifest) { folder in
            let example = TestingExample(folder: folder)
            try await example.fake()
            try await example.requests()
            try await example.interceptor()
            try await example.urls()
            try await example.app()
            try await example.service()
        }
    }

    @Test("The test of a handler passes with a fake store")
    func handler() async throws {
        try await withManifest(HowToTestHandlersExample.manifest) { try await HowToTestHandlersExample.fake($0) }
    }
}
