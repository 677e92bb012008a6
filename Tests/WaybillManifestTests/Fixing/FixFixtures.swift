import Foundation
import Testing
import WaybillManifest

/// Runs fixes over files in memory.
func fixing(_ sources: [SourceFile], _ level: FixLevel) -> FixOutcome {
    let files = ManifestFiles(sources: sources)
    return Fixer.run(level) { replaced in
        let compilation = Compilation.compile(files: files.replacing(replaced))
        return CheckedSet(compilation, compilation.lint())
    }
}

func fixing(_ text: String, _ level: FixLevel) -> String {
    let outcome = fixing([SourceFile(path: "a.yaml", bytes: Array(text.utf8))], level)
    return outcome.changes.first.map { String(decoding: $0.new, as: UTF8.self) } ?? text
}

/// Cases of `Tests/Fixtures/fix`: `NAME.yaml` as somebody wrote it, and what each level makes of it.
struct FixCase: Sendable, CustomTestStringConvertible {
    var name: String
    var level: FixLevel

    var testDescription: String { output }

    /// `NAME.fixed.yaml`, or `NAME.unsafe.yaml`.
    var output: String { "\(name).\(level == .safe ? "fixed" : "unsafe").yaml" }

    static let folder = GoldenFixtures.folder.deletingLastPathComponent().appending(path: "fix")

    static let all: [FixCase] = {
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))
        return (names ?? []).filter { $0.hasSuffix(".yaml") && $0.split(separator: ".").count == 2 }.sorted()
            .flatMap { name in FixLevel.allCases.map { FixCase(name: String(name.dropLast(5)), level: $0) } }
    }()

    func bytes(_ file: String) -> [UInt8]? {
        (try? Data(contentsOf: Self.folder.appending(path: file))).map(Array.init)
    }
}
