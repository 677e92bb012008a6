package import ArgumentParser
import WaybillManifest
import WaybillReports
import WaybillRules

/// The verb `routes`.
package struct Routes<Host: CommandHost>: Verb {
    package static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "routes",
            abstract: "List all routes in order of precedence.",
            discussion: """
                Prints one row for each pattern. If two patterns match a request, the upper one takes precedence.

                Examples:
                  \(Host.command) routes
                  \(Host.command) routes Routes --format json
                """)
    }

    @OptionGroup package var manifests: ManifestSetOptions<Host>

    @OptionGroup package var reporting: FormatOptions<PlainFormat>

    @OptionGroup package var output: OutputOptions

    package init() {}

    package func perform() throws {
        let compilation = try ManifestSetOptions<Host>.compilationWithTable(
            of: manifests.files(), manifests.environment)
        guard let report = RoutesReport(compilation, digest: compilation.digest) else { throw Status.failure.exit }
        try reporting.write(json: report.json) { _, _ in report.text }
    }
}
