package import ArgumentParser
import WaybillManifest

/// The verb `routes`.
package struct Routes<Host: CommandHost>: ParsableCommand {
    package static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "routes",
            abstract: "List the whole table in the order of precedence.",
            discussion: """
                One row for each pattern: of two that match a request the upper one serves it.

                Examples:
                  \(Host.command) routes
                  \(Host.command) routes Routes --format json
                """)
    }

    @OptionGroup package var manifests: ManifestSetOptions<Host>

    @OptionGroup package var reporting: PlainReportOptions

    package init() {}

    package func run() throws {
        let compilation = try manifests.compileWithoutErrors()
        guard let report = RoutesReport(compilation) else { throw Status.failure.exit }
        try reporting.write(json: JSONText.encode(report)) { _, _ in report.text }
    }
}
