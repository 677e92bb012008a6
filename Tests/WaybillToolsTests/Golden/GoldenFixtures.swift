import Foundation
import Testing
import WaybillManifest
import WaybillReports
import WaybillRules
import WaybillSyntax
import WaybillTools

/// The corpus of `waybill check`, in `Tests/Fixtures/check`. A new case is only new files:
///
/// - `errors/X/NAME.yaml` with `NAME.out`: one file with errors, in the folder of the letter of most of its rules.
/// - `projects/NAME/**.yaml` with `NAME.out`: a set of several files, with or without a `.waybill.yaml`.
/// - `ok/NAME.yaml`: a file without a diagnostic.
///
/// Comment lines `# want: ID line:column` at the end of a file are its expected diagnostics. The author of a case
/// writes them by hand, from the text alone. The test writes the `.out`, and the author of the case must read it.
enum GoldenFixtures {
    /// The resolved path of the folder: tests may be built through symbolic links.
    static let folder: URL =
        URL(filePath: #filePath).resolvingSymlinksInPath()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Fixtures/check")

    /// The folders of files with errors: one for each letter of rules.
    private static let groups =
        ["errors"] + names(in: "errors", ending: "").filter { $0.count == 1 }.map { "errors/\($0)" }

    static let broken: [GoldenCase] =
        groups.flatMap { group in
            names(in: group, ending: ".yaml").map {
                GoldenCase(path: "\(group)/\($0)", output: "\(group)/\($0.stem).out")
            }
        }
        + names(in: "projects", ending: "").filter { !$0.contains(".") }
        .map { GoldenCase(path: "projects/\($0)", output: "projects/\($0).out") }

    static let sound: [GoldenCase] = names(in: "ok", ending: ".yaml").map { GoldenCase(path: "ok/\($0)", output: "") }

    /// The paths of all outputs.
    static let outputs: [String] = (groups + ["projects"]).flatMap { section in
        names(in: section, ending: ".out").map { "\(section)/\($0)" }
    }

    static func url(_ path: String) -> URL { folder.appending(path: path) }

    static func text(_ path: String) -> String? {
        (try? Data(contentsOf: url(path))).map { String(decoding: $0, as: UTF8.self) }
    }

    private static func names(in section: String, ending: String) -> [String] {
        let names = try? FileManager.default.contentsOfDirectory(atPath: url(section).path(percentEncoded: false))
        return (names ?? []).filter { $0.hasSuffix(ending) && !$0.hasPrefix(".") }.sorted()
    }
}

/// A file or a folder of the corpus with its expected output, as paths inside the corpus.
struct GoldenCase: Sendable, CustomTestStringConvertible {
    var path: String
    var output: String

    var testDescription: String { path }

    /// The output of check for the case. The `.waybill.yaml` of a project is applied, and the baseline and the registry
    /// that it names.
    func lint() -> LintReport {
        let compilation = compilation
        let configuration = compilation.configuration(configuration)
        let options = LintOptions(
            baseline: configuration.baselinePath.flatMap(source), registry: registry(of: configuration))
        return compilation.lint(configuration, options: options)
    }

    private func registry(of configuration: LintConfiguration) -> RegistryUse? {
        guard let path = configuration.registryPath, let named = configuration.registry else { return nil }
        guard let file = source(path), let description = try? RegistryDescription(json: file.bytes) else {
            return .missing(path, at: named.span)
        }
        return .checked(description, file: file)
    }

    var configuration: ConfigurationFile? { source("\(path)/\(ConfigurationFile.name)").map(ConfigurationFile.init) }

    func source(_ path: String) -> SourceFile? {
        (try? Data(contentsOf: GoldenFixtures.url(path))).map { SourceFile(path: path, bytes: Array($0)) }
    }

    /// The compilation of the case, with the paths of its files inside the corpus. Compiled once for all tests.
    var compilation: Compilation { Self.compilations.value(path) { compile() } }

    private static let compilations = Memo<Compilation>()

    func compile() -> Compilation { Compilation.compile(files: ManifestFiles(sources: files())) }

    func files() -> [SourceFile] {
        let root = GoldenFixtures.folder.path(percentEncoded: false) + "/"
        let onDisk = ManifestFiles.read(paths: [root + path])
        return onDisk.files.map { file in
            SourceFile(path: String(file.path.dropFirst(root.count)), bytes: file.bytes)
        }
    }
}

extension String {
    fileprivate var stem: String { String(prefix { $0 != "." }) }
}
