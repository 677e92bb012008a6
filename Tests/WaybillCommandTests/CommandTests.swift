import Foundation
import Testing
import WaybillTestSupport

@Suite("The command's contracts")
struct CommandTests {
    private let sound = """
        waybill: 1
        routes:
          - { id: notes.show, url: /notes/:id, methods: [GET], params: { id: int }, handler: showNote }
          - { id: notes.any, url: /notes/:slug, methods: [GET], handler: anyNote }
          - { id: old, url: /old/:id, forward: /notes/:id }
        fallback: { handler: notFound }

        """

    @Test("check exits 0 on a clean set, and reports it in JSON")
    func clean() throws {
        try withFolder(["Routes/a.yaml": sound]) { folder in
            let run = try CommandRun(["check", "--format", "json"], in: folder)
            #expect(run.status == 0)
            let summary = try run.json()["summary"] as? [String: Int]
            #expect(summary == ["errors": 0, "warnings": 0, "infos": 0, "hints": 0, "files": 1, "routes": 3])
        }
    }

    @Test("check exits 1 on problems, with every problem of every file at its place")
    func diagnostics() throws {
        let files = [
            "Routes/a.yaml": "waybill: 1\nroutes:\n  - { url: /a, modul: clock }\n",
            "Routes/b.yaml": "waybill: 1\nroutes:\n  - { url: /b, module: clok }\nmodules:\n  clock:\n",
        ]
        try withFolder(files) { folder in
            let run = try CommandRun(["check", "--format", "text", "--format", "json=report.json"], in: folder)
            #expect(run.status == 1)
            #expect(run.output.contains("Routes/a.yaml:3:16: error:"))
            #expect(run.output.contains("Routes/b.yaml:3:24: error:"))
            let report = try JSONSerialization.jsonObject(
                with: Data(contentsOf: folder.appendingPathComponent("report.json")))
            let found = (report as? [String: Any])?["diagnostics"] as? [[String: Any]] ?? []
            let dangling = found.first { $0["id"] as? String == "I002" }
            #expect(dangling?["suggestions"] as? [String] == ["clock"])
            #expect(dangling?["endColumn"] as? Int == 28)
            #expect(dangling?.keys.contains("witness") == true)
        }
    }

    @Test("a reader that closes early is not an error")
    func closedReader() throws {
        // More than a pipe holds, so that the command is still writing when the reader ends.
        let routes = (0..<600).map { "  - { url: /\($0)/\(String(repeating: "a", count: 400)), handler: h }\n" }
        try withFolder(["a.yaml": "waybill: 1\nroutes:\n" + routes.joined()]) { folder in
            let script = #"{ "$0" routes a.yaml; echo "$?" > status; } | head -n 1"#
            let run = try ProgramRun(["/bin/sh", "-c", script, CommandRun.executable.path], in: folder)
            #expect(run.errors.isEmpty, "\(run.errors)")
            #expect(run.output.split(separator: "\n").count == 1)
            let status = try String(contentsOf: folder.appendingPathComponent("status"), encoding: .utf8)
            #expect(status == "0\n")
        }
    }

    @Test("warnings count only if --fail-on includes them")
    func failOn() throws {
        try withFolder(["a.yaml": "waybill: 1\nroutes: []\n"]) { folder in
            let (lenient, strict) = (
                try CommandRun(["check", "a.yaml"], in: folder),
                try CommandRun(["check", "a.yaml", "--fail-on", "warning"], in: folder)
            )
            #expect(lenient.status == 0)
            #expect(strict.status == 1)
        }
    }

    @Test(
        "wrong usage exits 2 and says so on standard error",
        arguments: [
            ["chek"], ["check", "--format", "xml"], ["explain"], ["check", "--fail-on", "never"],
            ["check", "--cache"],
        ])
    func usage(arguments: [String]) throws {
        try withFolder { folder in
            let run = try CommandRun(arguments, in: folder)
            #expect(run.status == 2)
            #expect(run.output.isEmpty)
            #expect(!run.errors.isEmpty)
        }
    }

