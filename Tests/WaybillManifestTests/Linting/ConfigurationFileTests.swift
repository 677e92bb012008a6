import Foundation
import Testing
import WaybillManifest
import WaybillSyntax

@Suite("Where a configuration is found")
struct ConfigurationFileTests {
    @Test("In the folder of the set, before one around it")
    func nearest() throws {
        try withTree(["a/.waybill.yaml", "a/Routes/.waybill.yaml"]) { root in
            #expect(ConfigurationFile.find(from: root + "/a/Routes")?.source.path == root + "/a/Routes/.waybill.yaml")
        }
    }

    @Test("In the nearest folder around it")
    func around() throws {
        try withTree([".waybill.yaml", "a/.waybill.yaml", "a/b/Routes/x.yaml"]) { root in
            #expect(ConfigurationFile.find(from: root + "/a/b/Routes")?.source.path == root + "/a/.waybill.yaml")
        }
    }

    @Test("In the folder that holds .git, and no further out")
    func repository() throws {
        try withTree([".waybill.yaml", "a/.git/HEAD", "a/Routes/x.yaml"]) { root in
            #expect(ConfigurationFile.find(from: root + "/a/Routes") == nil)
        }
        try withTree(["a/.waybill.yaml", "a/.git/HEAD", "a/Routes/x.yaml"]) { root in
            #expect(ConfigurationFile.find(from: root + "/a/Routes")?.source.path == root + "/a/.waybill.yaml")
        }
    }

    @Test("One that cannot be read is a finding, not nothing")
    func unreadable() throws {
        try withTree([".waybill.yaml/x", ".git/HEAD"]) { root in
            let file = try #require(ConfigurationFile.find(from: root))
            let configuration = LintConfiguration(file, index: 0)
            #expect(configuration.diagnostics.map(\.rule.id) == ["G004"])
        }
    }

    @Test("An empty one says nothing")
    func empty() {
        let file = ConfigurationFile(source: SourceFile(path: ".waybill.yaml", bytes: Array("# later\n".utf8)))
        #expect(LintConfiguration(file, index: 0).diagnostics == [])
    }

    private func withTree(_ paths: [String], _ body: (String) throws -> Void) throws {
        let root = FileManager.default.temporaryDirectory.appendingPathComponent("waybill-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: root) }
        for path in paths {
            let file = root.appendingPathComponent(path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data().write(to: file)
        }
        try body(root.path)
    }
}
