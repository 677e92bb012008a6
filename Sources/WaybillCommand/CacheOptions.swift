import ArgumentParser
import WaybillManifest
import WaybillTools

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Where `check` keeps results of its runs.
struct CacheOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            Keep the results of runs in a folder, and print that of an earlier run where it would be the same: \
            --cache alone keeps them in \(Self.standardFolder).
            """, valueName: "folder"))
    var cache: String?

    static let standardFolder = ".waybill-cache"

    /// The result of an earlier run that would be the same now, or that of `run`, which is kept.
    func result(style: ReportStyle, run: () throws -> RunResult) throws -> RunResult {
        guard let cache, let build = WaybillBuild.current else { return try run() }
        let environment = ProcessInfo.processInfo.environment
        let (result, problem) = try RunCache(folder: cache)
            .result(for: Self.request(style, build), environment: environment, run: run)
        if let problem { Output.write("waybill: the cache '\(cache)' \(problem)\n", to: .standardError) }
        return result
    }

    /// All that a result depends on besides what its run reads.
    ///
    /// The arguments as they were written: an option that was forgotten here would be one that does nothing.
    private static func request(_ style: ReportStyle, _ build: String) -> [String] {
        let today = CalendarDay.today
        return [
            WaybillVersion.current, build, style.folder ?? "", "\(style.color)", "\(style.width ?? 0)",
            "\(Output.isOnGitHub)", "\(today.year)-\(today.month)-\(today.day)",
        ] + CommandLine.arguments.dropFirst().filter { !$0.hasPrefix("--cache=") && $0 != "--cache" }
    }
}
