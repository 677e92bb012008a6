import Foundation
import Testing

@Suite("waybill check --registry and registries that cannot be used")
struct RegistryCommandTests {
    private static let manifest = "waybill: 1\nroutes:\n  - { url: /notes, handler: notes }\n"

    private static func registry(handlers: String..., version: Int = 1) -> String {
        let list = handlers.map { "{\"name\":\"\($0)\",\"site\":{\"file\":\"Notes/Registry.swift\",\"line\":7}}" }
        return """
            {"version":\(version),"build":"00ff","factories":[],"adapters":[],"interceptors":[],"lanes":[],"presenters":[],
            "duplicates":[],"handlers":[\(list.joined(separator: ","))]}
            """
    }

    @Test("A file that is broken, missing or of another version ends the run with one line and status 3")
    func unusable() throws {
        let files = [
            "Routes/a.yaml": Self.manifest, "broken.json": "{\"version\":1", "other.json": Self.registry(version: 2),
            "lacking.json": "{\"version\":1}", "good.json": Self.registry(handlers: "notes"),
        ]
        try withFolder(files) { (folder: URL) throws in
            func run(_ arguments: String...) throws -> (Int32, String) {
                let run = try CommandRun(["check"] + arguments, in: folder)
                return (run.status, run.errors)
            }
            #expect(try run("--registry", "nowhere.json") == (3, "waybill: cannot read 'nowhere.json'\n"))
            #expect(
                try run("--registry", "broken.json")
                    == (3, "waybill: registry 'broken.json' is not the registry of a service\n"))
            #expect(
                try run("--registry", "other.json")
                    == (3, "waybill: registry 'other.json' has version 2, and this command reads version 1\n"))
            #expect(
                try run("--registry", "lacking.json")
                    == (3, "waybill: registry 'lacking.json' is broken: 'factories' is missing\n"))
            #expect(
                try run("--registry", "good.json", "--executable", "nowhere")
                    == (3, "waybill: cannot read 'nowhere'\n"))
            #expect(try run("--registry", "good.json").0 == 0)
            #expect(try run("--executable", "good.json").0 == 2)
            #expect(try run("--registry", "good.json", "--service", "nowhere").0 == 2)
        }
    }

    @Test("A problem of an F rule is in every report, and is suppressed and put into a baseline like any other")
    func reports() throws {
        let files = ["Routes/a.yaml": Self.manifest, "registry.json": Self.registry(handlers: "notse", "lists")]
        try withFolder(files) { (folder: URL) throws in
            let check = ["check", "--registry", "registry.json"]
            let text = try CommandRun(check, in: folder)
            #expect(text.status == 1)
            #expect(text.output.contains("Routes/a.yaml:3:29: error: no handler 'notes' is registered [F001"))
            #expect(text.output.contains("did you mean 'notse'?"))
            #expect(text.output.contains("no manifest names handler 'lists' at Notes/Registry.swift:7 [F004"))
            for format in ["compact", "jsonl", "sarif", "github", "gitlab", "junit", "checkstyle"] {
                #expect(try CommandRun(check + ["--format", format], in: folder).output.contains("F001"), "\(format)")
            }
            #expect(try CommandRun(check + ["--write-baseline", "known.json"], in: folder).status == 1)
            let known = try CommandRun(check + ["--baseline", "known.json"], in: folder)
            #expect(known.output.contains("[F001") && !known.output.contains("[F004"))
            #expect(try CommandRun(["check", "--baseline", "known.json"], in: folder).output.contains("no problems"))
        }
    }

    @Test("The configuration names the registry, and sets the severity of warnings")
    func configured() throws {
        let files = [
            "Routes/a.yaml": Self.manifest, "registry.json": Self.registry(handlers: "notes", "lists"),
            ".waybill.yaml": "registry: registry.json\nrules: { F004: error }\n",
        ]
        try withFolder(files) { (folder: URL) throws in
            let run = try CommandRun(["check"], in: folder)
            #expect(run.status == 1)
            #expect(run.output.contains("error: no manifest names handler 'lists'"))
        }
    }
}
