import Foundation
import Testing
import WaybillTestSupport

@Suite("The command in CI, in hooks and in containers")
struct AutomationTests {
    private static let good = "waybill: 1\nroutes:\n  - { url: /a, handler: a }\n"
    private static let bad = "waybill: 1\nroutes:\n  - { url: /a, handler: a, oops: 1 }\n"

    // MARK: Never green by accident

    @Test(
        "A configuration with a similar name is an error, because its policies do not apply",
        arguments: [".waybill.yml", "waybill.yaml", "waybill.yml"])
    func misnamedConfiguration(_ name: String) throws {
        let policy = "policies:\n  - { routes: { urls: [/a] }, need: [gate], because: only members. }\n"
        for names in [[name], [name, ".waybill.yaml"]] {
            var files = ["R/a.yaml": Self.good, ".git/HEAD": ""]
            for name in names { files[name] = name == ".waybill.yaml" ? "" : policy }
            try withFolder(files) { folder in
                let run = try CommandRun(["check", "R"], in: folder)
                #expect(run.status == 1)
                #expect(run.output.contains("\(name)' is not read, because of its name [G004"), "\(run.output)")
                #expect(try CommandRun(["check", "R", "--no-config"], in: folder).status == 0)
            }
        }
    }

    @Test("A manifest, or a file of another program, is no configuration with a wrong name")
    func otherFiles() throws {
        let files = ["Routes/waybill.yaml": Self.good, "waybill.yml": "color: green\n", ".git/HEAD": ""]
        try withFolder(files) { folder in
            let run = try CommandRun(["check"], in: folder)
            #expect(run.status == 0, "\(run.output)")
        }
    }

    @Test("Without tests, waybill test fails, after its report")
    func noTests() throws {
        try withFolder(["Routes/a.yaml": Self.good]) { folder in
            let run = try CommandRun(["test"], in: folder)
            #expect((run.status, run.output) == (1, "no tests\n"))
            #expect(run.errors == "waybill: there is no test; add 'tests:' to a manifest\n")
        }
    }

    // MARK: Without secrets

    private static let secret = """
        waybill: 1
        modules:
          db: { scope: shared, identifiers: ["app://db"], with: { url: "${DB_URL}", retries: 3 } }
        interceptors:
          gate: { url: "/a", use: gate, with: { token: "${TOKEN}" }, order: 1 }
          door: { url: "/a", use: gate, with: { token: "${OTHER}" }, order: 1 }
        routes:
          - { url: /a, handler: a }
        tests:
          - { open: /a, expect: { handler: a } }

        """

    @Test("check, test, plan, explain, routes and graph need no values of the environment")
    func noEnvironment() throws {
        try withFolder(["Routes/a.yaml": Self.secret]) { folder in
            let commands = [
                ["check", "--fail-on", "hint"], ["test"], ["plan", "Routes", "Routes"], ["explain", "/a"], ["routes"],
                ["graph"],
            ]
            for command in commands {
                let run = try CommandRun(command, in: folder)
                #expect(run.status == 0, "\(command): \(run.output)\(run.errors)")
            }
        }
    }

    @Test(
        "With --require-environment, a variable without a value is S010",
        arguments: ["check", "test", "explain", "plan"])
    func requiredEnvironment(_ verb: String) throws {
        let arguments = ["check": [], "test": [], "explain": ["/a"], "plan": ["Routes", "Routes"]][verb, default: []]
        try withFolder(["Routes/a.yaml": Self.secret]) { folder in
            let run = try CommandRun([verb] + arguments + ["--require-environment"], in: folder)
            #expect(run.status == 1)
            #expect((run.output + run.errors).contains("${TOKEN} is not set and has no default [S010"), "\(run.errors)")
            let values = ["DB_URL": "x", "TOKEN": "y", "OTHER": "z"]
            let complete = try CommandRun(
                [verb] + arguments + ["--require-environment"], in: folder, environment: values)
            #expect(complete.status == 0)
        }
    }

    @Test("What depends on an unknown value is held back, and reported where the value is known")
    func unknownValues() throws {
        try withFolder(["Routes/a.yaml": Self.secret]) { folder in
            let unknown = try CommandRun(["check", "--explain-hidden"], in: folder)
            #expect(unknown.output.contains(":49 [S010 unresolved-variable]:\n"), "\(unknown.output)")
            #expect(unknown.output.contains("with the same order, 1: 'door' runs first because of its id [X004"))
            let known = try CommandRun(["check"], in: folder, environment: ["DB_URL": "x", "TOKEN": "y", "OTHER": "z"])
            #expect(known.output.contains("with the same order, 1: 'door' runs first because of its id [X004"))
        }
    }

