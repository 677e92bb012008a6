import ArgumentParser
import WaybillCommandSupport
import WaybillManifest
import WaybillSyntax

/// The verb `check`.
struct Check<Provider: RegistryProvider>: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "check",
            abstract: "Find every problem of the manifests, alone and for the code of this service.",
            discussion: """
                Finds whatever would keep this executable from serving the manifests: names of code that it does not have, \
                'with' that its configurations cannot be decoded from, captive and circular dependencies; and all that \
                compiling finds. How manifests are written is checked by the command 'waybill check'.

                Examples:
                  \(ServiceHost<Provider>.command) check
                  \(ServiceHost<Provider>.command) check Routes --fail-on warning
                  \(ServiceHost<Provider>.command) check --format json=report.json --format text
                """)
    }

    @OptionGroup var manifests: ManifestSetOptions<ServiceHost<Provider>>

    @OptionGroup var reporting: PlainReportOptions

    @Option(help: "Exit with 1 at this severity or above.")
    var failOn: Severity = .error

    @OptionGroup var configuration: ConfigurationOptions

    func run() throws {
        let files = manifests.files()
        let compilation = try manifests.compile(files)
        let report = LintReport(compilation, compilation.configuration(configuration.file(for: files)))
        try reporting.write(json: report.json) { report.text(color: $0, width: $1) }
        let status = report.status(of: compilation, failOn: failOn)
        if status != 0 { throw ExitCode(status) }
    }
}