    @Test("unreadable files exit 3 with one clear line")
    func unreadable() throws {
        try withFolder(["empty/readme.txt": "no manifest", "dir/x.yaml/keep.txt": ""]) { folder in
            let fifo = folder.appendingPathComponent("pipe.yaml").path
            #expect(unsafe mkfifo(fifo, 0o600) == 0)
            for path in ["missing", "empty", "pipe.yaml", "dir"] {
                let run = try CommandRun(["check", path], in: folder)
                #expect(run.status == 3, "\(path): \(run.output)")
                let lines = run.output.split(separator: "\n").filter { $0.contains("error:") }
                #expect(lines.count == 1, "\(path): \(run.output)")
            }
            #expect(try CommandRun(["explain", "/a", "missing"], in: folder).status == 3)
        }
    }

    @Test("explain shows where a client is redirected to, and exits 0; routes shows the target and the status")
    func clientRedirect() throws {
        let text = sound.replacing("forward: /notes/:id", with: "redirect: { to: /notes/:id, status: 308 }")
        try withFolder(["Routes/a.yaml": text]) { folder in
            let run = try CommandRun(["explain", "/old/42?draft=1", "--format", "json"], in: folder)
            #expect(run.status == 0)
            let json = try run.json()
            #expect(json["outcome"] as? String == "redirect-to-client")
            #expect(json["location"] as? String == "/notes/42?draft=1")
            #expect((json["hops"] as? [Any])?.isEmpty == true)
            let redirect = (json["route"] as? [String: Any])?["redirect"] as? [String: Any]
            #expect(redirect?["to"] as? String == "/notes/:id")
            #expect(redirect?["status"] as? Int == 308)
            let table = try CommandRun(["routes", "--format", "json"], in: folder).json()
            let routes = table["routes"] as? [[String: Any]]
            let row = try #require(routes?.first { $0["id"] as? String == "old" })
            #expect((row["redirect"] as? [String: Any])?["status"] as? Int == 308)
        }
    }

    @Test("explain reports unknown tags of a view on standard error, and still answers")
    func unknownTags() throws {
        let routes = "routes: [{ url: /a, handler: h, tags: [views] }]\n"
        let files = ["declared.yaml": "waybill: 1\ntags: { views: }\n\(routes)", "free.yaml": "waybill: 1\n\(routes)"]
        try withFolder(files) { folder in
            let declared = try CommandRun(["explain", "/a", "declared.yaml", "--tag", "veiws"], in: folder)
            #expect(declared.status == 1 && declared.output.hasPrefix("/a matches no route"))
            #expect(declared.errors == "waybill: tag 'veiws' is not declared; did you mean 'views'?\n")
            let free = try CommandRun(["explain", "/a", "free.yaml", "--tag", "views", "--tag", "other"], in: folder)
            #expect(free.status == 0 && free.errors == "waybill: no route has the tag 'other'\n")
        }
    }

    @Test("explain obeys its JSON contract")
    func explain() throws {
        try withFolder(["Routes/a.yaml": sound]) { folder in
            let run = try CommandRun(["explain", "/old/42?draft=1#top", "--format", "json"], in: folder)
            #expect(run.status == 0)
            let json = try run.json()
            #expect(json["version"] as? Int == 1)
            #expect(json["outcome"] as? String == "redirected")
            #expect(json["query"] as? [[String]] == [["draft", "1"]])
            #expect(json["fragment"] as? String == "top")
            #expect(json["hops"] as? [[String: String]] == [["by": "route old", "to": "/notes/42"]])
            #expect(json["parameters"] as? [String: String] == ["id": "42"])
            let route = json["route"] as? [String: Any]
            #expect(route?["id"] as? String == "notes.show")
            #expect(route?["module"] is NSNull)
            #expect(route?["line"] as? Int == 3)
            #expect(route?["column"] as? Int == 11)
            #expect(json["fallback"] is NSNull)
            let candidates = json["candidates"] as? [[String: String]]
            #expect(candidates?.first?["route"] == "notes.any")
        }
    }

