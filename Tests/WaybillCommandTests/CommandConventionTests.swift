import Foundation
import Testing

@Suite("Options of all verbs")
struct CommandConventionTests {
    private let broken = "waybill: 1\nroutes:\n  - { url: /a, modul: clock }\n"
    private let sound = "waybill: 1\nroutes:\n  - { url: /a, handler: a }\n"

    // MARK: Colors and quiet

    @Test(
        "Reports are colored by --color, else by NO_COLOR, FORCE_COLOR and CLICOLOR_FORCE in this order, else on terminals",
        arguments: [
            ([], [:], false), (["--color", "always"], [:], true), (["--color=always"], ["NO_COLOR": "1"], true),
            (["--color", "never"], ["FORCE_COLOR": "1"], false), (["--color", "auto"], ["FORCE_COLOR": "1"], true),
            ([], ["FORCE_COLOR": "1"], true), ([], ["CLICOLOR_FORCE": "1"], true),
            ([], ["NO_COLOR": "1", "FORCE_COLOR": "1", "CLICOLOR_FORCE": "1"], false),
            ([], ["FORCE_COLOR": "0", "CLICOLOR_FORCE": "1"], false), ([], ["CLICOLOR_FORCE": "0"], false),
            ([], ["NO_COLOR": "", "FORCE_COLOR": "1"], true),
        ] as [([String], [String: String], Bool)])
    func color(options: [String], environment: [String: String], isColored: Bool) throws {
        try withFolder(["Routes/a.yaml": broken]) { folder in
            let run = try CommandRun(["check"] + options, in: folder, environment: environment)
            #expect(run.output.contains("\u{1B}[") == isColored)
        }
    }

    @Test("With -q check prints only problems, and nothing without problems")
    func quiet() throws {
        try withFolder(["broken/a.yaml": broken, "Routes/a.yaml": sound]) { folder in
            let loud = try CommandRun(["check", "broken"], in: folder)
            #expect(loud.output.contains("1 error") && loud.output.contains("can be fixed with"))
            let quiet = try CommandRun(["check", "-q", "broken"], in: folder)
            #expect(quiet.status == 1)
            #expect(quiet.output.contains("unknown key"))
            #expect(!quiet.output.contains("1 error") && !quiet.output.contains("can be fixed with"))
            let clean = try CommandRun(["check", "--quiet"], in: folder)
            #expect(clean.status == 0 && clean.output.isEmpty && clean.errors.isEmpty)
            let routes = try CommandRun(["routes", "-q"], in: folder)
            #expect(routes.output.contains("/a"))
            let tests = try CommandRun(["test", "-q"], in: folder)
            #expect(tests.status == 1 && tests.output.isEmpty && tests.errors.contains("there is no test"))
        }
    }

    // MARK: Words

    @Test(
        "A misspelled verb is wrong usage, and the nearest verb is suggested",
        arguments: [
            (["chek"], "'chek' is not a command of 'waybill'; did you mean 'check'?"),
            (["explian", "/a"], "did you mean 'explain'?"),
            (["help", "chekc"], "'chekc' is not a command of 'waybill'; did you mean 'check'?"),
            (["Routes"], "'Routes' is not a command of 'waybill'; did you mean 'routes'?"),
            (
                ["build"],
                "use one of: init, check, test, fmt, explain, routes, plan, openapi, traffic, graph, schema, inspect"
            ),
            (["check", "--fromat", "json"], "Did you mean '--format'?"),
        ])
    func misspelt(arguments: [String], message: String) throws {
        try withFolder { folder in
            let run = try CommandRun(arguments, in: folder)
            #expect(run.status == 2)
            #expect(run.errors.contains(message), "\(run.errors)")
            #expect(run.output.isEmpty)
        }
    }

    @Test("A path that does not exist is named without a line and a column; in JSON both are 1")
    func missing() throws {
        try withFolder { folder in
            let run = try CommandRun(["check", "gone"], in: folder)
            #expect(run.status == 3)
            #expect(run.output.hasPrefix("gone: error: 'gone' does not exist"))
            let json = try CommandRun(["check", "gone", "--format", "json"], in: folder).json()
            let problem = try #require((json["diagnostics"] as? [[String: Any]])?.first)
            #expect(problem["line"] as? Int == 1 && problem["column"] as? Int == 1)
            let github = try CommandRun(["check", "gone", "--format", "github"], in: folder)
            #expect(github.output.hasPrefix("::error file=gone,title="))
        }
    }

