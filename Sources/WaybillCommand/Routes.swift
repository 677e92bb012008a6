import ArgumentParser
import WaybillManifest

struct Routes: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "List the whole table in the order of precedence.",
        discussion: """
            One row for each pattern: of two that match a request the upper one serves it.

            Examples:
              waybill routes
              waybill routes Routes --format json
            """)

    @OptionGroup var manifests: ManifestOptions

    @Option(help: "How to report: text or json.")
    var format: ReportFormat = ReportFormat(.text)

    func run() throws {
        let compilation = try manifests.compileWithoutErrors()
        guard let report = RoutesReport(compilation) else { throw Status.failure.exit }
        try format.write(format.kind == .json ? JSONText.encode(report) : report.text)
    }
}
