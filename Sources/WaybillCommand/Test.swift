public import ArgumentParser
import WaybillCommandOptions
import WaybillCommandSupport
import WaybillManifest
import WaybillReports
import WaybillRules
import WaybillSyntax
public import WaybillTools
import WaybillTraffic

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct Test: Verb {
    static let configuration = CommandConfiguration(
        abstract: "Run the route tests of the manifests.",
        discussion: """
            Follows each request under 'tests:', in manifests and in *.test.yaml files, and compares the route that it \
            reaches with the expected one. Needs no running service, and runs no Swift code.

            Coverage counts what the passing tests try: each pattern of each route, each interceptor where it runs and where \
            it does not, tag views that show a route and that hide it, values that a parameter accepts and that it rejects. \
            Percentages are rounded down.

            Exits with 1 if a test fails or there is none, if coverage or mutation score is too low, or if the manifests have \
            errors.

            Examples:
              waybill test
              waybill test --filter notes.show
              waybill test --coverage --fail-under 100
              waybill test --write Routes/more.test.yaml
              waybill test --coverage-detail lines
              waybill test --coverage --traffic access.log
              waybill test --suggest-from access.log > Routes/traffic.test.yaml
              waybill test --mutate --min-score 100
              waybill test --watch
              waybill test --format text --format junit=tests.xml
            """)

    @OptionGroup var manifests: ManifestOptions

    @OptionGroup var reporting: FormatOptions<RouteTestFormat>

    @OptionGroup var selection: TestFilterOptions

    @Flag(help: "Measure coverage, and list each case that no test covers, with a test to add.")
    var coverage = false

    @Option(
        help: ArgumentHelp(
            "Choose what --coverage prints: summary (percentages), list, or lines (also the manifests with counts). Implies "
                + "--coverage. Default: list.", valueName: "detail"))
    var coverageDetail: MeasuredTestReport.CoverageDetail?

    @Option(help: ArgumentHelp("Fail if the coverage is below this percentage.", valueName: "percentage"))
    var failUnder: Double?

    @Option(
        help: ArgumentHelp(
            "Write the tests that --coverage proposes into this new file, such as Routes/more.test.yaml. Implies --coverage.",
            valueName: "file"),
        completion: .file(extensions: ["yaml", "yml"]))
    var write: String?

    @Flag(
        help: """
            Change the set in small ways, one at a time, and list the changes that no test notices, each with a test to \
            add. '# waybill:allow K004 -- reason' suppresses one.
            """)
    var mutate = false

    @Option(
        help: ArgumentHelp(
            "Stop after this time, and report how many mutants were not run. Implies --mutate. Default: 60.",
            valueName: "seconds"))
    var mutateBudget: Double?

    @Option(
        help: ArgumentHelp(
            "Fail if the mutation score is below this percentage. Implies --mutate.", valueName: "percentage"))
    var minScore: Double?

    @Option(
        help: ArgumentHelp(
            """
            With --coverage, count the requests of this access log that exercise each uncovered case; '-' is standard input. \
            May be repeated.
            """,
            valueName: "log"),
        completion: .file())
    var traffic: [String] = []

    @Option(
        help: ArgumentHelp(
            """
            Print a file of tests for the most frequent kinds of requests in this access log that no test covers; '-' is \
            standard input.
            """,
            valueName: "log"),
        completion: .file())
    var suggestFrom: String?

    @OptionGroup(title: "Log options") var log: TrafficLogOptions

    @Flag(help: "Run again when a file of the set changes, until interrupted.")
    var watch = false

    @OptionGroup var output: OutputOptions

    private var isMutating: Bool { mutateBudget != nil || minScore != nil || mutate }

    func validate() throws {
        for (option, percentage) in [("--fail-under", failUnder), ("--min-score", minScore)] {
            guard let percentage, !(0...100).contains(percentage) else { continue }
            throw ValidationError("'\(option)' needs a percentage from 0 to 100, found '\(percentage)'.")
        }
        if let mutateBudget, !(0...1_000_000_000).contains(mutateBudget) {
            throw ValidationError("'--mutate-budget' needs seconds from 0 to 1000000000, found '\(mutateBudget)'.")
        }
        if let write, !SourceFile(path: write, bytes: []).isTestFile {
            throw ValidationError("'--write' needs a name that ends with '.test.yaml', found '\(write)'.")
        }
        if watch, write != nil { throw ValidationError("'--write' cannot be used with '--watch'.") }
        if watch, manifests.readsInput {
            throw ValidationError("'--watch' cannot read standard input again: remove '-'.")
        }
        if !traffic.isEmpty, !coverage, coverageDetail == nil {
            throw ValidationError("'--traffic' weighs coverage: add '--coverage'.")
        }
        if suggestFrom != nil, watch || !reporting.format.isEmpty || isMutating || !traffic.isEmpty {
            throw ValidationError("'--suggest-from' prints only tests: remove options of the report.")
        }
        if isMutating, !selection.filter.isEmpty {
            throw ValidationError("'--mutate' runs all tests: remove '--filter'.")
        }
    }

    func perform() throws {
        guard watch else { return try report(on: manifests.compile()) }
        while true {
            let compilation = try manifests.compile()
            do {
                try report(on: compilation)
            } catch is ExitCode {
                // The reason is already printed, and the next run may succeed.
            }
            Output.remark("waiting for a change")
            while try compilation.isCurrent(manifests.files()) {
                System.sleep(milliseconds: Self.pollInterval)
            }
        }
    }

    /// In milliseconds, between two readings of all files.
    private static let pollInterval: UInt32 = 200

    private func report(on compilation: Compilation) throws {
        if let refusal = ManifestOptions.refusal(of: compilation) { throw refusal }
        if let suggestFrom { return try suggest(from: suggestFrom, compilation) }
        let report = try report(of: compilation)
        try selection.check(report.run)
        try reporting.write { option in
            var style = ReportStyle.standard(isOnScreen: option.file == nil)
            style.paths = manifests.paths
            return report.rendered(as: option.format, style: style)
        }
        if let write { try writeTests(of: report, to: write) }
        if !report.isPassed { throw Status.problems.exit }
        try selection.requireTests(report.run)
    }

    private func writeTests(of report: MeasuredTestReport, to path: String) throws {
        guard let file = report.proposedFile else { return Output.remark("nothing to write: no test is proposed") }
        guard !FileManager.default.fileExists(atPath: path) else {
            throw Output.failure("'\(path)' is already there; give the name of a new file")
        }
        try Output.write(String(decoding: file, as: UTF8.self), toFile: path)
    }

    private func report(of compilation: Compilation) throws -> MeasuredTestReport {
        let isOfCoverage = reporting.requested.contains { $0.format.isOfCoverage }
        var report = MeasuredTestReport(
            compilation, filter: selection.tests,
            coverage: coverageDetail ?? (coverage || write != nil ? .list : isOfCoverage ? .summary : nil),
            failUnder: failUnder)
        if isMutating { report?.mutation = mutation(of: compilation) }
        guard var report else { throw Status.failure.exit }
        if !traffic.isEmpty { try add(traffic, to: &report, compilation) }
        return report
    }

    private func add(_ logs: [String], to report: inout MeasuredTestReport, _ compilation: Compilation) throws {
        do throws(LogProblem) { try report.addTraffic(of: logs, compilation, log.options) } catch {
            throw TrafficLogOptions.failure(
                error, of: suggestFrom == nil ? "waybill test --coverage --traffic" : "waybill test --suggest-from")
        }
    }

    /// The limit of suggested tests.
    private static let maximumSuggestions = 100

    private func suggest(from path: String, _ compilation: Compilation) throws {
        guard var report = MeasuredTestReport(compilation, filter: selection.tests, coverage: .list) else {
            throw Status.failure.exit
        }
        try add([path], to: &report, compilation)
        guard let text = report.suggestedTests(limit: Self.maximumSuggestions) else {
            return Output.remark("the tests cover each kind of request in the log")
        }
        Output.write(text)
    }

    private func mutation(of compilation: Compilation) -> MutationReport? {
        let limits = MutationLimits(budget: .seconds(mutateBudget ?? Self.defaultMutateBudget))
        return compilation.mutate(within: limits).map { MutationReport($0, minimum: minScore, today: .today) }
    }

    /// In seconds.
    private static let defaultMutateBudget = 60.0
}

extension RouteTestFormat: OutputFormat {
    package static var usual: Self { .text }
    package static var onGitHub: Self? { .github }
    package static var forAgents: Self? { .agent }
}

extension MeasuredTestReport.CoverageDetail: ExpressibleByArgument {}