    @Test("Every verb has help with examples, and the common options", arguments: verbs)
    func help(_ verb: String) throws {
        try withFolder { folder in
            let run = try CommandRun(verb.split(separator: " ").map(String.init) + ["--help"], in: folder)
            #expect(run.status == 0)
            for word in ["Examples:", "waybill \(verb)", "--color", "-q, --quiet"] {
                #expect(run.output.contains(word), "\(word)")
            }
        }
    }

    @Test("Shells get completions for every verb", arguments: ["bash", "zsh", "fish"])
    func completions(shell: String) throws {
        try withFolder { folder in
            let run = try CommandRun(["--generate-completion-script", shell], in: folder)
            #expect(run.status == 0)
            for verb in Self.verbs { #expect(verb.split(separator: " ").allSatisfy { run.output.contains($0) }) }
        }
    }

    private static let verbs = [
        "init", "check", "test", "fmt", "explain", "routes", "plan", "openapi check", "openapi export",
        "openapi import", "traffic", "graph", "schema", "inspect", "lsp", "mcp",
    ]

    // MARK: Standard input

    @Test("'-' reads a manifest from standard input, which --stdin-path names")
    func standardInput() throws {
        try withFolder { folder in
            let run = try CommandRun(["check", "-"], in: folder, input: broken)
            #expect(run.status == 1)
            #expect(run.output.hasPrefix("stdin.yaml:3:16: error:"))
            let named = try CommandRun(["check", "-", "--stdin-path", "Routes/x.yaml"], in: folder, input: broken)
            #expect(named.output.hasPrefix("Routes/x.yaml:3:16: error:"))
            let explained = try CommandRun(["explain", "/a", "-", "--format", "json"], in: folder, input: sound)
            #expect(explained.status == 0)
            #expect(try explained.json()["outcome"] as? String == "matched")
        }
    }

    @Test("Standard input replaces its file in a set, by any name of the file", arguments: [true, false])
    func unsaved(isAbsolute: Bool) throws {
        let files = [
            "Routes/a.yaml": "waybill: 1\nmodules:\n  clock:\n",
            "Routes/b.yaml": "waybill: 1\nroutes:\n  - { url: /b, module: clock }\n",
        ]
        try withFolder(files) { folder in
            let path = isAbsolute ? folder.appending(path: "Routes/a.yaml").path : "Routes/a.yaml"
            let arguments = ["check", "Routes", "-", "--stdin-path", path]
            let run = try CommandRun(arguments, in: folder, input: "waybill: 1\nmodules:\n  watch:\n")
            #expect(run.status == 1)
            #expect(run.output.contains("'clock'"), "\(run.output)")
            #expect(run.output.contains("in 2 files"), "\(run.output)")
            #expect(try CommandRun(arguments, in: folder, input: files["Routes/a.yaml"] ?? "").status == 0)
        }
    }

    @Test("The path of standard input finds its configuration and its includes")
    func surroundings() throws {
        let files = [
            "shop/.waybill.yaml": "rules: { S009: error }\n", "shop/Routes/parts/b.yaml": sound,
        ]
        try withFolder(files) { folder in
            let text = "waybill: 1\ninclude: [parts/*.yaml]\n"
            let arguments = ["check", "-", "--stdin-path", "shop/Routes/a.yaml"]
            let run = try CommandRun(arguments, in: folder, input: text)
            #expect(run.status == 1)
            #expect(run.output.contains("[S009 not-formatted]"), "\(run.output)")
            #expect(run.output.contains("in 2 files, 1 route"), "\(run.output)")
        }
    }

    @Test("Standard input can be diffed and not fixed, and has the name of a file")
    func inputUsage() throws {
        try withFolder(["Routes/a.yaml": sound]) { folder in
            let fix = try CommandRun(["check", "-", "--fix"], in: folder, input: broken)
            #expect(fix.status == 2 && fix.errors.contains("'--diff'"))
            let folderName = try CommandRun(["check", "-", "--stdin-path", "Routes"], in: folder, input: broken)
            #expect(folderName.status == 2 && folderName.errors.contains("'--stdin-path' needs"))
            let text = "waybill: 1\nroutes:\n  - { url: /a, handler: h, methods: get }\n"
            let diff = try CommandRun(["check", "-", "--diff"], in: folder, input: text)
            #expect(diff.status == 1)
            #expect(diff.output.hasPrefix("--- a/stdin.yaml\n+++ b/stdin.yaml\n"), "\(diff.output)\(diff.errors)")
        }
    }

    // MARK: init

    @Test("init writes a set without problems, formatted and tested, shows the next steps, and overwrites nothing")
    func initialize() throws {
        try withFolder { folder in
            let run = try CommandRun(["init", "services/shop"], in: folder)
            #expect(run.status == 0, "\(run.errors)")
            #expect(run.output.contains("created services/shop/Routes/notes.yaml\n"))
            #expect(run.output.contains("  cd services/shop\n  waybill check "))
            let here = try CommandRun(["init"], in: folder)
            #expect(here.output.contains("Next:\n  waybill check "), "\(here.output)")
            let shop = folder.appending(path: "services/shop")
            for arguments in [
                ["check", "--fail-on", "hint"], ["fmt", "--check"], ["explain", "/notes/42"],
                ["test", "--fail-under", "100", "--min-score", "100"],
            ] {
                let next = try CommandRun(arguments, in: shop)
                #expect(next.status == 0, "\(arguments): \(next.output)\(next.errors)")
            }
            let manifest = shop.appending(path: "Routes/notes.yaml")
            try Data("waybill: 1\n".utf8).write(to: manifest)
            let again = try CommandRun(["init"], in: shop)
            #expect(again.status == 3)
            #expect(again.errors == "waybill: 'Routes/notes.yaml' already exists; nothing was written\n")
            #expect(try String(contentsOf: manifest, encoding: .utf8) == "waybill: 1\n")
        }
    }

    @Test("init --schemas names a schema in the first line of each file, and no other init does")
    func schemas() throws {
        try withFolder { folder in
            #expect(try CommandRun(["init", "plain"], in: folder).status == 0)
            let run = try CommandRun(["init", "shop", "--schemas"], in: folder)
            #expect(run.status == 0, "\(run.errors)")
            let shop = folder.appending(path: "shop")
            for arguments in [["check", "--fail-on", "hint"], ["fmt", "--check"]] {
                #expect(try CommandRun(arguments, in: shop).status == 0)
            }
            for file in ["Routes/notes.yaml", "Routes/notes.test.yaml", ".waybill.yaml"] {
                let path = shop.appending(path: file)
                let line = try #require(try String(contentsOf: path, encoding: .utf8).split(separator: "\n").first)
                let schema = try #require(line.split(separator: "$schema=").last).description
                let target = path.deletingLastPathComponent().appending(path: schema).standardizedFileURL
                #expect(FileManager.default.fileExists(atPath: target.path), "\(target.path)")
            }
            for file in ["Routes/notes.yaml", "Routes/notes.test.yaml", ".waybill.yaml"] {
                let text = try String(contentsOf: folder.appending(path: "plain/\(file)"), encoding: .utf8)
                #expect(!text.contains("$schema"))
            }
        }
    }

    @Test("init writes instructions for agents whose commands succeed, beside those that are there")
    func instructions() throws {
        try withFolder(["other/AGENTS.md": "Ours.\n"]) { folder in
            #expect(try CommandRun(["init", "shop"], in: folder).status == 0)
            let shop = folder.appending(path: "shop")
            try commitAll(in: shop)
            let text = try String(contentsOf: shop.appending(path: "AGENTS.md"), encoding: .utf8)
            let commands = text.matches(of: /`waybill ([^`]+)`/).map { $0.1.split(separator: " ").map(String.init) }
            #expect(commands.count == 10)
            for command in commands {
                let run = try CommandRun(command, in: shop)
                #expect(run.status == 0, "\(command): \(run.output)\(run.errors)")
            }
            #expect(try CommandRun(["init", "other"], in: folder).output.contains("created other/Routes/AGENTS.md\n"))
            let other = folder.appending(path: "other")
            #expect(try String(contentsOf: other.appending(path: "AGENTS.md"), encoding: .utf8) == "Ours.\n")
            #expect(try CommandRun(["check", "--fail-on", "hint"], in: other).status == 0)
            let template = URL(filePath: #filePath).resolvingSymlinksInPath()
                .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
                .appending(path: "Templates/Service/AGENTS.md")
            #expect(
                try String(contentsOf: template, encoding: .utf8) == text,
                "copy what 'waybill init' writes to Templates/Service/AGENTS.md")
        }
    }
}
