import Foundation
import Testing

@Suite("waybill openapi")
struct OpenAPICommandTests {
    private static let routes = """
        waybill: 1
        routes:
          - { id: list, url: /items, methods: [GET], handler: list }
          - { id: show, url: "/items/:id", methods: [GET], params: { id: uint }, handler: show }

        """

    @Test("A service gets a contract in one command, a drift fails, and the message says how to fix it")
    func drift() throws {
        try withFolder(["Routes/a.yaml": Self.routes]) { folder in
            let export = try CommandRun(["openapi", "export"], in: folder)
            #expect(export.status == 0 && export.errors.isEmpty)
            let document = folder.appending(path: "openapi.yaml")
            try Data(export.output.utf8).write(to: document)
            let same = try CommandRun(["openapi", "check", "openapi.yaml", "--fail-on", "info"], in: folder)
            #expect(same.status == 0, "\(same.output)")
            try Data(export.output.replacing("/items:", with: "/things:").utf8).write(to: document)
            let drift = try CommandRun(["openapi", "check", "Routes", "openapi.yaml"], in: folder)
            #expect(drift.status == 1)
            #expect(drift.output.contains("no route serves 'GET /things' [O001 unserved-operation]"))
            #expect(drift.output.contains("no operation documents GET of route 'list' [O002 undocumented-route]"))
            #expect(drift.output.contains("openapi.yaml:"))
        }
    }

    @Test(
        "A base path that cannot precede all paths is an error",
        arguments: ["/a b", "/{x}", "https://a.example.com/v1"])
    func basePath(_ text: String) throws {
        let document =
            "openapi: 3.1.0\ninfo: { title: A, version: '1' }\npaths: { /items: { get: { responses: {} } } }\n"
        try withFolder(["openapi.yaml": document]) { folder in
            let run = try CommandRun(["openapi", "import", "openapi.yaml", "--base-path", text], in: folder)
            #expect(run.status == 2 && run.errors.contains("is invalid for '--base-path <path>'"), "\(run.errors)")
        }
    }

    @Test("With a baseline, only new differences are reported, and ended ones are stale")
    func ratchet() throws {
        let document =
            "openapi: 3.1.0\ninfo: { title: A, version: '1' }\npaths:\n  /gone:\n    get: { responses: {} }\n"
        let files = [
            "Routes/a.yaml": Self.routes, "openapi.yaml": document,
            ".waybill.yaml": "openapi: { document: openapi.yaml }\n",
        ]
        try withFolder(files) { folder in
            let check = ["openapi", "check", "--fail-on", "info", "--baseline", "known.json"]
            let write = try CommandRun(["openapi", "check", "--write-baseline", "known.json"], in: folder)
            #expect(write.status == 0 && write.output.contains("3 in the baseline"), "\(write.output)\(write.errors)")
            #expect(try CommandRun(check, in: folder).status == 0)
            let more = Self.routes + "  - { id: new, url: /new, methods: [GET], handler: new }\n"
            try Data(more.utf8).write(to: folder.appending(path: "Routes/a.yaml"))
            let grown = try CommandRun(check, in: folder)
            #expect(grown.status == 1 && grown.output.contains("route 'new'") && !grown.output.contains("route 'list'"))
            try Data(Self.routes.utf8).write(to: folder.appending(path: "Routes/a.yaml"))
            try Data(document.replacing("/gone", with: "/items").utf8).write(to: folder.appending(path: "openapi.yaml"))
            let ended = try CommandRun(check, in: folder)
            #expect(ended.output.contains("[G002 stale-baseline]") && !ended.output.contains("[O001"))
        }
    }

    @Test("Import writes a set that check, test and export accept, and no existing file")
    func roundTrip() throws {
        let document = """
            openapi: 3.1.0
            info: { title: A, version: "1" }
            paths:
              /items/{id}:
                get:
                  operationId: show
                  parameters: [{ name: id, in: path, required: true, schema: { type: integer }, example: 7 }]
                  responses: {}

            """
        try withFolder(["openapi.yaml": document]) { folder in
            let made = try CommandRun(["openapi", "import", "openapi.yaml", "--output", "Routes"], in: folder)
            #expect(made.status == 0 && made.output.isEmpty, "\(made.errors)")
            #expect(try CommandRun(["test"], in: folder).status == 0)
            #expect(try CommandRun(["openapi", "check", "openapi.yaml", "--fail-on", "info"], in: folder).status == 0)
            let again = try CommandRun(["openapi", "import", "openapi.yaml", "--output", "Routes"], in: folder)
            #expect(again.status == 3 && again.errors.contains("already exists"))
            let merged = try CommandRun(["openapi", "export", "--into", "openapi.yaml"], in: folder)
            #expect(merged.status == 0)
            #expect(try String(contentsOf: folder.appending(path: "openapi.yaml"), encoding: .utf8) == document)
        }
    }

    @Test("A misspelled key of the configuration is named with the right one")
    func configuration() throws {
        let files = ["Routes/a.yaml": Self.routes, ".waybill.yaml": "openapi:\n  documnt: openapi.yaml\n"]
        try withFolder(files) { folder in
            let run = try CommandRun(["openapi", "check"], in: folder)
            #expect(run.status == 1)
            #expect(
                run.errors.contains(".waybill.yaml:2:3: error") && run.errors.contains("'document'"), "\(run.errors)")
        }
    }

    @Test("An export into a document with errors says where they are")
    func errorsOfMerge() throws {
        let bad = "openapi: 3.1.0\ninfo: { title: A, version: '1' }\npaths:\n  /a/{x: {}\n"
        try withFolder(["Routes/a.yaml": Self.routes, "bad.yaml": bad]) { folder in
            let run = try CommandRun(["openapi", "export", "--into", "bad.yaml"], in: folder)
            #expect(run.status == 1 && run.errors.contains("bad.yaml:4:3: error"), "\(run.errors)")
        }
    }

    @Test("The exit status says what is wrong, and every format works")
    func statuses() throws {
        let files = [
            "Routes/a.yaml": Self.routes, "bad.yaml": "openapi: 3.1.0\npaths:\n  /a/{x: {}\n",
            "Bad/a.yaml": "waybill: 1\nroutes: 7\n",
            "big.yaml": "openapi: 3.1.0\n" + String(repeating: "# filler\n", count: 1_000_000),
        ]
        try withFolder(files) { folder in
            #expect(try CommandRun(["openapi", "check"], in: folder).status == 2)
            #expect(try CommandRun(["openapi", "check", "none.yaml"], in: folder).status == 3)
            #expect(try CommandRun(["openapi", "import", "none.yaml"], in: folder).status == 3)
            #expect(try CommandRun(["openapi", "import", "bad.yaml"], in: folder).status == 1)
            let bad = try CommandRun(["openapi", "check", "bad.yaml"], in: folder)
            #expect(bad.status == 1 && bad.output.contains("[O005 bad-document]"))
            let set = try CommandRun(["openapi", "check", "Bad", "bad.yaml"], in: folder)
            #expect(set.status == 1 && set.output.contains("Bad/a.yaml:2"), "\(set.output)\(set.errors)")
            let big = try CommandRun(["openapi", "check", "big.yaml"], in: folder)
            #expect(big.status != 0 && (big.output + big.errors).contains("8 MiB"), "\(big.output)\(big.errors)")
            for format in ["compact", "json", "jsonl", "sarif", "github", "gitlab", "junit", "checkstyle"] {
                let run = try CommandRun(["openapi", "check", "bad.yaml", "--format", format], in: folder)
                #expect(run.status == 1 && run.output.contains("O005"), "\(format)")
            }
        }
    }
}
