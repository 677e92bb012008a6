import Foundation
import Testing

/// A page of the documentation, which this test writes: an agent makes a gated route from nothing, with the tools of
/// `waybill mcp`. To accept a changed one, delete the page, and run twice.
@Suite("An agent's session")
struct AgentSessionTests {
    private static let page = URL(filePath: #filePath).resolvingSymlinksInPath()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Sources/WaybillTools/WaybillTools.docc/AgentSession.md")

    private enum Step {
        case call(_ why: String, _ tool: String, _ arguments: String)
        case write(_ path: String, _ text: String)
    }

    private static func manifest(gate: String) -> String {
        """
        waybill: 1

        interceptors:
          login:
            url: \(gate)
            use: requireLogin

        routes:
          - id: reports.show
            url: "/reports/:year"
            methods: [GET]
            params: { year: uint }
            handler: showReport

        """
    }

    private static let tests = """
        waybill: 1

        tests:
          - name: a report is shown after the login
            open: /reports/2030
            expect:
              handler: showReport
              params: { year: "2030" }
              interceptors: [login]

          - name: a year is a number
            open: /reports/latest
            expect: unmatched

        """

    private static let steps: [Step] = [
        .call("What is here?", "check", "{}"), .write("Routes/reports.yaml", manifest(gate: "/report/**")),
        .call("The set as a whole, after the first edit:", "check", "{}"),
        .write("Routes/reports.yaml", manifest(gate: "/reports/**")),
        .call("The gate has its route now:", "check", "{}"),
        .call("What runs for a request?", "explain", #"{"url":"/reports/2030"}"#),
        .call("Which tests are missing?", "test", #"{"coverage":true}"#), .write("Routes/reports.test.yaml", tests),
        .call("The proof:", "test", #"{"coverage":true}"#), .call("And the whole set again:", "check", "{}"),
    ]

    @Test("The page of the documentation is what the tools answer, in at most eight calls")
    func page() throws {
        try withFolder { folder in
            var (parts, calls, bytes) = ([String](), 0, 0)
            for step in Self.steps {
                switch step {
                case .write(let path, let text):
                    parts.append("The agent writes `\(path)`:\n\n```yaml\n\(text)```")
                    try Self.write(text, to: folder.appending(path: path))
                case .call(let why, let tool, let arguments):
                    let answer = try Self.answer(tool, arguments, in: folder)
                    calls += 1
                    bytes += answer.utf8.count
                    parts.append("\(why) `\(tool)` with `\(arguments)`:\n\n```text\n\(answer)```")
                }
            }
            #expect(calls <= 8)
            let end = try CommandRun(["test", "--fail-under", "100"], in: folder)
            #expect(end.status == 0, "\(end.output)")
            try Self.expect(Self.text(parts, calls, bytes))
        }
    }

    private static func text(_ parts: [String], _ calls: Int, _ bytes: Int) -> String {
        """
        # A session of an agent

        An agent adds a route that needs a login, from an empty folder, with the tools of `waybill mcp`.

        ## Overview

        The agent makes \(calls) calls, whose answers have \(bytes) bytes. A test runs this session and writes this page.

        \(parts.joined(separator: "\n\n"))

        """
    }

    private static func write(_ text: String, to file: URL) throws {
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    private static func answer(_ tool: String, _ arguments: String, in folder: URL) throws -> String {
        let request =
            #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"\#(tool)","arguments":\#(arguments)}}"#
        let answer = try CommandRun(["mcp"], in: folder, input: request + "\n").json()
        let result = try #require(answer["result"] as? [String: Any])
        #expect(result["isError"] as? Bool == false)
        let content = try #require(result["content"] as? [[String: Any]])
        return try #require(content.first?["text"] as? String)
    }

    private static func expect(_ text: String) throws {
        guard let page = try? String(contentsOf: page, encoding: .utf8) else {
            try Data(text.utf8).write(to: page)
            Issue.record("the page did not exist and is written now: read it, and run the tests again")
            return
        }
        #expect(page == text, "delete the page and run the tests twice to take the new text")
    }
}
