import Foundation
import Testing
import WaybillManifest
import WaybillTools

@Suite("The format option of check")
struct FormatOptionTests {
    private let broken = ["Routes/a.yaml": "waybill: 1\nroutes:\n  - { url: /a, modul: clock }\n"]

    @Test("One run writes every format into its file, and one to the screen")
    func several() throws {
        try withFolder(broken) { folder in
            let files = ReportFormat.allCases.filter { $0 != .text }
            let options = files.flatMap { ["--format", "\($0.rawValue)=\($0.rawValue).out"] }
            let run = try CommandRun(["check"] + options + ["--format", "text"], in: folder)
            #expect(run.status == 1)
            #expect(run.output.hasPrefix("Routes/a.yaml:3:16: error: "))
            for format in files {
                let alone = try CommandRun(["check", "--format", format.rawValue], in: folder)
                let written = try Data(contentsOf: folder.appending(path: "\(format.rawValue).out"))
                #expect(String(decoding: written, as: UTF8.self) == alone.output, "\(format)")
            }
        }
    }

    @Test(
        "Invalid combinations are wrong usage",
        arguments: [
            ["json="], ["json", "text"], ["json=a", "sarif=a"], ["xml"], ["JSON"], [""], ["=a"], ["text", "text"],
        ])
    func usage(formats: [String]) throws {
        try withFolder(broken) { folder in
            let run = try CommandRun(["check"] + formats.flatMap { ["--format", $0] }, in: folder)
            #expect(run.status == 2)
            #expect(run.output.isEmpty)
            #expect(run.errors.contains("format"), "\(run.errors)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["Routes"])
        }
    }

    @Test("A report does not replace a manifest")
    func manifest() throws {
        try withFolder(broken) { folder in
            let before = try Data(contentsOf: folder.appending(path: "Routes/a.yaml"))
            let run = try CommandRun(["check", "--format", "json=Routes/a.yaml"], in: folder)
            #expect(run.status == 2 && run.errors.contains("'Routes/a.yaml'"), "\(run.errors)")
            #expect(try Data(contentsOf: folder.appending(path: "Routes/a.yaml")) == before)
        }
    }

    @Test("explain and routes refuse a file without a name, and formats that only check has")
    func otherVerbs() throws {
        try withFolder(["Routes/a.yaml": "waybill: 1\nroutes:\n  - { url: /a, handler: a }\n"]) { folder in
            for verb in [["explain", "/a"], ["routes"]] {
                for (format, status) in [("json=", 2), ("sarif", 2), ("json=out.json", 0)] as [(String, Int32)] {
                    let run = try CommandRun(verb + ["--format", format], in: folder)
                    #expect(run.status == status, "\(verb) \(format)")
                }
            }
        }
    }

    @Test("A report that cannot be written is one plain line, and ends with 3 after the others are written")
    func unwritable() throws {
        try withFolder(broken.merging(["folder/keep": ""]) { $1 }) { folder in
            for (path, reason) in [
                ("folder", "is a folder"), ("none/a.json", "does not exist"), ("folder/keep/a.json", "is not a folder"),
                (String(repeating: "a", count: 300), "too long"), ("/dev/full", "the disk is full"),
            ] {
                let run = try CommandRun(
                    ["check", "--format", "json=\(path)", "--format", "compact=compact.txt"], in: folder)
                #expect(run.status == 3)
                #expect(run.errors.hasPrefix("waybill: '\(path)' "), "\(run.errors)")
                #expect(run.errors.contains(reason) && run.errors.split(separator: "\n").count == 1, "\(run.errors)")
                let compact = folder.appending(path: "compact.txt")
                #expect(try String(contentsOf: compact, encoding: .utf8).hasPrefix("Routes/a.yaml:3:16:"))
                try FileManager.default.removeItem(at: compact)
            }
        }
    }

