import ArgumentParser
import WaybillCommandSupport
import WaybillManifest
import WaybillReports
import WaybillSyntax
import WaybillTools

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The output and the exit status of a check.
struct ReportOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            Choose the format of the report. FORMAT=FILE writes it to a file. May be repeated. Default: text, or github if \
            GITHUB_ACTIONS is true.
            """, valueName: "format[=file]"))
    var format: [FormatOption<ReportFormat>] = []

    @Option(help: ArgumentHelp("Exit with 1 at this severity or above.", valueName: "severity"))
    var failOn: Severity = .error

    func validate() throws { try FormatOption.validate(format) }

    /// Returns the report in every requested format.
    func rendered(_ report: LintReport) -> [Output.Text] {
        (format.isEmpty ? [Self.standard] : format).map { option in
            let style = ReportStyle.standard(isOnScreen: option.file == nil, failOn: failOn)
            let text = report.rendered(as: option.format, style: style)
            return Output.Text(file: option.file, text: text)
        }
    }

    /// Writes text about rules: JSON if it is requested, text for every other format.
    func write(_ answer: (text: String, json: String)) throws {
        try FormatOption.write(format, default: .text) { $0.format == .json ? answer.json : answer.text }
    }

    /// Whether text for people goes to standard output.
    var isForPeople: Bool {
        (format.isEmpty ? [Self.standard] : format).contains { $0.format == .text && $0.file == nil }
    }

    private static var standard: FormatOption<ReportFormat> { FormatOption(Output.isOnGitHub ? .github : .text) }
}

extension ReportStyle {
    /// Returns the style of a report of this run.
    static func standard(isOnScreen: Bool, failOn: Severity = .error) -> ReportStyle {
        ReportStyle(
            color: isOnScreen && Output.isColored, width: isOnScreen ? System.terminalWidth : nil, failOn: failOn,
            folder: FileManager.default.currentDirectoryPath, isQuiet: Output.isQuiet)
    }
}
