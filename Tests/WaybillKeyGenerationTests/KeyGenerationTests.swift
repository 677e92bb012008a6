import Foundation
import Testing
import WaybillKeyGeneration

@Suite("The tool of the build plugin")
struct KeyGenerationTests {
    private static func run(_ manifest: String, options: String? = nil, isReadable: Bool = true) throws -> (
        KeyGeneration, folder: String
    ) {
        let folder = FileManager.default.temporaryDirectory.appending(path: "keys-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder.appending(path: "Routes"), withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(manifest.utf8).write(to: folder.appending(path: "Routes/notes.yaml"))
        let path = folder.appending(path: "waybill-keys.json")
        if let options { try Data(options.utf8).write(to: path) }
        let run = KeyGeneration(
            package: folder.path, options: options == nil ? "" : path.path,
            manifests: isReadable ? folder.appending(path: "Routes").path : "", modules: [])
        return (run, folder.path)
    }

    @Test("prints nothing for valid manifests, and writes paths relative to the package")
    func sound() throws {
        let (run, folder) = try Self.run("waybill: 1\nprotocols: { A: }\nmodules: { a: { provides: [A] } }\n")
        #expect(run.report.isEmpty || !run.report.contains("error"), "\(run.report)")
        #expect(run.source?.contains("    /// `A` in Routes/notes.yaml, line 2.\n") == true)
        #expect(run.source?.contains("#sourceLocation(file:\"\(folder)/Routes/notes.yaml\",line:2)") == true)
    }

    @Test("reports an error of the manifests at its place, and generates nothing")
    func errors() throws {
        let (run, folder) = try Self.run("waybill: 1\nmodules:\n  a: { provides: [B] }\n")
        #expect(run.report.hasPrefix("\(folder)/Routes/notes.yaml:3:19: error: "), "\(run.report)")
        #expect(run.source == nil)
    }

    @Test("reports two keys with one Swift name as an error")
    func clash() throws {
        let (run, folder) = try Self.run("waybill: 1\ntags: { a-b: One., a_b: Two. }\n")
        #expect(
            run.report.contains("\(folder)/Routes/notes.yaml:2:20: error: tags 'a-b' and 'a_b' have"), "\(run.report)")
        #expect(run.source == nil)
    }

    @Test("reports nothing that does not prevent the keys: that is the work of waybill check")
    func rules() throws {
        let (run, _) = try Self.run("waybill: 1\nmodules:\n  a:\nroutes: [{ url: /a, module: b }]\n")
        #expect(run.report.isEmpty)
        #expect(run.source != nil)
    }

    @Test("reports a protocol that is not declared, wherever its type is needed")
    func undeclared() throws {
        for use in ["modules: { a: { provides: [B] } }", "adapters: { B: A }", "protocols: { C: { all_of: [B] } }"] {
            let (run, _) = try Self.run("waybill: 1\n\(use)\n")
            #expect(run.report.contains("protocol 'B' is not declared"), "\(use): \(run.report)")
            #expect(run.source == nil)
        }
    }

    @Test("reports no name of a set with a broken file, whose declarations are not known")
    func brokenFile() throws {
        let (run, _) = try Self.run("waybill: 1\nmodules: { a: { provides: [B] } }\nprotocols: [\n")
        #expect(!run.report.contains("'B'"), "\(run.report)")
        #expect(run.source == nil)
    }

    @Test("does not need the environment of the service")
    func variables() throws {
        let manifest = "waybill: 1\nroutes:\n  - { url: /a, handler: h, with: { token: \"${TOKEN}\" } }\n"
        #expect(try Self.run(manifest).0.source != nil)
    }

    @Test("reports an unknown option at its place")
    func unknownOption() throws {
        let (run, folder) = try Self.run("waybill: 1\n", options: "{\n  \"acess\": \"public\"\n}\n")
        #expect(run.report.hasPrefix("\(folder)/waybill-keys.json:2:3: error: "), "\(run.report)")
        #expect(run.source == nil)
    }

    @Test("reports options that are YAML, which the plugin cannot read")
    func optionsInYAML() throws {
        let (run, folder) = try Self.run("waybill: 1\n", options: "access: public\n", isReadable: false)
        #expect(run.report.hasPrefix("\(folder)/waybill-keys.json:1:1: error: the options must be a JSON object"))
        #expect(run.source == nil)
    }

    @Test("follows the options")
    func options() throws {
        let options = #"{ "manifests": "Routes", "access": "package", "imports": ["NotesAPI"] }"#
        let (run, _) = try Self.run(
            "waybill: 1\nlanes: \nroutes: [{ url: /a, handler: h, lane: main }]\n".replacing("lanes: \n", with: ""),
            options: options)
        #expect(run.source?.contains("package import NotesAPI") == true)
        #expect(run.source?.contains("package nonisolated static var main: Self") == true)
    }
}
