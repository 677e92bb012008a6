import Foundation
import Testing

/// The files in `Integrations/` and the hooks say what the command understands. Their own schemas are asked by
/// `Scripts/check.sh formats`.
@Suite("What is ready to be copied works")
struct IntegrationTests {
    /// The real place of the repository: tests may be built through links.
    private static let root =
        URL(filePath: #filePath).resolvingSymlinksInPath()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    @Test(
        "The commands of a job run, and write what the job then uploads",
        arguments: [
            ("Integrations/github/routes.yml", ["waybill.sarif", "summary.md"]),
            ("Integrations/gitlab/routes.gitlab-ci.yml", ["waybill-quality.json", "waybill-tests.xml"]),
        ])
    func jobs(path: String, reports: [String]) throws {
        let text = try Self.text(path)
        let commands = text.matches(of: #/(?:run:|-) (waybill check .*)/#).map { String($0.1) }
        #expect(commands.count == 1)
        try withFolder(["Routes/a.yaml": "waybill: 1\nroutes:\n  - { url: /a, handler: a }\n"]) { folder in
            for command in commands {
                let words = command.replacing("$GITHUB_STEP_SUMMARY", with: "summary.md").replacing("\"", with: "")
                let run = try CommandRun(words.split(separator: " ").dropFirst().map(String.init), in: folder)
                #expect(run.status == 0, "\(run.errors)")
            }
            for report in reports {
                #expect(FileManager.default.fileExists(atPath: folder.appending(path: report).path), "\(report)")
                #expect(report == "summary.md" || text.contains(": \(report)"), "\(report) is not uploaded")
            }
        }
    }

    @Test("The hooks' entries and arguments are a command that runs")
    func hooks() throws {
        let text = try Self.text(".pre-commit-hooks.yaml")
        let entries = text.matches(of: #/  entry: waybill (.*)\n  args: \[(.*)\]/#)
        #expect(entries.count == text.matches(of: #/- id: /#).count)
        try withFolder(["Routes/a.yaml": "waybill: 1\nroutes:\n  - { url: /a, handler: a }\n"]) { folder in
            for entry in entries {
                let arguments = [entry.1, entry.2].flatMap { $0.split(separator: #/, | /#).map(String.init) }
                let run = try CommandRun(arguments, in: folder)
                #expect(run.status == 0)
            }
        }
    }

    @Test("The README's commands run")
    func readme() throws {
        let commands = try Self.text("Integrations/README.md").matches(of: #/\n(?:      )?waybill (check .*)\n/#)
        #expect(!commands.isEmpty)
        try withFolder(["Routes/a.yaml": "waybill: 1\nroutes:\n  - { url: /a, handler: a }\n"]) { folder in
            for command in commands {
                let run = try CommandRun(command.1.split(separator: " ").map(String.init), in: folder)
                #expect(run.status == 0)
            }
        }
    }

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }
}
