import Foundation
import Testing

@Suite("waybill fmt")
struct FmtCommandTests {
    private let crooked = "waybill: 1\nroutes:\n- {handler: h,url: /a} # kept\n"
    private let straight = "waybill: 1\n\nroutes:\n  - { url: /a, handler: h } # kept\n"

    private func text(_ path: String, in folder: URL) throws -> String {
        try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
    }

    @Test("fmt rewrites the files that differ, and prints only their names")
    func rewriting() throws {
        let files = ["Routes/a.yaml": crooked, "Routes/b.yml": straight, "Routes/c.txt": crooked]
        try withFolder(files) { folder in
            let run = try CommandRun(["fmt"], in: folder)
            #expect(run.status == 0)
            #expect(run.output == "Routes/a.yaml\n")
            #expect(run.errors.isEmpty)
            #expect(try text("Routes/a.yaml", in: folder) == straight)
            #expect(try text("Routes/c.txt", in: folder) == crooked)
            #expect(try CommandRun(["fmt"], in: folder).output.isEmpty)
        }
    }

    @Test("fmt --check names the files that differ, writes nothing, and exits 1")
    func checking() throws {
        try withFolder(["Routes/a.yaml": crooked, "Routes/b.yaml": straight]) { folder in
            let run = try CommandRun(["fmt", "--check", "Routes"], in: folder)
            #expect(run.status == 1)
            #expect(run.output == "Routes/a.yaml\n")
            #expect(try text("Routes/a.yaml", in: folder) == crooked)
            #expect(try CommandRun(["fmt", "--check", "Routes/b.yaml"], in: folder).status == 0)
        }
    }

    @Test("fmt --diff shows what would change, writes nothing, and exits 1")
    func diffing() throws {
        try withFolder(["Routes/a.yaml": crooked]) { folder in
            let run = try CommandRun(["fmt", "--diff"], in: folder)
            #expect(run.status == 1)
            #expect(
                run.output == """
                    --- a/Routes/a.yaml
                    +++ b/Routes/a.yaml
                    @@ -1,3 +1,4 @@
                     waybill: 1
                    +
                     routes:
                    -- {handler: h,url: /a} # kept
                    +  - { url: /a, handler: h } # kept

                    """)
            #expect(try text("Routes/a.yaml", in: folder) == crooked)
            #expect(try CommandRun(["fmt"], in: folder).status == 0)
            #expect(try CommandRun(["fmt", "--diff"], in: folder).status == 0)
        }
    }

    @Test("fmt - formats standard input to standard output")
    func filtering() throws {
        try withFolder { folder in
            for text in [crooked, straight] {
                let run = try CommandRun(["fmt", "-"], in: folder, input: text)
                #expect(run.status == 0)
                #expect(run.output == straight)
            }
            let check = try CommandRun(
                ["fmt", "-", "--check", "--stdin-path", "Routes/x.yaml"], in: folder, input: crooked)
            #expect(check.status == 1)
            #expect(check.output == "Routes/x.yaml\n")
            let broken = try CommandRun(["fmt", "-", "--stdin-path", "x.yaml"], in: folder, input: "a: [1\n")
            #expect(broken.status == 1)
            #expect(broken.output.isEmpty)
            #expect(broken.errors.hasPrefix("x.yaml:2:1: error:"))
        }
    }

    @Test("A file that is not valid YAML stays unchanged, and the others are formatted")
    func broken() throws {
        try withFolder(["Routes/a.yaml": "waybill: [1\n", "Routes/b.yaml": crooked]) { folder in
            let run = try CommandRun(["fmt"], in: folder)
            #expect(run.status == 1)
            #expect(run.output == "Routes/b.yaml\n")
            #expect(run.errors.contains("Routes/a.yaml:2:1: error:"))
            #expect(try text("Routes/a.yaml", in: folder) == "waybill: [1\n")
            #expect(try text("Routes/b.yaml", in: folder) == straight)
        }
    }

    @Test("A file without a canonical layout stays unchanged, and is named with the place")
    func unsupported() throws {
        try withFolder(["a.yaml": "a: 1\n?\n: 2\n"]) { folder in
            let run = try CommandRun(["fmt", "a.yaml"], in: folder)
            #expect(run.status == 1)
            #expect(run.errors == "a.yaml:2:1: not formatted: a key has no text\n")
        }
    }

    @Test("A file that cannot be read exits 3")
    func unreadable() throws {
        try withFolder(["a.yaml": straight]) { folder in
            let run = try CommandRun(["fmt", "missing", "a.yaml"], in: folder)
            #expect(run.status == 3)
            #expect(run.errors.contains("'missing' does not exist"))
        }
    }

    @Test("Permissions stay, links stay links, and formatted files are not touched")
    func replacing() throws {
        try withFolder(["real.yaml": crooked, "still.yaml": straight]) { folder in
            let files = FileManager.default
            let path = { (name: String) in folder.appendingPathComponent(name).path }
            try files.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path("real.yaml"))
            try files.createSymbolicLink(atPath: path("link.yaml"), withDestinationPath: "real.yaml")
            let before = try files.attributesOfItem(atPath: path("still.yaml"))[.systemFileNumber] as? Int
            let run = try CommandRun(["fmt", "link.yaml", "still.yaml"], in: folder)
            #expect(run.status == 0)
            #expect(run.output == "link.yaml\n")
            #expect(try files.destinationOfSymbolicLink(atPath: path("link.yaml")) == "real.yaml")
            #expect(try text("real.yaml", in: folder) == straight)
            #expect(try files.attributesOfItem(atPath: path("real.yaml"))[.posixPermissions] as? Int == 0o640)
            #expect(try files.attributesOfItem(atPath: path("still.yaml"))[.systemFileNumber] as? Int == before)
            #expect(try files.contentsOfDirectory(atPath: folder.path).count == 3)
        }
    }

    @Test("If S009 is on, 'check --fix' also formats as fmt does")
    func fixing() throws {
        let text = "waybill: 1 \r\nroutes:\r\n- {handler: h,methods: get,url: /a} # kept\r\n"
        try withFolder(["Routes/a.yaml": text, ".waybill.yaml": "rules: { S009: hint }\n"]) { folder in
            let run = try CommandRun(["check", "--fix"], in: folder)
            #expect(run.status == 0)
            let fixed = straight.replacing(", h", with: ", methods: [GET], h")
            #expect(try self.text("Routes/a.yaml", in: folder) == fixed)
            #expect(try CommandRun(["fmt", "--check"], in: folder).status == 0)
            #expect(try CommandRun(["check", "--fix"], in: folder).output.hasSuffix("nothing to fix\n"))
        }
    }

    @Test("'-' cannot be combined with paths")
    func usage() throws {
        try withFolder { folder in
            let run = try CommandRun(["fmt", "-", "a.yaml"], in: folder)
            #expect(run.status == 2)
        }
    }
}