    @Test("A file is replaced atomically: links stay links, permissions stay, and nothing is left beside it")
    func replaced() throws {
        try withFolder(broken.merging(["real.json": "old"]) { $1 }) { folder in
            let (real, link) = (folder.appending(path: "real.json").path, folder.appending(path: "link.json").path)
            try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: real)
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "real.json")
            #expect(try CommandRun(["check", "--format", "json=link.json"], in: folder).status == 1)
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "real.json")
            #expect(try String(contentsOfFile: real, encoding: .utf8).hasPrefix("{"))
            let attributes = try FileManager.default.attributesOfItem(atPath: real)
            #expect(attributes[.posixPermissions] as? Int == 0o640)
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
            #expect(names == ["Routes", "link.json", "real.json"])
        }
    }

    @Test("A link whose target does not exist yet stays a link")
    func newTarget() throws {
        try withFolder(broken.merging(["reports/keep": ""]) { $1 }) { folder in
            let link = folder.appending(path: "latest.json").path
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "reports/today.json")
            #expect(try CommandRun(["check", "--format", "json=latest.json"], in: folder).status == 1)
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "reports/today.json")
            let report = folder.appending(path: "reports/today.json")
            #expect(try String(contentsOf: report, encoding: .utf8).hasPrefix("{"))
        }
    }

    @Test("A report to /dev/stdout follows what is there, also in a file")
    func standardOutput() throws {
        try withFolder(broken.merging(["out.txt": ""]) { $1 }) { folder in
            let path = folder.appending(path: "out.txt").path
            let check = ["check", "--format", "json=/dev/stdout", "--format"]
            #expect(try CommandRun(check + ["text"], in: folder, outputPath: path).status == 1)
            let both = try String(contentsOfFile: path, encoding: .utf8)
            let text = try CommandRun(["check"], in: folder).output
            let json = try CommandRun(["check", "--format", "json"], in: folder).output
            #expect(Set([json + text, text + json]).contains(both), "\(both)")
        }
    }

    @Test("On GitHub's machines annotations are the default, and only there")
    func github() throws {
        try withFolder(broken) { folder in
            let actions = ["GITHUB_ACTIONS": "true"]
            let annotated = try CommandRun(["check"], in: folder, environment: actions).output
            #expect(annotated.hasPrefix("::error file=Routes/a.yaml,line=3,"))
            #expect(
                try CommandRun(["check", "--format", "text"], in: folder, environment: actions).output.hasPrefix("Ro"))
            #expect(
                try CommandRun(["check"], in: folder, environment: ["GITHUB_ACTIONS": "false"]).output.hasPrefix("Ro"))
        }
    }

    @Test("WAYBILL_FORMAT chooses the format for agents, except on GitHub's machines; an option comes first")
    func agents() throws {
        try withFolder(broken) { folder in
            let agent = ["WAYBILL_FORMAT": "agent"]
            let run = try CommandRun(["check"], in: folder, environment: agent)
            #expect(run.status == 1)
            #expect(run.output == (try CommandRun(["check", "--format", "agent"], in: folder).output))
            let lines = run.output.split(separator: "\n")
            #expect(lines.count == 3 && lines[0].hasPrefix("Routes/a.yaml:3:16: error: "), "\(run.output)")
            #expect(lines[0].contains(#"fix: 3:16-3:21 "module""#), "\(run.output)")
            #expect(lines[2].hasPrefix("next: waybill check Routes "))
            #expect(try CommandRun(["check", "--format", "text"], in: folder, environment: agent).output != run.output)
            let both = agent.merging(["GITHUB_ACTIONS": "true"]) { $1 }
            #expect(try CommandRun(["check"], in: folder, environment: both).output.hasPrefix("::error "))
            for verb in [["test"], ["routes"], ["plan", "Routes"]] {
                let refused = try CommandRun(verb, in: folder, environment: agent)
                #expect(refused.status == 1 && refused.output.isEmpty)
                #expect(refused.errors == lines[0] + "\n" + lines[1] + "\n", "\(refused.errors)")
            }
            for verb in [["check"], ["test"], ["plan", "HEAD:Routes"]] {
                let wrong = try CommandRun(verb, in: folder, environment: ["WAYBILL_FORMAT": "json"])
                #expect(wrong.status == 2 && wrong.errors.contains("WAYBILL_FORMAT must be 'agent'"), "\(wrong.errors)")
            }
        }
    }

    @Test("The command that a report for agents names next runs, and leads to a set that is tested and compared")
    func nextCommands() throws {
        let set = "waybill: 1\nroutes:\n  - { id: a, url: /a, methods: [get], handler: a }\n"
        try withFolder(["Routes/a.yaml": set]) { folder in
            try commitAll(in: folder)
            var (command, seen) = ("waybill check Routes", [String]())
            let agent = ["WAYBILL_FORMAT": "agent"]
            while seen.count < 5 {
                let words = command.split(separator: " ").dropFirst().map(String.init)
                let run = try CommandRun(words, in: folder, environment: agent)
                #expect(run.status != 2 && run.status != 3, "\(command): \(run.errors)")
                seen.append(words.prefix(1).joined() + (words.contains("--fix") ? " --fix" : ""))
                guard let next = run.output.split(separator: "\n").last, next.hasPrefix("next: ") else { break }
                command = String(next.dropFirst("next: ".count))
            }
            #expect(seen.prefix(4) == ["check", "check --fix", "test", "test"], "\(seen) \(command)")
        }
    }

    @Test("Paths below the folder of the run are relative to it in reports for other programs")
    func relative() throws {
        try withFolder(broken) { folder in
            let real = folder.resolvingSymlinksInPath().path
            let run = try CommandRun(["check", real + "/./Routes", "--format", "gitlab"], in: folder)
            #expect(run.output.contains("\"path\" : \"Routes/a.yaml\""), "\(run.output)")
        }
    }
}
