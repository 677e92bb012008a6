import ArgumentParser
import WaybillCommandOptions
import WaybillCommandSupport
import WaybillManifest
import WaybillRules
import WaybillSyntax
import WaybillTraffic

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct Traffic: Verb {
    static let configuration = CommandConfiguration(
        abstract: "Count the requests of access logs by the routes that they reach.",
        discussion: """
            Follows each request of a log through the manifests, as 'explain' does, and counts requests by route, redirect and \
            interceptor. Lists routes that nobody requested, and requests that no route serves.

            Reads the Common, Combined and vhost formats of Apache, nginx and lighttpd, the HTTP log of HAProxy, and JSON lines, \
            such as those of Caddy, nginx, Envoy and Traefik.

            Reports show patterns and invented examples, and no logged value, unless --show-values is given.

            Exits with 1 if too many lines cannot be read, with 2 if a format is not recognized, and with 3 if a file \
            cannot be read.

            Examples:
              waybill traffic access.log
              zcat access.log.*.gz | waybill traffic -
              waybill traffic access.log --since 2030-01-31 --format markdown=traffic.md
              waybill traffic http://127.0.0.1:8080/_waybill/status
              waybill traffic app.jsonl --fields method=.request.method,url=.request.uri,status=.status,time=.ts
            """)

    @Argument(
        help: ArgumentHelp(
            """
            Access logs: files, or '-' for standard input; or the address of a running service's status or metrics. The token \
            for a service is read from \(RunningService.tokenVariable).
            """, valueName: "log"),
        completion: .file())
    var logs: [String]

    @Option(
        help: ArgumentHelp("Read these manifests: a file or a folder. May be repeated.", valueName: "path"),
        completion: .file(extensions: ["yaml", "yml"]))
    var routes: [String] = ["Routes"]

    @OptionGroup var log: TrafficLogOptions

    @Option(help: ArgumentHelp("List this many rows in each part of text and Markdown.", valueName: "number"))
    var top = 20

    @Option(
        help: ArgumentHelp("Exit with 1 if more than this share of the lines cannot be read.", valueName: "percentage"))
    var maxUnreadable: Percentage?

    @Flag(help: "Show real paths as examples, without queries and without the values of secret parameters.")
    var showValues = false

    @OptionGroup var reporting: FormatOptions<TrafficFormat>

    @OptionGroup var environment: CommandLineHost.EnvironmentOptions

    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard top > 0 else { throw ValidationError("'--top' needs a number above 0, found '\(top)'.") }
        if logs.count(where: { $0 == TrafficOptions.standardInput }) > 1 {
            throw ValidationError("Standard input can be read only once: write '-' once.")
        }
    }

    func perform() throws {
        let compilation = try ManifestOptions.compilationWithTable(of: ManifestFiles.read(paths: routes), environment)
        guard let report = try report(compilation) else { throw Status.failure.exit }
        try reporting.write { option in
            switch option.format {
            case .text: report.text(top: top, isQuiet: Output.isQuiet)
            case .json: report.json
            case .markdown: report.markdown(top: top)
            }
        }
        try check(report)
    }

    private func report(_ compilation: Compilation) throws -> TrafficReport? {
        if let service { return try TrafficReport(service.metrics(), from: service.address, compilation) }
        var options = log.options
        options.showsValues = showValues
        do throws(LogProblem) { return try TrafficReport(logs, compilation, options) } catch {
            throw TrafficLogOptions.failure(error, of: "waybill traffic")
        }
    }

    /// The running service whose metrics are read instead of a log.
    private var service: RunningService? {
        guard logs.count == 1, !FileManager.default.fileExists(atPath: logs[0]) else { return nil }
        return RunningService(address: logs[0])
    }

    /// A share of unreadable lines above this is reported, even if it is allowed.
    private static let usualLimit = 0.01

    private func check(_ report: TrafficReport) throws {
        let limit = maxUnreadable?.share ?? Self.usualLimit
        guard report.unreadableShare > limit, let reason = report.mainProblem else { return }
        Output.report(
            "\(report.unreadableShare.percentage) of the lines could not be read; the most frequent reason: \(reason)")
        if maxUnreadable != nil { throw Status.problems.exit }
    }
}

/// The output formats of `traffic`.
enum TrafficFormat: String, OutputFormat {
    case text, json, markdown

    static var usual: Self { .text }
}
