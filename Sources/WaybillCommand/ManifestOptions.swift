import ArgumentParser
import Foundation
import WaybillManifest

/// The set that a verb works on.
struct ManifestOptions: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "Manifests: files, or folders with every *.yaml and *.yml below them.", valueName: "paths"),
        completion: .file(extensions: ["yaml", "yml"]))
    var paths: [String] = ["Routes"]

    func files() -> ManifestFiles { ManifestFiles.read(paths: paths) }

    func compile() -> Compilation { compile(files()) }

    func compile(_ files: ManifestFiles) -> Compilation {
        Compilation.compile(files: files, environment: ProcessInfo.processInfo.environment)
    }

    /// The compiled set, for verbs that need a table.
    ///
    /// - Throws: The exit status, once the mistakes are on standard error.
    func compileWithoutErrors() throws -> Compilation {
        let compilation = compile()
        guard compilation.hasErrors else { return compilation }
        Output.write(compilation.text(color: false, width: nil), to: .standardError)
        throw compilation.isReadable ? Status.findings.exit : Status.failure.exit
    }
}

/// `text`, `json`, or either into a file: `json=report.json`.
struct ReportFormat: ExpressibleByArgument {
    enum Kind: String, CaseIterable { case text, json }

    var kind: Kind
    var file: String?

    init?(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
        guard let kind = parts.first.flatMap(Kind.init) else { return nil }
        self.kind = kind
        file = parts.count > 1 ? parts[1] : nil
    }

    init(_ kind: Kind) { self.kind = kind }

    var defaultValueDescription: String { kind.rawValue }

    static var allValueStrings: [String] { Kind.allCases.map(\.rawValue) }

    /// Writes the report where it belongs.
    ///
    /// - Throws: The exit status, once the reason is on standard error.
    func write(_ text: String) throws {
        guard let file else { return Output.write(text) }
        do {
            try Output.write(text, toFile: file)
        } catch {
            Output.write("waybill: cannot write '\(file)': \(error.localizedDescription)\n", to: .standardError)
            throw Status.failure.exit
        }
    }
}
