import ArgumentParser
import Synchronization
import WaybillManifest
import WaybillSyntax
import WaybillTools

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The set that a verb works on.
struct ManifestOptions: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "Manifests: files, or folders with every *.yaml and *.yml below them.", valueName: "paths"),
        completion: .file(extensions: ["yaml", "yml"]))
    var paths: [String] = ["Routes"]

    func files() -> ManifestFiles { ManifestFiles.read(paths: paths) }

    func compile() -> Compilation { compile(files()) }

    func compile(_ files: ManifestFiles) -> Compilation { Self.compile(files) }

    static func compile(_ files: ManifestFiles) -> Compilation {
        let compilation = Compilation.compile(files: files, environment: ProcessInfo.processInfo.environment)
        kept.withLock { $0 = compilation }
        return compilation
    }

    /// What was compiled last, until the process ends and all memory goes at once: to free a large set piece by piece
    /// takes a good part of the time in which it was compiled.
    private static let kept = Mutex<Compilation?>(nil)

    /// The compiled set, for verbs that need a table.
    ///
    /// - Throws: The exit status, once the mistakes are on standard error.
    func compileWithoutErrors() throws -> Compilation {
        try Self.soundCompilation(of: files())
    }

    /// A set that a table could be made of.
    ///
    /// - Throws: The exit status, once the mistakes are on standard error.
    static func soundCompilation(of files: ManifestFiles) throws -> Compilation {
        let compilation = compile(files)
        if let refusal = refusal(of: compilation) { throw refusal }
        return compilation
    }

    /// The exit status of a set with errors, once they are on standard error.
    static func refusal(of compilation: Compilation) -> ExitCode? {
        guard compilation.hasErrors else { return nil }
        Output.write(compilation.text(color: false, width: nil), to: .standardError)
        return compilation.isReadable ? Status.findings.exit : Status.failure.exit
    }
}
