import ArgumentParser
import WaybillCommandSupport
import WaybillManifest
import WaybillReports

/// The verb `test`.
struct Test<Provider: RegistryProvider>: Verb {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "test",
            abstract: "Run the route tests of the manifests.",
            discussion: """
                Follows each request under 'tests:', in manifests and in *.test.yaml files, and compares the route that it \
                reaches with the expected one. No code of the service runs.

                Examples:
                  \(ServiceHost<Provider>.command) test
                  \(ServiceHost<Provider>.command) test --filter notes.show --format json
                """)
    }

    @OptionGroup var manifests: ManifestSetOptions<ServiceHost<Provider>>

    @OptionGroup var reporting: FormatOptions<PlainFormat>

    @OptionGroup var selection: TestFilterOptions

    @OptionGroup var output: OutputOptions

    func perform() throws {
        let compilation = try ManifestSetOptions<ServiceHost<Provider>>.compilationWithTable(
            of: manifests.files(), manifests.environment)
        guard let report = RouteTestReport(compilation, filter: selection.tests) else { throw Status.failure.exit }
        try selection.check(report.run)
        try reporting.write(json: report.json) { report.text(color: $0, width: $1, isQuiet: Output.isQuiet) }
        if !report.run.isPassed { throw Status.problems.exit }
        try selection.requireTests(report.run)
    }
}
