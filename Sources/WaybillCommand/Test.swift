public import ArgumentParser
import WaybillCommandSupport
import WaybillManifest
public import WaybillTools

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct Test: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Run the tests of the manifests.",
        discussion: """
            Opens every request under 'tests:', in manifests and in *.test.yaml files beside them, and compares where it \
            goes with what is expected. No service is needed, and no Swift code runs.

            Coverage is how much of what requests may meet the tests try: each pattern of each route, each interceptor \
            where it runs and where it does not, views that show a route and that hide it, captures with values that \
            they take and do not take. Percentages are rounded down.

            Exit status: 0 all passed; 1 a test failed, coverage or score are below what is demanded, or the manifests \
            have errors; 2 wrong usage, as with a --filter that no test fits; 3 a file cannot be read or written.

            Examples:
              waybill test
              waybill test --filter notes.show
              waybill test --coverage --fail-under 100
              waybill test --mutate --min-score 100
              waybill test --watch
              waybill test --format text --format junit=tests.xml --format cobertura=coverage.xml
            """)

    @OptionGroup var manifests: ManifestOptions

    @Option(
        help: ArgumentHelp(
            """
            How to report: \(RouteTestFormat.allCases.map(\.rawValue).joined(separator: ", ")). With =FILE into a file; \
            may be given several times. Default: text, but github where GITHUB_ACTIONS is true.
            """, valueName: "format[=file]"))
    var format: [FormatOption<RouteTestFormat>] = []

    @OptionGroup var selection: TestFilterOptions

    @Option(
        help: ArgumentHelp(
            """
            Say how much the tests try: the percentages (summary), what no test tries with tests that would (list, and \
            --coverage alone), or the manifests line by line as well (lines).
            """, valueName: "summary|list|lines"))
    var coverage: MeasuredTestReport.CoverageDetail?

    @Option(help: ArgumentHelp("Fail where the coverage is below this.", valueName: "percentage"))
    var failUnder: Double?

    @Flag(
        help: """
            Change the set in small ways, one at a time, and list the changes that no test notices, each with a test \
            that would. Changes that comments allow (# waybill:allow K004 -- why) are listed with their reasons.
            """)
    var mutate = false

    @Option(
        help: ArgumentHelp(
            "With --mutate: start no further mutant after this time, and report how many were not run. Default: 60.",
            valueName: "seconds"))
    var mutateBudget: Double?

    @Option(
        help: ArgumentHelp(
            "Fail if the mutation score is below this percentage. Implies --mutate.", valueName: "percentage"))
    var minScore: Double?

    @Flag(help: "Run again whenever a file of the set changes, until it is interrupted.")
    var watch = false

    private var isMutating: Bool { mutateBudget != nil || minScore != nil || mutate }

    func validate() throws {
        try FormatOption.validate(format)
        if let failUnder, !(0...100).contains(failUnder) {
            throw ValidationError("'--fail-under' takes a percentage from 0 to 100, found '\(failUnder)'.")
        }
        if let minScore, !(0...100).contains(minScore) {
            throw ValidationError("'--min-score' takes a percentage from 0 to 100, found '\(minScore)'.")
        }
        if let mutateBudget, !(0...1_000_000_000).contains(mutateBudget) {
            throw ValidationError("'--mutate-budget' takes seconds from 0 to 1000000000, found '\(mutateBudget)'.")
        }
        if isMutating, !selection.isEmpty {
            throw ValidationError("'--mutate' asks what all tests notice: it takes no '--filter'.")
        }
    }

    func run() throws {
        guard watch else { return try report(on: manifests.compile()) }
        while true {
            let compilation = try manifests.compile()
            do {
                try report(on: compilation)
            } catch is ExitCode {
                // The reason has been printed; the next run may succeed.
            }
            Output.write("waybill: waiting for a change\n", to: .standardError)
            let environment = ProcessInfo.processInfo.environment
            while compilation.isCurrent(manifests.files(), environment: environment) {
                System.sleep(milliseconds: Self.pollInterval)
            }
        }
    }

    /// Milliseconds between two readings of all files.
    private static let pollInterval: UInt32 = 200

    private func report(on compilation: Compilation) throws {
        if let refusal = ManifestOptions.refusal(of: compilation) { throw refusal }
        try show(report(of: compilation))
    }

    private func show(_ report: MeasuredTestReport) throws {
        try selection.check(report.run)
        try write(report)
        if !report.isPassed { throw Status.findings.exit }
    }

    private func report(of compilation: Compilation) throws -> MeasuredTestReport {
        let isOfCoverage = format.contains { $0.format.isOfCoverage }
        var report = MeasuredTestReport(
            compilation, filter: selection.tests, coverage: coverage ?? (isOfCoverage ? .summary : nil),
            failUnder: failUnder)
        if isMutating { report?.mutation = mutation(of: compilation) }
        guard let report else { throw Status.failure.exit }
        return report
    }

    private func mutation(of compilation: Compilation) -> MutationReport? {
        let limits = MutationLimits(budget: .seconds(mutateBudget ?? Self.defaultMutateBudget))
        return compilation.mutate(within: limits).map { MutationReport($0, minimum: minScore, today: .today) }
    }

    /// Seconds.
    private static let defaultMutateBudget = 60.0

    /// Writes the report in every format that was asked for.
    ///
    /// - Throws: The exit status, where one of them could not be written, once all others are.
    private func write(_ report: MeasuredTestReport) throws {
        var failure: (any Error)?
        for option in format.isEmpty ? [FormatOption(Output.isOnGitHub ? .github : .text)] : format {
            do {
                let style = ReportStyle.standard(isOnScreen: option.file == nil)
                try option.write(report.rendered(as: option.format, style: style))
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
    }
}

extension MeasuredTestReport.CoverageDetail: ExpressibleByArgument {}
