package import ArgumentParser
import Synchronization
import WaybillManifest
package import WaybillReports
package import WaybillRules
package import WaybillSyntax

/// The set of a verb.
package struct ManifestSetOptions<Host: CommandHost>: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "Manifests: files, folders with every *.yaml and *.yml below them, or '-' for standard input.",
            valueName: "paths"),
        completion: .file(extensions: ["yaml", "yml"]))
    package var paths: [String] = Host.manifests

    @OptionGroup package var input: StandardInput

    @OptionGroup package var environment: Host.EnvironmentOptions

    package init() {}

    /// Whether one of the manifests comes from standard input.
    package var readsInput: Bool { paths.contains(StandardInput.path) }

    /// Returns the files of the set. Standard input replaces the file of `--stdin-path`, even if it is on disk, so that
    /// an editor can check an unsaved file together with the rest of its set.
    ///
    /// - Parameter configuration: Where it is said which files are not part of the set.
    /// - Throws: The exit status, after the reason is printed to standard error.
    package func files(_ configuration: ConfigurationPlace = .nearest) throws -> ManifestFiles {
        guard readsInput else { return ManifestFiles.read(paths: paths, configuration: configuration) }
        let source = try input.read()
        // A file that is reached twice keeps its first name.
        let given = [source.path] + paths.filter { $0 != StandardInput.path }
        let files = ManifestFiles.read(paths: given, configuration: configuration)
            .replacing([source.path: source.bytes])
        guard files.files.contains(where: { $0.path == source.path }) else {
            throw Output.failure(
                "'--stdin-path' needs the path of a manifest, found the folder '\(source.path)'", .wrongUsage)
        }
        return files
    }

    /// - Throws: The exit status, after the reason is printed to standard error.
    package func compile() throws -> Compilation { try Self.compile(files(), environment) }

    /// - Throws: The exit status, after the reason is printed to standard error.
    package static func compile(
        _ files: ManifestFiles, _ environment: Host.EnvironmentOptions
    ) throws -> Compilation {
        let compilation = try Host.compile(files, environment)
        keep(compilation)
        return compilation
    }

    /// Keeps a compilation until the process ends.
    package static func keep(_ compilation: Compilation) { kept.withLock { $0 = compilation } }

    /// Compiles a set that must have a table.
    ///
    /// - Throws: The exit status, after the errors are printed to standard error.
    package static func compilationWithTable(
        of files: ManifestFiles, _ environment: Host.EnvironmentOptions
    ) throws -> Compilation {
        let compilation = try compile(files, environment)
        if let refusal = refusal(of: compilation) { throw refusal }
        return compilation
    }

    /// Returns the exit status of a set with errors, after printing them to standard error.
    package static func refusal(of compilation: Compilation) -> ExitCode? {
        guard compilation.hasErrors else { return nil }
        let report = Host.report(on: compilation)
        var short = report.agent(ReportStyle(isQuiet: Output.isQuiet))
        short.next = nil
        let isShort = OutputFormatVariable.isForAgents
        Output.write(
            isShort ? short.text : report.text(color: false, width: nil, isQuiet: Output.isQuiet), to: .standardError)
        return compilation.isReadable ? Status.problems.exit : Status.failure.exit
    }
}

/// The last compilation, kept until the process ends and all memory is freed at once. Freeing a large set piece by
/// piece takes almost as long as compiling it.
private let kept = Mutex<Compilation?>(nil)

/// The program that runs verbs: the command `waybill`, or the executable of a service.
package protocol CommandHost {
    /// The command before its verbs: `waybill`.
    static var command: String { get }

    /// The paths of the set unless others are given.
    static var manifests: [String] { get }

    /// How a set gets its values of the environment.
    associatedtype EnvironmentOptions: ParsableArguments

    /// Compiles a set, with everything that this host knows about it.
    ///
    /// - Throws: The exit status, after the reason is printed to standard error.
    static func compile(_ files: ManifestFiles, _ environment: EnvironmentOptions) throws -> Compilation

    /// Returns the report about a set.
    static func report(on compilation: Compilation) -> LintReport
}
