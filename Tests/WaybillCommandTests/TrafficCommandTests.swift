import Foundation
import Testing

@Suite("waybill traffic")
struct TrafficCommandTests {
    private static let routes = """
        waybill: 1
        routes:
          - { id: show, url: /notes/:id, handler: show }
          - { id: idle, url: /idle, handler: idle }

        """
    private static let line = "10.0.0.1 - - [27/Nov/2029:10:00:00 +0000] \"GET /notes/1 HTTP/1.1\" 200 5 \"-\" \"-\"\n"

    @Test("Logs are read from files and standard input, and reported in each format")
    func formats() throws {
        let files = ["Routes/a.yaml": Self.routes, "a.log": Self.line, "b.log": Self.line]
        try withFolder(files) { folder in
            let text = try CommandRun(["traffic", "a.log", "-", "b.log"], in: folder, input: Self.line)
            #expect(text.status == 0 && text.errors.isEmpty)
            #expect(text.output.hasPrefix("3 requests from 2029-11-27T10:00:00Z to 2029-11-27T10:00:00Z\n"))
            #expect(text.output.contains("  3  show  100.0 %  2xx 3  2029-11-27T10:00:00Z  GET /notes/1\n"))
            #expect(text.output.contains("never requested:\n  idle\n"))
            let run = try CommandRun(
                ["traffic", "a.log", "--format", "json", "--format", "markdown=out.md"], in: folder)
            #expect(try run.json()["requests"] as? Int == 1)
            let markdown = try String(contentsOf: folder.appending(path: "out.md"), encoding: .utf8)
            #expect(markdown.hasPrefix("### waybill traffic\n\n1 request "))
            #expect(markdown.contains("| 1 | `show` | 100.0 % |"))
            let quiet = try CommandRun(["traffic", "-q", "a.log"], in: folder)
            #expect(quiet.output.hasPrefix("routes:\n"))
        }
    }

