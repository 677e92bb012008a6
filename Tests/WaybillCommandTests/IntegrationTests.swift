import Foundation
import Testing
import WaybillTestSupport

/// Compares the files in `Integrations/` and the hooks with the options of the command. `Scripts/check.sh formats`
/// validates them against their own schemas.
@Suite("The files to copy work")
struct IntegrationTests {
    /// The resolved path of the repository: tests may be built through symbolic links.
    static let root =
        URL(filePath: #filePath).resolvingSymlinksInPath()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    @Test(
        "The commands of a CI job run, and write what the job then uploads",
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

    @Test("The hooks' entries and arguments form a command that runs")
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

    @Test("The hooks that the article about editors names exist")
    func namedHooks() throws {
        let hooks = Set(try Self.text(".pre-commit-hooks.yaml").matches(of: #/- id: (\S+)/#).map(\.1))
        let article = try Self.text("Sources/Waybill/Waybill.docc/HowTo/HowToSetUpEditors.md")
        let named = article.matches(of: #/(?:- id: |`)(waybill-[a-z-]+)/#).map(\.1)
        #expect(Set(named) == hooks)
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

    @Test("The version has one source: the command prints it, and the files to copy name it")
    func version() throws {
        let source = try Self.text("Sources/WaybillTools/WaybillVersion.swift")
        let version = try #require(source.firstMatch(of: #/current = "(\d+\.\d+\.\d+)"/#)?.1)
        try withFolder { folder in
            #expect(try CommandRun(["--version"], in: folder).output == "\(version)\n")
            #expect(try script("version.sh", in: folder).output == "\(version)\n")
            let other = try script("version.sh", "v9.9.9", in: folder)
            #expect(other.end.status == 1 && other.errors.contains("the tag is 'v9.9.9'"))
        }
        #expect(try Self.text("Integrations/README.md").contains("rev: v\(version)\n"))
    }

    @Test("Completions and the man page are written where shells and man look for them")
    func shares() throws {
        try withFolder { folder in
            let run = try script("share.sh", CommandRun.executable.path, "prefix", in: folder)
            #expect(run.end.status == 0, "\(run.errors)")
            let paths = [
                "bash-completion/completions/waybill", "zsh/site-functions/_waybill",
                "fish/vendor_completions.d/waybill.fish", "man/man1/waybill.1",
            ]
            let texts = try paths.map {
                try String(contentsOf: folder.appending(path: "prefix/share/\($0)"), encoding: .utf8)
            }
            for text in texts { #expect(text.contains("explain") && text.contains("unsafe")) }
            #expect(texts[1].hasPrefix("#compdef waybill\n"))
            #expect(texts[3].hasPrefix(".TH WAYBILL 1") && texts[3].contains("\n.SH WAYBILL CHECK\n"))
        }
    }

    private func script(_ arguments: String..., in folder: URL) throws -> ProgramRun {
        let path = Self.root.appending(path: "Scripts/\(arguments[0])").path
        return try ProgramRun(
            ["/bin/bash", path] + arguments.dropFirst(), in: folder, environment: ["PATH": "/usr/bin:/bin"])
    }

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }
}