    @Test("In a plan, an unknown value equals only one that is written alike")
    func plannedVariables() throws {
        let texts = ["${A}", "$${A}", "${B}", "${A:-x}", "x"]
        func set(_ value: String) -> String {
            "waybill: 1\nroutes:\n  - { url: /a, handler: a, with: { key: \"\(value)\" } }\n"
        }
        let files = texts.indices.map { ("\($0).yaml", set(texts[$0])) }
        try withFolder(Dictionary(uniqueKeysWithValues: files)) { folder in
            for (old, oldText) in texts.enumerated() {
                for (new, newText) in texts.enumerated() {
                    let run = try CommandRun(["plan", "\(old).yaml", "\(new).yaml"], in: folder)
                    let isSame = old == new || old > 2 && new > 2
                    #expect(run.output.hasPrefix("Every") == isSame, "\(oldText) \(newText): \(run.output)")
                }
            }
        }
    }

    // MARK: Reports

    @Test("From a sub-folder, reports name files as the repository does")
    func subfolders() throws {
        let place = "shop/Routes/a.yaml"
        let tested = Self.good + "tests:\n  - { open: /a, expect: { handler: b } }\n"
        for marker in [".git/HEAD", "x"] {
            try withFolder([place: Self.bad, "shop/Tested/a.yaml": tested, marker: ""]) { folder in
                let root = URL(filePath: folder.path).resolvingSymlinksInPath()
                let environment = marker == "x" ? ["CI_PROJECT_DIR": root.path] : [:]
                let shop = root.appending(path: "shop")
                func report(_ arguments: String...) throws -> String {
                    try CommandRun(arguments, in: shop, environment: environment).output.replacing("\\/", with: "/")
                }
                #expect(try report("check", "--format", "sarif").contains("\"uri\" : \"\(place)\""))
                #expect(try report("check", "--format", "gitlab").contains("\"path\" : \"\(place)\""))
                #expect(try report("check", "../shop/Routes", "--format", "github").contains("file=\(place),"))
                #expect(try report("test", "Tested", "--format", "github").contains("file=shop/Tested/a.yaml,"))
                let cobertura = try report("test", "Tested", "--format", "cobertura")
                #expect(cobertura.contains("filename=\"shop/Tested/a.yaml\""))
                #expect(cobertura.contains("<source>\(root.path)</source>"))
                #expect(try report("check", "--format", "compact").hasPrefix("Routes/a.yaml:"))
            }
        }
    }

    @Test("A plan's annotations name files as the repository does, also those of a commit")
    func plannedPaths() throws {
        let moved = Self.good.replacing("handler: a", with: "handler: b")
        try withFolder(["shop/Routes/a.yaml": Self.good]) { folder in
            try commitAll(in: folder)
            try Data(moved.utf8).write(to: folder.appending(path: "shop/Routes/a.yaml"))
            let shop = folder.appending(path: "shop")
            for (old, new) in [("HEAD:shop/Routes", "Routes"), ("Routes", "HEAD:./Routes")] {
                let run = try CommandRun(["plan", old, new, "--format", "github"], in: shop)
                #expect(run.output.contains("file=shop/Routes/a.yaml,"), "\(run.output)\(run.errors)")
            }
        }
    }

    @Test("The summary of a step keeps what was in it, and other files are replaced")
    func stepSummary() throws {
        try withFolder(["Routes/a.yaml": Self.good, "summary.md": "## Before\n", "other.md": "## Before\n"]) { folder in
            let environment = ["GITHUB_STEP_SUMMARY": folder.path + "/summary.md", "GITHUB_ACTIONS": "true"]
            for verb in [["check"], ["plan", "Routes", "Routes"]] {
                let formats = ["--format", "markdown=\(folder.path)/summary.md"]
                _ = try CommandRun(verb + formats, in: folder, environment: environment)
                _ = try CommandRun(verb + ["--format", "markdown=other.md"], in: folder, environment: environment)
            }
            let summary = try String(contentsOf: folder.appending(path: "summary.md"), encoding: .utf8)
            #expect(summary.hasPrefix("## Before\n### waybill check\n") && summary.contains("### waybill plan\n"))
            let other = try String(contentsOf: folder.appending(path: "other.md"), encoding: .utf8)
            #expect(other.hasPrefix("### waybill plan\n"))
        }
    }

