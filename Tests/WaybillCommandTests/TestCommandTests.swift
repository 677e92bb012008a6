import Dispatch
import Foundation
import Testing
import WaybillTestSupport

@Suite("waybill test")
struct TestCommandTests {
    private let routes = """
        waybill: 1
        routes:
          - { id: notes.show, url: /notes/:id, params: { id: int }, handler: showNote }
          - { id: notes.list, url: /notes, handler: listNotes }

        """
    private let passing = "tests: [{ open: /notes/1, expect: { route: notes.show } }]\n"
    private let failing = "tests: [{ open: /notes/x, expect: { route: notes.show } }]\n"

    @Test("exits 0 if all tests pass, in manifests and in test files")
    func passes() throws {
        let files = [
            "Routes/notes.yaml": routes + passing,
            "Routes/notes.test.yaml": "waybill: 1\ntests: [{ open: /notes, expect: { route: notes.list } }]\n",
        ]
        try withFolder(files) { folder in
            let run = try CommandRun(["test"], in: folder)
            #expect(run.status == 0)
            #expect(run.output == "2 passed in 2 files\n")
        }
    }

    @Test("exits 1 if one fails, with the expected and the actual result, and the reason, at its place")
    func fails() throws {
        try withFolder(["Routes/a.yaml": routes + failing]) { folder in
            let run = try CommandRun(["test", "--format", "text", "--format", "json=report.json"], in: folder)
            #expect(run.status == 1)
            #expect(
                run.output.hasPrefix(
                    "Routes/a.yaml:5:44: error: test '/notes/x' failed: expected route 'notes.show', got unmatched "))
            #expect(run.output.contains("= why: notes.show: parameter 'id' does not accept 'x'\n"))
            #expect(run.output.hasSuffix("\n0 passed, 1 failed in 1 file\n"))
            let json = try Data(contentsOf: folder.appending(path: "report.json"))
            let report = try #require(JSONSerialization.jsonObject(with: json) as? [String: Any])
            #expect(report["version"] as? Int == 1)
            #expect((report["tests"] as? [[String: Any]])?.first?["status"] as? String == "failed")
        }
    }

    @Test("--write writes the proposed tests into a new file, which is formatted, passes, and covers everything")
    func writes() throws {
        try withFolder(["Routes/a.yaml": routes + passing]) { folder in
            let first = try CommandRun(["test", "--write", "Routes/more.test.yaml"], in: folder)
            #expect(first.status == 0, "\(first.errors)")
            #expect(try CommandRun(["fmt", "--check"], in: folder).output.contains("more.test.yaml") == false)
            let all = try CommandRun(["test", "--coverage", "--fail-under", "100"], in: folder)
            #expect(all.status == 0, "\(all.output)")
            #expect(
                try CommandRun(["test", "--write", "Routes/other.test.yaml"], in: folder).errors.contains("nothing to"))
            try Data((routes + passing).utf8).write(to: folder.appending(path: "Routes/b.yaml"))
            #expect(try CommandRun(["test", "--write", "Routes/tests.yaml"], in: folder).status == 2)
        }
        try withFolder(["Routes/a.yaml": routes + passing, "Routes/b.test.yaml": "waybill: 1\n"]) { folder in
            let run = try CommandRun(["test", "--write", "Routes/b.test.yaml"], in: folder)
            #expect(run.status == 3 && run.errors.contains("is already there"))
        }
    }

    @Test("exits 1 with the output of check if the manifests have errors, and 3 if they cannot be read")
    func broken() throws {
        try withFolder(["Routes/a.yaml": "waybill: 1\nroute: []\n"]) { folder in
            let run = try CommandRun(["test"], in: folder)
            #expect(run.status == 1)
            #expect(run.output.isEmpty)
            #expect(run.errors.contains("[S001 unknown-key]"))
            #expect(try CommandRun(["test", "Nowhere"], in: folder).status == 3)
        }
    }

    @Test("--watch runs again when a manifest changes, and when an error is fixed", .timeLimit(.minutes(1)))
    func watches() throws {
        try withFolder(["Routes/a.yaml": routes + failing]) { folder in
            let output = ChildPipe()
            let writing = output.writing.fileDescriptor
            let child = try ChildProcess(
                [CommandRun.executable.path, "test", "--watch"], in: folder, environment: ["PATH": "/usr/bin:/bin"],
                descriptors: [1: writing, 2: writing])
            output.closeWritingEnd()
            // The end of the output ends the wait if the expected text never comes.
            let killer = DispatchWorkItem { child.send(SIGKILL) }
            DispatchQueue.global().asyncAfter(deadline: .now() + 40, execute: killer)
            defer {
                killer.cancel()
                // The shell that runs the tests may ignore gentler signals, and its children inherit that.
                child.send(SIGKILL)
                _ = child.wait()
            }
            let saves = [
                ("0 passed, 1 failed", "waybill: 1\nroute: []\n"), ("[S001 unknown-key]", routes + passing),
                ("1 passed", ""),
            ]
            for (said, next) in saves {
                // A save may be seen in several steps, each with a run of its own.
                var text = ""
                while !text.contains(said) {
                    let more = output.reading.text(until: "waiting for a change\n")
                    try #require(!more.isEmpty, "it never said \(said)")
                    text += more
                }
                try Data(next.utf8).write(to: folder.appending(path: "Routes/a.yaml"), options: .atomic)
            }
        }
    }

    @Test("lists mutants that no test kills, and fails only below the required score")
    func mutants() throws {
        try withFolder(["Routes/a.yaml": routes + passing]) { folder in
            let run = try CommandRun(["test", "--mutate"], in: folder)
            #expect(run.status == 0)
            #expect(run.output.contains("no test fails when ':id' of route 'notes.show' takes any value [K004 "))
            #expect(run.output.hasSuffix("mutants: 1 killed, 2 survived (score 33 %)\n"))
            #expect(try CommandRun(["test", "--min-score", "33"], in: folder).status == 0)
            #expect(try CommandRun(["test", "--min-score", "34"], in: folder).status == 1)
            let none = try CommandRun(["test", "--mutate-budget", "0"], in: folder)
            #expect(none.output.hasSuffix("mutants: 0 killed, 0 survived, 3 not run within 0 s (score 100 %)\n"))
            for budget in ["-1", "1e300", "nan"] {
                #expect(try CommandRun(["test", "--mutate-budget=\(budget)"], in: folder).status == 2)
            }
            #expect(try CommandRun(["test", "--mutate", "--filter", "x"], in: folder).status == 2)
        }
    }

    @Test("runs the tests that a filter selects, and rejects a filter that selects none as wrong usage")
    func filter() throws {
        try withFolder(["Routes/a.yaml": routes + passing]) { folder in
            #expect(try CommandRun(["test", "--filter", "notes.sh*w"], in: folder).status == 0)
            let none = try CommandRun(["test", "--filter", "nothing"], in: folder)
            #expect(none.status == 2)
            #expect(none.errors == "waybill: no test matches 'nothing'\n")
        }
    }

    @Test("reports what no test exercises, and fails below the required coverage")
    func coverage() throws {
        try withFolder(["Routes/a.yaml": routes + passing]) { folder in
            let listed = try CommandRun(["test", "--coverage"], in: folder)
            #expect(listed.status == 0)
            #expect(listed.output.contains("    - { open: /notes, expect: { route: notes.list } }\n"))
            #expect(listed.output.hasSuffix("1 passed in 1 file\ncoverage 50 %: 2 of 4\n"))
            #expect(try CommandRun(["test", "--fail-under", "50"], in: folder).status == 0)
            let failing = try CommandRun(["test", "--fail-under", "50.1"], in: folder)
            #expect(failing.status == 1)
            #expect(
                failing.output.contains(
                    "Routes/a.yaml:4:28: error: no test reaches route 'notes.list' [K003 low-coverage]"))
            #expect(failing.output.hasSuffix("coverage 50 %: 2 of 4, below the required 50.1 %\n"))
            #expect(try CommandRun(["test", "--fail-under", "101"], in: folder).status == 2)
        }
    }

    @Test("writes the coverage for tools without requesting it as text")
    func machineCoverage() throws {
        try withFolder(["Routes/a.yaml": routes + passing]) { folder in
            let run = try CommandRun(["test", "--format", "lcov"], in: folder)
            #expect(run.status == 0)
            #expect(run.output.hasPrefix("TN:\nSF:Routes/a.yaml\nBRDA:3,0,0,1\n"))
        }
    }
}

extension FileHandle {
    /// The output until a text has come, or to the end.
    fileprivate func text(until wanted: String) -> String {
        var bytes = Data()
        while !String(decoding: bytes, as: UTF8.self).hasSuffix(wanted) {
            let more = availableData
            guard !more.isEmpty else { break }
            bytes += more
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
