import Foundation
import Testing
import WaybillManifest
import WaybillRules
import WaybillSyntax

@Suite("The search for a configuration")
struct ConfigurationFileTests {
    @Test("The one in the folder of the set takes precedence over one in a parent folder")
    func nearest() throws {
        try withTree(["a/.waybill.yaml", "a/Routes/.waybill.yaml"]) { root in
            #expect(ConfigurationFile.find(from: root + "/a/Routes")?.source.path == root + "/a/Routes/.waybill.yaml")
        }
    }

    @Test("It is in the nearest parent folder")
    func around() throws {
        try withTree([".waybill.yaml", "a/.waybill.yaml", "a/b/Routes/x.yaml"]) { root in
            #expect(ConfigurationFile.find(from: root + "/a/b/Routes")?.source.path == root + "/a/.waybill.yaml")
        }
    }

    @Test("It is in the folder that contains .git, but not in its parents")
    func repository() throws {
        try withTree([".waybill.yaml", "a/.git/HEAD", "a/Routes/x.yaml"]) { root in
            #expect(ConfigurationFile.find(from: root + "/a/Routes") == nil)
        }
        try withTree(["a/.waybill.yaml", "a/.git/HEAD", "a/Routes/x.yaml"]) { root in
            #expect(ConfigurationFile.find(from: root + "/a/Routes")?.source.path == root + "/a/.waybill.yaml")
        }
    }

    @Test("One that cannot be read is reported")
    func unreadable() throws {
        try withTree([".waybill.yaml/x", ".git/HEAD"]) { root in
            let file = try #require(ConfigurationFile.find(from: root))
            let configuration = LintConfiguration(file, index: 0)
            #expect(configuration.diagnostics.map(\.rule.id) == ["G004"])
        }
    }

    @Test("One with a similar name is reported, and not read", arguments: [".waybill.yml", "a/.waybill.yml"])
    func misnamed(_ path: String) throws {
        try withTree([path, ".git/HEAD", "a/Routes/x.yaml"]) { root in
            let file = try #require(ConfigurationFile.find(from: root + "/a/Routes"))
            #expect(file.source.path == root + "/" + path)
            #expect(LintConfiguration(file, index: 0).diagnostics.map(\.rule.id) == ["G004"])
        }
    }

    @Test("An empty one has no effect")
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
