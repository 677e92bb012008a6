import Foundation
import Testing
import Waybill
import WaybillManifest
import WaybillSyntax
import WaybillTestSupport

@Suite("A router from files")
struct RouterManifestsTests {
    @Test("Every manifest below a folder is read, with the environment that the caller gives")
    func folder() async throws {
        try await withFolder([
            "a.yaml": "waybill: 1\nroutes: [{ url: /a, handler: a }]\n",
            "deep/b.yml": "waybill: 1\nmodules: { b: { factory: store, with: { name: \"${NAME}\" } } }\n"
                + "routes: [{ url: /b, module: b }]\n",
        ]) { folder in
            let registry = makeRegistry {
                $0.handlers("a")
                $0.register("store") { (context: MakeContext<StoreOptions>) in
                    MemoryStore(name: context.configuration.name)
                }
            }
            let router = try Router(manifests: folder, registry: registry, environment: ["NAME": "from outside"])
            #expect(try await router.open("/a").text == "a")
            #expect(try await (router.open("/b").destination as? MemoryStore)?.name == "from outside")
        }
    }

    @Test("Errors of the manifests and of the registry are thrown together, as check prints them")
    func errors() async throws {
        try await withFolder(["a.yaml": "waybill: 1\nroutes: [{ url: /a, handler: missing, prio: 1 }]\n"]) { folder in
            let errors = try #require(throws: ManifestErrors.self) {
                try Router(manifests: folder, registry: Registry())
            }
            #expect(errors.diagnostics.map(\.rule.id) == ["F001", "S001"])
            #expect("\(errors)".contains("no handler 'missing' is registered [F001 unregistered-name]"))
            #expect("\(errors)".contains("^~~~~~~"))
        }
    }

    @Test("A missing path is an error of its own")
    func unreadable() throws {
        let errors = try #require(throws: ManifestErrors.self) {
            try Router(manifests: "/nowhere/at/all", registry: Registry())
        }
        #expect(errors.diagnostics.map(\.rule) == [.unreadableFile])
    }

    private func withFolder(_ files: [String: String], _ body: (String) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "waybill-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, text) in files {
            let file = folder.appending(path: name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        try await body(folder.path())
    }
}
