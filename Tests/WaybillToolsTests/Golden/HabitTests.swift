import Foundation
import Testing
import WaybillManifest
import WaybillSyntax
import WaybillTools

/// Mistakes that people make who know other routers, other tools and little YAML: `Tests/Fixtures/habits`.
///
/// Each file has one mistake, which `# mistake:` names. `# want: ID line:column` is the one finding that it deserves, and each
/// `# help:` a part of what that finding says, in its message or in its help. They are written by hand, from the text alone,
/// before anybody looks at what the code says.
@Suite("Mistakes of habit")
struct HabitTests {
    /// What is not met yet.
    private static let unmet: Set = ["duplicate-key.yaml"]

    @Test("One mistake makes one finding, at its place, with help that ends it", arguments: Habit.all)
    func finding(_ habit: Habit) {
        if Self.unmet.contains(habit.testDescription) {
            return withKnownIssue { meet(habit) }
        }
        meet(habit)
    }

    private func meet(_ habit: Habit) {
        #expect(habit.wanted.count == 1, "write '# want: ID line:column'")
        #expect(!habit.help.isEmpty, "write '# help: …'")
        let report = habit.lint()
        #expect(report.diagnostics.map { GoldenFinding($0, in: report.sources) } == habit.wanted)
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

    var wanted: [GoldenFinding] { GoldenFinding.wanted(in: source).findings }

    var help: [String] {
        let mark = "# help: "
        return (1...source.lineCount).map(source.text(ofLine:)).filter { $0.hasPrefix(mark) }
            .map { String($0.dropFirst(mark.count)) }
    }

    func lint() -> LintReport { Compilation.compile(files: ManifestFiles(sources: [source])).lint() }
}
