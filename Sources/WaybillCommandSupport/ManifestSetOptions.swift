package import ArgumentParser
import Synchronization
package import WaybillManifest
package import WaybillSyntax

/// The set that a verb works on.
package struct ManifestSetOptions<Host: CommandHost>: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "Manifests: files, folders with every *.yaml and *.yml below them, or '-' for standard input.",
            valueName: "paths"),
        completion: .file(extensions: ["yaml", "yml"]))
    package var paths: [String] = Host.manifests

    @OptionGroup package var input: StandardInput

    package init() {}

    /// Whether one of the manifests comes from standard input.
    package var readsInput: Bool { paths.contains(StandardInput.path) }

    /// The files of the set. Standard input takes the place of the file that `--stdin-path` names: of one on disk too, so that
    /// an editor can check what is not saved yet together with the rest of its set.
    ///
    /// - Throws: The exit status, once the reason is on standard error.
    package func files() throws -> ManifestFiles {
        guard readsInput else { return ManifestFiles.read(paths: paths) }
        let source = try input.read()
        // A file that is reached twice has the name under which it is reached first.
        let files = ManifestFiles.read(paths: [source.path] + paths.filter { $0 != StandardInput.path })
            .replacing([source.path: source.bytes])
        guard files.files.contains(where: { $0.path == source.path }) else {
            Output.write(
                "waybill: '--stdin-path' needs the path of a manifest, found the folder '\(source.path)'\n",
                to: .standardError)
            throw Status.wrongUsage.exit
        }
        return files
    }

    /// - Throws: The exit status, once the reason is on standard error.
    package func compile() throws -> Compilation { try compile(files()) }

    /// - Throws: The exit status, once the reason is on standard error.
    package func compile(_ files: ManifestFiles) throws -> Compilation { try Self.compile(files) }

    private static func compile(_ files: ManifestFiles) throws -> Compilation {
        let compilation = try Host.compile(files)
        kept.withLock { $0 = compilation }
        return compilation
    }

    /// The compiled set, for verbs that need a table.
    ///
    /// - Throws: The exit status, once the mistakes are on standard error.
    package func compileWithoutErrors() throws -> Compilation {
        try Self.soundCompilation(of: files())
    }

    /// A set that a table could be made of.
    ///
    /// - Throws: The exit status, once the mistakes are on standard error.
    package static func soundCompilation(of files: ManifestFiles) throws -> Compilation {
        let compilation = try compile(files)
        if let refusal = refusal(of: compilation) { throw refusal }
        return compilation
    }

    /// The exit status of a set with errors, once they are on standard error.
    package static func refusal(of compilation: Compilation) -> ExitCode? {
        guard compilation.hasErrors else { return nil }
        Output.write(
            Host.report(on: compilation).text(color: false, width: nil, isQuiet: Output.isQuiet), to: .standardError)
        return compilation.isReadable ? Status.findings.exit : Status.failure.exit
    }
}

/// What was compiled last, until the process ends and all memory goes at once: to free a large set piece by piece takes a
/// good part of the time in which it was compiled.
private let kept = Mutex<Compilation?>(nil)
