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
