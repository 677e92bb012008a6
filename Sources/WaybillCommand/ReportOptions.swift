import ArgumentParser
import WaybillCommandSupport
import WaybillManifest
import WaybillReports
import WaybillSyntax
package import WaybillTools

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The output and the exit status of a check.
struct ReportOptions: ParsableArguments {
    @OptionGroup var formats: FormatOptions<ReportFormat>

    @Option(help: ArgumentHelp("Exit with 1 at this severity or above.", valueName: "severity"))
    var failOn: Severity = .error

    /// Returns the report in every requested format.
    ///
    /// - Parameter paths: The paths of the set, for the commands that a report proposes.
    func rendered(_ report: LintReport, _ paths: [String]) -> [Output.Text] {
        formats.requested.map { option in
            var style = ReportStyle.standard(isOnScreen: option.file == nil, failOn: failOn)
            style.paths = paths
            let text = report.rendered(as: option.format, style: style)
            return Output.Text(file: option.file, text: text)
        }
    }

    /// Writes text about rules: JSON if it is requested, text for every other format.
    func write(_ answer: (text: String, json: String)) throws {
        try formats.write { $0.format == .json ? answer.json : answer.text }
    }

    /// Whether text for people goes to standard output.
    var isForPeople: Bool { formats.requested.contains { $0.format == .text && $0.file == nil } }
}

extension ReportFormat: OutputFormat {
    package static var usual: Self { .text }
    package static var onGitHub: Self? { .github }
    package static var forAgents: Self? { .agent }
}

extension ReportStyle {
    /// Returns the style of a report of this run.
    static func standard(isOnScreen: Bool, failOn: Severity = .error) -> ReportStyle {
        let folder = FileManager.default.currentDirectoryPath
        return ReportStyle(
            color: isOnScreen && Output.isColored, width: isOnScreen ? System.terminalWidth : nil, failOn: failOn,
            folder: folder, root: root(of: folder), isQuiet: Output.isQuiet)
    }

    /// Returns the root of the repository that contains a folder. A job in a container may have a copy without `.git`; then
    /// the folder that the job was given is the root.
    private static func root(of folder: String) -> String? {
        var place = folder[...]
        while !place.isEmpty {
            if FileManager.default.fileExists(atPath: place + "/.git") { return String(place) }
            place = place[..<(place.lastIndex(of: "/") ?? place.startIndex)]
        }
        let environment = ProcessInfo.processInfo.environment
        return ["GITHUB_WORKSPACE", "CI_PROJECT_DIR"].compactMap { environment[$0] }.first {
            $0.hasPrefix("/") && (folder + "/").hasPrefix($0.hasSuffix("/") ? $0 : $0 + "/")
        }
    }
}
