import ArgumentParser
import WaybillCommandSupport
import WaybillManifest
import WaybillReports
import WaybillRules
import WaybillSyntax

/// The verb `check`.
struct Check<Provider: RegistryProvider>: Verb {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "check",
            abstract: "Check the manifests, alone and against the code of this service.",
            discussion: """
                Reports everything that keeps this executable from serving the manifests: names that are not registered, \
                'with' values that cannot be decoded, captive and circular dependencies, and the errors of the manifests. \
                The command 'waybill check' also checks how manifests are written.

                Examples:
                  \(ServiceHost<Provider>.command) check
                  \(ServiceHost<Provider>.command) check Routes --fail-on warning
                  \(ServiceHost<Provider>.command) check --format json=report.json --format text
                """)
    }

    @OptionGroup var manifests: ManifestSetOptions<ServiceHost<Provider>>

    @OptionGroup var reporting: FormatOptions<PlainFormat>

    @Option(help: ArgumentHelp("Exit with 1 at this severity or above.", valueName: "severity"))
    var failOn: Severity = .error

    @OptionGroup var configuration: ConfigurationOptions

    @OptionGroup var output: OutputOptions

    func perform() throws {
        let files = try manifests.files(configuration.place)
        let compilation = try ManifestSetOptions<ServiceHost<Provider>>.compile(files, manifests.environment)
        let report = LintRun(compilation, compilation.configuration(configuration.file(for: files))).finished()
        try reporting.write(json: report.json) { report.text(color: $0, width: $1, isQuiet: Output.isQuiet) }
        let status = report.status(of: compilation, failOn: failOn)
        if status != 0 { throw ExitCode(status) }
    }
}
