import Foundation
import Testing
import WaybillManifest
import WaybillReports
import WaybillRules
import WaybillSyntax
import WaybillTools

/// Errors of people who know other routers, other tools and little YAML: `Tests/Fixtures/habits`.
///
/// Each file has one error, which `# error:` names. `# want: ID line:column` is the only diagnostic that it should
/// have, and each `# help:` is a part of the diagnostic's message or help. They are written by hand, from the text
/// alone, before anybody looks at the output.
@Suite("Habits of other tools")
struct HabitTests {
    /// The unmet wishes.
    private static let unmet: Set = ["duplicate-key.yaml"]

    @Test("One error makes one diagnostic, at its place, with help that solves it", arguments: Habit.all)
    func diagnostic(_ habit: Habit) {
        if Self.unmet.contains(habit.testDescription) {
            return withKnownIssue { meet(habit) }
        }
        meet(habit)
    }

    private func meet(_ habit: Habit) {
        #expect(habit.wanted.count == 1, "write '# want: ID line:column'")
        #expect(!habit.help.isEmpty, "write '# help: …'")
        let report = habit.lint()
        #expect(report.diagnostics.map { GoldenDiagnostic($0, in: report.sources) } == habit.wanted)
        let said = report.diagnostics.map(\.paragraph).joined()
        for help in habit.help { #expect(said.contains(help)) }
    }

    @Test("There are many")
    func count() {
        #expect(Habit.all.count >= 200)
    }
}

struct Habit: Sendable, CustomTestStringConvertible {
    private let source: SourceFile

    static let all: [Habit] = {
        let folder = GoldenFixtures.folder.deletingLastPathComponent().appending(path: "habits")
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))
        return (names ?? []).filter { $0.hasSuffix(".yaml") }.sorted().compactMap { name in
            (try? Data(contentsOf: folder.appending(path: name))).map {
                Habit(source: SourceFile(path: name, bytes: Array($0)))
            }
        }
    }()

    var testDescription: String { source.path }

    var wanted: [GoldenDiagnostic] { GoldenDiagnostic.wanted(in: source).diagnostics }

    var help: [String] {
        let mark = "# help: "
        return (1...source.lineCount).map(source.text(ofLine:)).filter { $0.hasPrefix(mark) }
            .map { String($0.dropFirst(mark.count)) }
    }

    func lint() -> LintReport { Compilation.compile(files: ManifestFiles(sources: [source])).lint() }
}