    @Test(
        "explain exits 1 for a request that reaches no route",
        arguments: [("/nothing", "unmatched"), ("/a b", "invalid-url"), ("http:/x", "invalid-url")])
    func unmatched(url: String, outcome: String) throws {
        try withFolder(["Routes/a.yaml": sound]) { folder in
            let run = try CommandRun(["explain", url, "--format", "json"], in: folder)
            #expect(run.status == 1)
            #expect(try run.json()["outcome"] as? String == outcome)
            let fallback = try run.json()["fallback"] as? [String: Any]
            #expect(fallback?["handler"] as? String == (outcome == "unmatched" ? "notFound" : nil))
        }
    }

    @Test("explain follows a request through a set whose errors are about requests, reports them too, and exits 1")
    func disputed() throws {
        let shadow = "waybill: 1\nroutes:\n  - { id: all, url: /**, handler: h, priority: 9 }\n"
        try withFolder(["a.yaml": shadow + "  - { id: a, url: /a, handler: h }\n"]) { folder in
            let run = try CommandRun(["explain", "/a", "a.yaml", "--format", "json"], in: folder)
            #expect(run.status == 1)
            #expect(run.errors.contains("[P003 shadowed-route]"))
            #expect((try run.json()["route"] as? [String: Any])?["id"] as? String == "all")
            let candidates = try run.json()["candidates"] as? [[String: String]]
            #expect(candidates?.first?["route"] == "a")
        }
        try withFolder(["a.yaml": shadow + "  - { id: a, url: /a, module: gone }\n"]) { folder in
            let run = try CommandRun(["explain", "/a", "a.yaml", "--format", "json"], in: folder)
            #expect(run.status == 1)
            #expect(run.errors.contains("[I002 undefined-name]"))
            #expect(run.output.isEmpty)
        }
    }

    @Test("output that standard output rejects is a failure")
    func lostOutput() throws {
        guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
        try withFolder(["Routes/a.yaml": sound]) { folder in
            let run = try CommandRun(["check", "--format", "json"], in: folder, outputPath: "/dev/full")
            #expect(run.status == 3)
            #expect(run.errors.hasPrefix("waybill: cannot write to standard output"))
        }
    }

    @Test("an option that ends with '=' is wrong usage", arguments: ["--format=", "--fail-on=", "--config="])
    func emptyValue(option: String) throws {
        try withFolder(["Routes/a.yaml": sound, "b.yaml": "waybill: 1\nbogus: 1\n"]) { folder in
            let run = try CommandRun(["check", option, "b.yaml"], in: folder)
            #expect(run.status == 2)
            #expect(run.errors.contains("'\(option)' has no value after '='"))
            #expect(run.errors.contains("\nUsage: waybill check [<options>]"), "\(run.errors)")
        }
    }

    @Test("routes writes every requested format")
    func severalFormats() throws {
        try withFolder(["Routes/a.yaml": sound]) { folder in
            let run = try CommandRun(["routes", "--format", "json=1.json", "--format", "text"], in: folder)
            #expect(run.status == 0)
            #expect(run.output.contains("handler showNote"))
            #expect(FileManager.default.fileExists(atPath: folder.appendingPathComponent("1.json").path))
        }
    }

    @Test("routes lists the table in the order of precedence")
    func routes() throws {
        try withFolder(["Routes/a.yaml": sound]) { folder in
            let run = try CommandRun(["routes", "--format", "json"], in: folder)
            #expect(run.status == 0)
            let rows = try run.json()["routes"] as? [[String: Any]] ?? []
            #expect(rows.map { $0["id"] as? String } == ["notes.show", "notes.any", "old"])
            #expect(rows.first?["params"] as? [String: String] == ["id": "int"])
        }
    }

    @Test("help names every verb and every exit status")
    func help() throws {
        try withFolder { folder in
            let run = try CommandRun(["--help"], in: folder)
            #expect(run.status == 0)
            for word in ["check", "explain", "routes", "schema", "Exit statuses:\n", "  2  wrong usage"] {
                #expect(run.output.contains(word), "\(word)")
            }
        }
    }
}
