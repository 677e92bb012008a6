import Foundation
import Testing

@Suite("Fixes on the command line")
struct FixCommandTests {
    private let broken =
        "waybill: 1\nroutes:\n  - url: /a   # first\n    handler: h\n    methods: get\n    timeuot: 2s\n"
    private let fixed =
        "waybill: 1\nroutes:\n  - url: /a   # first\n    handler: h\n    methods: [GET]\n    timeuot: 2s\n"

    private func text(_ folder: URL, _ path: String = "Routes/a.yaml") throws -> String {
        String(decoding: try Data(contentsOf: folder.appendingPathComponent(path)), as: UTF8.self)
    }

    @Test("--fix applies safe fixes, and reports the remaining problems")
    func safe() throws {
        try withFolder(["Routes/a.yaml": broken]) { folder in
            let run = try CommandRun(["check", "--fix"], in: folder)
            #expect(run.status == 1)
            #expect(try text(folder) == fixed)
            #expect(run.output.contains("unknown key \"timeuot\""))
            #expect(run.output.hasSuffix("\nfixed 1 problem in 1 file (1 safe)\n"))
            #expect(!run.output.contains("upper-case"))
        }
    }

    @Test("without --fix, text output shows what it would fix")
    func offer() throws {
        try withFolder(["Routes/a.yaml": broken]) { folder in
            let run = try CommandRun(["check"], in: folder)
            #expect(run.output.hasSuffix("\n1 can be fixed with --fix, 1 more with --unsafe-fixes\n"))
            let untouched = try text(folder)
            #expect(untouched == broken)
        }
    }

    @Test("--unsafe-fixes applies all fixes, before and after paths; a report for programs stays one report")
    func unsafe() throws {
        for arguments in [
            ["check", "--unsafe-fixes", "Routes"], ["check", "Routes", "--fix", "--unsafe-fixes", "--format", "json"],
        ] {
            try withFolder(["Routes/a.yaml": broken]) { folder in
                let run = try CommandRun(arguments, in: folder)
                #expect(run.status == 0, "\(run.output)")
                #expect(try text(folder) == fixed.replacing("timeuot", with: "timeout"))
                let message = "fixed 2 problems in 1 file (1 safe, 1 unsafe)\n"
                if arguments.contains("json") {
                    #expect(try run.json()["version"] as? Int == 1)
                    #expect(run.errors == message)
                } else {
                    #expect(run.output.hasSuffix(message))
                }
            }
        }
    }

    @Test("--diff shows the changes, writes nothing, and exits 1; 0 if there are none")
    func diff() throws {
        try withFolder(["Routes/a.yaml": broken, "Routes/b.yaml": "waybill: 1\n"]) { folder in
            let run = try CommandRun(["check", "--diff"], in: folder)
            #expect(run.status == 1)
            #expect(
                run.output == """
                    --- a/Routes/a.yaml
                    +++ b/Routes/a.yaml
                    @@ -2,5 +2,5 @@
                     routes:
                       - url: /a   # first
                         handler: h
                    -    methods: get
                    +    methods: [GET]
                         timeuot: 2s

                    """)
            #expect(try text(folder) == broken)
            let none = try CommandRun(["check", "--diff", "Routes/b.yaml"], in: folder)
            #expect(none.status == 0)
            #expect(none.output.isEmpty)
            #expect(try CommandRun(["check", "--diff", "missing"], in: folder).status == 3)
        }
    }

    @Test("a link is followed and stays, and permissions stay")
    func links() throws {
        try withFolder(["kept/real.yaml": broken, "Routes/b.yaml": "waybill: 1\n"]) { folder in
            let (link, real) = (
                folder.appendingPathComponent("Routes/link.yaml"), folder.appendingPathComponent("kept/real.yaml")
            )
            try FileManager.default.createSymbolicLink(at: link, withDestinationURL: real)
            try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: real.path)
            #expect(try CommandRun(["check", "--fix", "Routes", "Routes/link.yaml"], in: folder).status == 1)
            #expect(try text(folder, "kept/real.yaml") == fixed)
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == real.path)
            let mode = try FileManager.default.attributesOfItem(atPath: real.path)[.posixPermissions] as? Int
            #expect(mode == 0o640)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/kept") == ["real.yaml"])
        }
    }

    @Test("--fix is a flag: a word after it is a path, and a value is wrong usage")
    func usage() throws {
        try withFolder(["Routes/a.yaml": broken]) { folder in
            #expect(try CommandRun(["check", "--fix=all"], in: folder).status == 2)
            #expect(try CommandRun(["check", "--fix", "Routes"], in: folder).status == 1)
            let path = try CommandRun(["check", "--fix", "gone"], in: folder)
            #expect(path.status == 3 && path.output.hasPrefix("gone: error:"))
        }
    }

    @Test("--add-suppressions writes a comment with a reason for each problem, and the set stays the same")
    func suppressions() throws {
        let set = """
            waybill: 1
            routes:
              - { id: a, url: /a, priority: 3, methods: [FETCH], handler: a }
              - id: b
                url: "/b/:id"
                priority: 4
                handler: b

            """
        try withFolder(["old.yaml": set, "Routes/a.yaml": set]) { folder in
            _ = try CommandRun(["fmt"], in: folder)
            let set = try text(folder)
            let arguments = ["check", "Routes", "--fail-on", "hint"]
            let found =
                try CommandRun(arguments + ["--format", "jsonl"], in: folder).output.split(separator: "\n").count - 1
            #expect(found >= 3)
            let preview = try CommandRun(arguments + ["--add-suppressions", "known", "--diff"], in: folder)
            #expect(preview.status == 1 && preview.output.contains("+    # waybill:allow P006 -- known\n"))
            #expect(try text(folder) == set)
            let run = try CommandRun(arguments + ["--add-suppressions", "known until 2999-01"], in: folder)
            #expect(run.status == 0)
            #expect(run.output.hasSuffix("\nsuppressed \(found) problems in 1 file\n"), "\(run.output)")
            #expect(try text(folder).contains("\n    # waybill:allow P006 -- known until 2999-01\n    priority: 4\n"))
            #expect(try CommandRun(arguments, in: folder).status == 0)
            #expect(try CommandRun(["plan", "old.yaml", "Routes"], in: folder).output.hasPrefix("Every request"))
            #expect(try CommandRun(["fmt", "Routes", "--check"], in: folder).status == 0)
        }
    }

    @Test("An error that prevents loading is not suppressed, and a reason is needed")
    func unsuppressed() throws {
        try withFolder(["Routes/a.yaml": broken]) { folder in
            let run = try CommandRun(["check", "--add-suppressions", "known"], in: folder)
            #expect(run.status == 1 && run.output.hasSuffix("\nnothing to suppress\n"))
            #expect(try text(folder) == broken)
            for wrong in [
                ["--add-suppressions", " "], ["--add-suppressions", "a\nb"], ["--add-suppressions", "a", "--fix"],
                ["--add-suppressions", "a until 2020-01"], ["--add-suppressions", "a until 2999-13"],
            ] {
                #expect(try CommandRun(["check"] + wrong, in: folder).status == 2)
            }
        }
    }
}
