import ArgumentParser
import WaybillCommandSupport
import WaybillManifest

/// The verb `test`.
struct Test<Provider: RegistryProvider>: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "test",
            abstract: "Run the tests of the manifests.",
            discussion: """
                Opens every request under 'tests:', in manifests and in *.test.yaml files beside them, and compares where it \
                goes with what is expected. No code of the service runs.

                Examples:
                  \(ServiceHost<Provider>.command) test
                  \(ServiceHost<Provider>.command) test --filter notes.show --format json
                """)
    }

    @OptionGroup var manifests: ManifestSetOptions<ServiceHost<Provider>>

    @OptionGroup var reporting: PlainReportOptions

    @OptionGroup var selection: TestFilterOptions

    func run() throws {
        let compilation = try manifests.compileWithoutErrors()
        guard let report = RouteTestReport(compilation, filter: selection.tests) else { throw Status.failure.exit }
        try selection.check(report.run)
        try reporting.write(json: report.json) { report.text(color: $0, width: $1) }
        if !report.run.isPassed { throw Status.findings.exit }
    }
}
