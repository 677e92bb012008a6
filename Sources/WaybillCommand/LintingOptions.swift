import ArgumentParser
import WaybillCommandSupport
import WaybillManifest
import WaybillReports
import WaybillRules
import WaybillSyntax
import WaybillTools

/// The options of a check, besides its configuration.
struct LintingOptions: ParsableArguments {
    @OptionGroup var configuration: ConfigurationOptions

    @OptionGroup var registry: RegistryOptions

    @Option(
        help: ArgumentHelp(
            "Hide the problems in this baseline. Default: 'baseline' of the configuration.",
            valueName: "file"),
        completion: .file(extensions: ["json"]))
    var baseline: String?

    @Option(
        help: ArgumentHelp("Write a baseline: hide all current problems in later runs.", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var writeBaseline: String?

    @Option(
        help: ArgumentHelp(
            """
            Report only problems on lines changed since this Git commit, and errors that keep the set from loading. \
            'main...' is the commit where this branch left main.
            """,
            valueName: "commit"))
    var since: String?

    /// Checks a set.
    ///
    /// - Parameters:
    ///   - replaced: Contents that replace those on disk, by path, also of the configuration and the baseline.
    ///   - contract: Compares the set with an OpenAPI document. Then only that is reported.
    /// - Throws: The exit status, after the reason is printed to standard error.
    func report(
        on files: ManifestFiles, _ compilation: Compilation, _ replaced: [String: [UInt8]] = [:],
        contract: ((LintConfiguration) throws -> ContractFindings)? = nil
    ) throws -> LintReport {
        let configuration = compilation.configuration(configuration.file(for: files)?.replacing(replaced))
        var options = LintOptions(today: .today, registry: try registry.use(configuration))
        options.contract = try contract?(configuration)
        var baseline = baseline
        if let writeBaseline {
            if compilation.hasErrors {
                // Some checks did not run, so the file would lose what they found before.
                Output.report(
                    "'\(writeBaseline)' is not written, because the manifests have errors; correct them first")
            } else {
                try Output.write(compilation.baseline(configuration, options: options).json, toFile: writeBaseline)
                baseline = baseline ?? writeBaseline
            }
        }
        options.baseline = try (baseline.map(Self.baselineFile) ?? configuration.baselinePath.map(SourceFile.reading))?
            .replacing(replaced)
        options.change = try since.map { try Git(folder: files.root).changes(since: $0) }
        return compilation.lint(configuration, options: options)
    }

    /// A baseline of the command line must exist. A missing baseline of the configuration is in the report.
    private static func baselineFile(_ path: String) throws -> SourceFile {
        let file = SourceFile.reading(path)
        if file.isReadable { return file }
        throw Output.failure("cannot read '\(path)'")
    }
}