    @Test("The names of JUnit's test cases do not change with the lines above", arguments: ["check", "test"])
    func junitNames(_ verb: String) throws {
        let tests = "tests:\n  - { open: /a, expect: { handler: a } }\n  - { open: /a, expect: unmatched }\n"
        let text = verb == "check" ? Self.bad + "  - { url: \"/b/**x/c\", handler: b }\n" : Self.good + tests
        func names(_ text: String) throws -> [String] {
            try withFolder(["a.yaml": text]) { folder in
                let run = try CommandRun([verb, "a.yaml", "--format", "junit"], in: folder)
                return run.output.matches(of: /<testcase[^>]* name="([^"]*)"/).map { String($0.1) }
            }
        }
        let found = try names(text)
        #expect(found.count >= 2 && Set(found).count == found.count, "\(found)")
        #expect(try names(text.replacing("routes:\n", with: "# a comment\nroutes:\n")) == found)
    }

    @Test("The problem matcher reads text and compact, with colors and without")
    func problemMatcher() throws {
        let path = "Integrations/github/waybill-problem-matcher.json"
        let data = try Data(contentsOf: IntegrationTests.root.appending(path: path))
        let json = try JSONSerialization.jsonObject(with: data) as? [String: [[String: Any]]]
        let patterns = try #require(json?["problemMatcher"]).compactMap { $0["pattern"] as? [[String: Any]] }
        let regexes = try patterns.map { try Regex($0[0]["regexp"] as? String ?? "") }
        let text = Self.bad + "  - { id: b, url: /b, priority: 3, handler: b }\n"
        try withFolder(["a.yaml": text.replacing(", oops: 1", with: "")]) { folder in
            for format in ["text", "compact"] {
                for color in ["0", "1"] {
                    let environment = ["FORCE_COLOR": color]
                    let run = try CommandRun(
                        ["check", "a.yaml", "--format", format], in: folder, environment: environment)
                    let found = run.output.split(separator: "\n").flatMap { line in
                        regexes.compactMap { try? $0.firstMatch(in: line) }
                    }
                    #expect(found.count == 1, "\(run.output)")
                    #expect(found.first?.output[1].substring == "a.yaml")
                    #expect(found.first?.output[4].substring?.contains("\u{1B}") == false)
                }
            }
        }
    }

    // MARK: Terminals

    @Test(
        "A URL of a client cannot control a terminal, or forge a line of a report",
        arguments: [
            "/d/%1B%5B2J", "/d/1?q=%1B%5D0;owned%07", "/d/1?q=1%0A%20%20interceptors:%0A%20%20%20%20login",
            "/d\u{1B}[2J",
        ])
    func terminals(_ url: String) throws {
        let set = "waybill: 1\nroutes:\n  - { id: d, url: \"/d/:x\", params: { x: uint }, handler: a }\n"
        try withFolder(["a.yaml": set, "b\u{1B}[2J\n.yaml": set]) { folder in
            for file in ["a.yaml", "b\u{1B}[2J\n.yaml", "missing\u{1B}[2J\nforged.yaml"] {
                let run = try CommandRun(["explain", url, file], in: folder)
                let controls = (run.output + run.errors).unicodeScalars.filter { $0.value < 32 && $0 != "\n" }
                #expect(controls.isEmpty, "\(run.output)\(run.errors)")
                #expect(!run.output.contains("\n    login") && !run.errors.contains("\nforged"))
            }
        }
    }

    // MARK: Containers

    @Test("A file that is mounted alone is written in place, with a word", .enabled(if: canMount))
    func mountedFiles() throws {
        let unformatted = "waybill: 1\nroutes:\n   - { url: /a, methods: [get], handler: a }\n"
        try withFolder(["host.yaml": unformatted, "host.json": "{}", "in.yaml": "", "in.json": "", "done": ""]) {
            folder in
            let script = """
                mount --bind host.yaml in.yaml && mount --bind host.json in.json || exit 9
                "$0" fmt in.yaml && "$0" check in.yaml --fix && "$0" check in.yaml --format json=in.json
                """
            let run = try ProgramRun(
                ["/usr/bin/unshare", "--user", "--map-root-user", "--mount", "/bin/sh", "-c", script]
                    + [CommandRun.executable.path], in: folder, environment: ["PATH": "/usr/bin:/bin"])
            #expect(run.end.status == 0, "\(run.output)\(run.errors)")
            #expect(
                run.errors.contains("'in.yaml' is a mount point, which cannot be replaced: it was written in place"))
            let written = try String(contentsOf: folder.appending(path: "host.yaml"), encoding: .utf8)
            #expect(written == "waybill: 1\n\nroutes:\n  - { url: /a, methods: [GET], handler: a }\n")
            let report = try String(contentsOf: folder.appending(path: "host.json"), encoding: .utf8)
            #expect(report.contains("\"diagnostics\""))
        }
    }

    private static let canMount: Bool = {
        let words = ["/usr/bin/unshare", "--user", "--map-root-user", "--mount", "/bin/sh", "-c"]
        let run = try? ProgramRun(words + ["mount -t tmpfs none /mnt"], in: nil, environment: ["PATH": "/usr/bin:/bin"])
        return run?.end.status == 0
    }()
}