    @Test(
        "A compressed log is refused with the command that reads it",
        arguments: [
            ["traffic"], ["plan", "Routes", "New", "--traffic"], ["test", "--coverage", "--traffic"],
            ["test", "--suggest-from"],
        ])
    func compressed(command: [String]) throws {
        let files = ["Routes/a.yaml": Self.routes, "New/a.yaml": Self.routes + "tests: []\n", "a.log.bz2": "BZh9\n"]
        try withFolder(files) { folder in
            let run = try CommandRun(command + ["a.log.bz2"], in: folder)
            let names = command.map { ["Routes": "OLD", "New": "NEW"][$0] ?? $0 }.joined(separator: " ")
            #expect(run.status == 2)
            #expect(
                run.errors == "waybill: 'a.log.bz2' is compressed; pipe it through bzcat: "
                    + "'bzcat FILE | waybill \(names) -'\n")
        }
    }

    @Test("The exit status says what is wrong")
    func statuses() throws {
        let files = [
            "Routes/a.yaml": Self.routes, "good.log": Self.line, "mixed.log": Self.line + "bad\n", "no.log": "hello\n",
            "empty.log": "", "Bad/a.yaml": "waybill: 1\nroutes: [{ url: /a }]\n",
        ]
        try withFolder(files) { folder in
            func run(_ arguments: String...) throws -> CommandRun {
                try CommandRun(["traffic"] + arguments, in: folder)
            }
            #expect(try run("empty.log").status == 0)
            let mixed = try run("mixed.log")
            #expect(mixed.status == 0)
            #expect(
                mixed.errors == "waybill: 50.0 % of the lines could not be read; the most frequent reason: "
                    + "it has no time (mixed.log:2)\n")
            #expect(try run("mixed.log", "--max-unreadable", "1%").status == 1)
            #expect(try run("mixed.log", "--max-unreadable", "50%").status == 0)
            #expect(try run("no.log").status == 2)
            #expect(try run("nowhere.log").status == 3)
            #expect(try run("good.log", "--routes", "Bad").status == 1)
            #expect(try run("good.log", "--routes", "Nowhere").status == 3)
            for wrong in [
                [], ["good.log", "--since", "yesterday"], ["good.log", "--log-format", "iis"],
                ["good.log", "--top", "0"],
                ["good.log", "--fields", "method"], ["good.log", "--max-unreadable", "x"], ["-", "-"],
                ["good.log", "--since", "2029-01-02", "--until", "2029-01-01"], ["good.log", "--scheme", "a b"],
            ] {
                #expect(try CommandRun(["traffic"] + wrong, in: folder).status == 2, "\(wrong)")
            }
        }
    }

    @Test("A plan with traffic fails only if enough requests break")
    func plan() throws {
        let new = Self.routes.replacing("  - { id: show, url: /notes/:id, handler: show }\n", with: "")
        let idle = Self.line.replacing("/notes/1", with: "/idle")
        let files = [
            "old.yaml": Self.routes, "new.yaml": new,
            "a.log": Self.line + String(repeating: idle, count: 99),
        ]
        try withFolder(files) { folder in
            let base = ["plan", "old.yaml", "new.yaml", "--allow-removals", "--traffic", "a.log"]
            let run = try CommandRun(base, in: folder)
            #expect(run.status == 1)
            #expect(run.output.hasSuffix("1 of 100 requests (1.0 %) get another answer.\n"), "\(run.output)")
            #expect(try CommandRun(base + ["--fail-on-traffic", "0.5%"], in: folder).status == 1)
            let allowed = try CommandRun(base + ["--fail-on-traffic", "2%", "--format", "json"], in: folder)
            #expect(allowed.status == 0)
            let traffic = try allowed.json()["traffic"] as? [String: Int]
            #expect(traffic == ["requests": 100, "changed": 1, "unreadable": 0])
            #expect(
                try CommandRun(["plan", "old.yaml", "new.yaml", "--fail-on-traffic", "1%"], in: folder).status == 2)
        }
    }

    @Test("Coverage is weighed by a log, and tests for its most frequent requests are suggested")
    func tests() throws {
        let set = """
            waybill: 1
            routes:
              - { id: show, url: /notes/:id, methods: [GET], params: { id: int }, handler: show }
              - { id: often, url: /often, handler: often }
              - { id: idle, url: /idle, handler: idle }
              - { id: known, url: /known, handler: known }
            tests:
              - { open: /known, expect: { route: known } }

            """
        let log = ["/notes/1", "/notes/x", "/notes/y", "/often", "/often", "/often", "/known"]
            .map { Self.line.replacing("/notes/1", with: $0) }.joined()
        try withFolder(["Routes/a.yaml": set, "a.log": log]) { folder in
            let run = try CommandRun(["test", "--coverage", "--traffic", "a.log", "--format", "json"], in: folder)
            let coverage = try run.json()["coverage"] as? [String: Any]
            let units = try #require(coverage?["units"] as? [[String: Any]])
            let counts = units.map { "\($0["route"] ?? "") \($0["what"] ?? "") \($0["requests"] ?? "-")" }
            #expect(
                counts.sorted() == [
                    "idle pattern 0", "known pattern -", "often pattern 3", "show pattern 1", "show refused 2",
                    "show taken 1",
                ])
            let text = try CommandRun(["test", "--coverage", "--traffic", "a.log"], in: folder)
            #expect(text.output.contains("no test reaches route 'often' (3 requests)"), "\(text.output)")
            let suggested = try CommandRun(["test", "--suggest-from", "a.log"], in: folder)
            #expect(suggested.status == 0)
            #expect(suggested.output.hasPrefix("waybill: 1\ntests:\n  # 3 requests: no test reaches route 'often'\n"))
            #expect(!suggested.output.contains("idle") && !suggested.output.contains("/notes/y"))
            try Data(suggested.output.utf8).write(to: folder.appending(path: "Routes/traffic.test.yaml"))
            let after = try CommandRun(["test"], in: folder)
            #expect(after.status == 0, "\(after.output)\(after.errors)")
            let again = try CommandRun(["test", "--suggest-from", "a.log"], in: folder)
            #expect(again.output.isEmpty && again.errors.contains("the tests cover each kind of request in the log"))
            #expect(try CommandRun(["test", "--traffic", "a.log"], in: folder).status == 2)
        }
    }
}
