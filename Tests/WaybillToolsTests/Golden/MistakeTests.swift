import Foundation
import Testing
import WaybillManifest
import WaybillReports
import WaybillRules
import WaybillSyntax
import WaybillTools

/// Mistakes of people who write their first app: `Tests/Fixtures/mistakes`, a chat service and `mistakes.txt`.
///
/// Each is a change of one file, as a difference has it. `at` is the file of its only problem, with the text at its
/// place, and `says` a part of its message or help. They are written by hand, before anybody looks at the output.
@Suite("Mistakes in a first app")
struct MistakeTests {
    @Test("The app itself has no problems, and its tests pass")
    func sound() throws {
        let report = Mistake.app.report()
        #expect(report.diagnostics.isEmpty, "\(report.text(color: false, width: nil))")
    }

    @Test("Of 98 mistakes, 95 have one problem, at its place, that says what to write, and none has no problem")
    func figures() {
        let clear = Mistake.all.filter(\.isClear)
        let others = Mistake.all.filter { mistake in !clear.contains { $0.name == mistake.name } }
        #expect(Mistake.all.count == 98)
        #expect(clear.count == 95)
        // Two have a consequence that is reported too; of the third, a test of the app fails.
        #expect(
            others.map(\.name) == [
                "a tag that is not declared", "an interceptor whose URL no route has",
                "a guard that no longer covers the routes",
            ])
        let silent = others.filter { $0.report().diagnostics.isEmpty }
        #expect(silent.isEmpty, "\(silent.map(\.name))")
    }
}

/// A change of one file of the app.
struct Mistake: Sendable {
    var name = ""
    private var path = ""
    private var line = 1
    private var old: [Substring] = []
    private var new: [Substring] = []
    private var problem: (path: String, text: String) = ("", "")
    private var advice = ""

    /// Without a mistake.
    static let app = Mistake()

    private static let folder = GoldenFixtures.folder.deletingLastPathComponent().appending(path: "mistakes")

    static let all: [Mistake] = text(of: "mistakes.txt").split(separator: "\n# ", omittingEmptySubsequences: true)
        .map { Mistake($0.hasPrefix("# ") ? $0.dropFirst(2) : $0) }

    private init() {}

    private init(_ block: Substring) {
        let lines = block.split(separator: "\n")
        name = String(lines[0])
        let place = lines[1].split(separator: ":")
        path = String(place[0])
        line = Int(place[1]) ?? 1
        for line in lines.dropFirst(2) {
            let words = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
            switch line.first {
            case "-": old.append(line.dropFirst())
            case "+": new.append(line.dropFirst())
            case "a": problem = (String(words[1]), String(words[2]))
            default: advice = String(line.dropFirst("says ".count))
            }
        }
    }

    /// Whether there is one problem, at its place, that says what to write.
    var isClear: Bool {
        let report = report()
        guard report.diagnostics.count == 1, let found = report.diagnostics.first else { return false }
        let source = report.sources[found.span.file]
        let text = String(decoding: source.bytes[found.span.start...], as: UTF8.self)
        return source.path == problem.path && text.hasPrefix(problem.text)
            && report.text(color: false, width: nil).contains(advice)
    }

    /// The problems that `waybill check` finds, or else those of `waybill test`.
    func report() -> LintReport {
        let paths = ["Routes/chat.test.yaml", "Routes/chat.yaml", "Routes/staff.yaml"]
        let sources = paths.map { SourceFile(path: $0, bytes: Array(text(of: $0).utf8)) }
        let compilation = Compilation.compile(
            files: ManifestFiles(sources: sources), requiresVariables: false)
        let name = ConfigurationFile.name
        let file = ConfigurationFile(source: SourceFile(path: name, bytes: Array(text(of: name).utf8)))
        let report = compilation.lint(compilation.configuration(file))
        return report.diagnostics.isEmpty ? compilation.tested().lint() : report
    }

    private func text(of path: String) -> String {
        let text = Self.text(of: path)
        guard path == self.path else { return text }
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let range = line - 1..<line - 1 + old.count
        precondition(Array(lines[range]) == old, "'\(name)' changes other lines than it says")
        lines.replaceSubrange(range, with: new)
        return lines.joined(separator: "\n")
    }

    private static func text(of path: String) -> String {
        (try? String(contentsOf: folder.appending(path: path), encoding: .utf8)) ?? ""
    }
}
