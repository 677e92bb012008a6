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

    @Option(
        help: ArgumentHelp(
            "How to report: text (unless given) or json; with =FILE into a file; may be given twice.",
            valueName: "format[=file]"))
    var format: [FormatOption<PlainFormat>] = []

    func validate() throws { try FormatOption.validate(format) }

    func run() throws {
        let compilation = try manifests.compileWithoutErrors()
        guard let report = RoutesReport(compilation) else { throw Status.failure.exit }
        for option in format.isEmpty ? [FormatOption(.text)] : format {
            try option.write(option.format == .json ? JSONText.encode(report) : report.text)
        }
    }
}
