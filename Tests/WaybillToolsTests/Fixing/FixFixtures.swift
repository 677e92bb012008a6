import Foundation
import Testing
import WaybillManifest
import WaybillRules
import WaybillSyntax
import WaybillTools

/// A set in memory to be fixed, with its configuration.
struct FixInput {
    var manifests: [SourceFile]
    var configuration: ConfigurationFile?
    var baseline: SourceFile?

    /// The values of the variables that fixes write.
    private static let environment = ["API_TOKEN": "a", "DB_HOST": "b", "_2": "c"]

    init(_ manifests: [SourceFile], _ configuration: ConfigurationFile? = nil, _ baseline: SourceFile? = nil) {
        self.manifests = manifests
        self.configuration = configuration
        self.baseline = baseline
    }

    init(_ golden: GoldenCase) {
        let path = golden.compilation.configuration(golden.configuration).baselinePath
        self.init(golden.files(), golden.configuration, path.flatMap(golden.source))
    }

    func check(_ replaced: [String: [UInt8]] = [:]) -> CheckedSet {
        let compilation = Compilation.compile(
            files: ManifestFiles(sources: manifests).replacing(replaced), environment: Self.environment)
        let configuration = compilation.configuration(configuration?.replacing(replaced))
        let options = LintOptions(baseline: baseline?.replacing(replaced))
        return CheckedSet(compilation, compilation.lint(configuration, options: options))
    }

    func fixed(_ level: FixLevel) throws -> FixOutcome { try Fixer.run(level) { check($0) } }

    func replacing(_ contents: [String: [UInt8]]) -> FixInput {
        FixInput(
            manifests.map { $0.replacing(contents) }, configuration?.replacing(contents),
            baseline?.replacing(contents))
    }

    func applying(_ outcome: FixOutcome) -> FixInput {
        replacing(Dictionary(uniqueKeysWithValues: outcome.changes.map { ($0.path, $0.new) }))
    }
}

/// Cases of `Tests/Fixtures/fix`: `NAME.yaml` as written by hand, and the result of each level.
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
