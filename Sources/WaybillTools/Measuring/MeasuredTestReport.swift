public import WaybillManifest
public import WaybillReports
public import WaybillRules
public import WaybillSyntax

/// The tests of a set with its measurements: what every format of `waybill test` renders.
public struct MeasuredTestReport: Sendable {
    public var tests: RouteTestReport
    /// The coverage of the set, if it was requested.
    public var coverage: RouteCoverage?
    /// The detail of the coverage in text output.
    public var detail: CoverageDetail
    /// The percentage below which the coverage is a failure.
    public var failUnder: Double?
    /// The result of mutation testing, if it was requested.
    public var mutation: MutationReport?

    /// The detail of the coverage.
    public enum CoverageDetail: String, Sendable, CaseIterable {
        /// The percentages.
        case summary
        /// Also what no test exercises, each with a test that would.
        case list
        /// Also the manifests with the hits of each line.
        case lines
    }

    /// Runs the tests of a set. Returns `nil` if the set has errors and therefore no table.
    ///
    /// - Parameter coverage: The detail of the coverage; `nil` to skip it.
    public init?(
        _ compilation: Compilation, filter: RouteTestFilter = RouteTestFilter(), coverage: CoverageDetail? = nil,
        failUnder: Double? = nil
    ) {
        guard let tests = RouteTestReport(compilation, filter: filter) else { return nil }
        self.tests = tests
        self.failUnder = failUnder
        detail = coverage ?? .summary
        if coverage != nil || failUnder != nil { self.coverage = compilation.coverage(of: tests.run) }
    }

    /// The results of the tests.
    public var run: RouteTestRun { tests.run }

    /// Whether every test passed, and coverage and score have their required minimum.
    public var isPassed: Bool { run.isPassed && !isCoverageLow && mutation?.isScoreLow != true }

    var isCoverageLow: Bool {
        guard let coverage, let failUnder else { return false }
        return coverage.total.isBelow(failUnder)
    }

    /// The problems: K001 for each failed test, K003 for each unexercised unit if the coverage is too low, K004 for
    /// each mutation that no test notices.
    public var diagnostics: [Diagnostic] {
        let untested = isCoverageLow ? coverage?.untested ?? [] : []
        return (run.diagnostics + untested.map(untestedDiagnostic) + (mutation?.diagnostics ?? [])).sortedByPlace()
    }

    /// The tests that the coverage proposes, each once, as the text of a new test file; `nil` if there are none.
    public var proposedFile: [UInt8]? {
        let drafts = coverage?.untested.compactMap(\.proposal).uniqued() ?? []
        guard !drafts.isEmpty else { return nil }
        let items = drafts.flatMap { $0.yaml.split(separator: "\n") }.map { "  \($0)\n" }
        let text = "waybill: 1\n\ntests:\n" + items.joined()
        let formatted = FormattingReport(ManifestFiles(texts: [("proposed.test.yaml", text)]))
        return formatted.changes.first?.new ?? Array(text.utf8)
    }

    /// Returns what no test does: `no test reaches route 'notes.show'`.
    package func words(for unit: CoverageUnit) -> String { tests.subject.words(for: unit.subject) }

    func untestedDiagnostic(_ unit: CoverageUnit) -> Diagnostic {
        Diagnostic(
            .lowCoverage, at: unit.span, words(for: unit),
            help: unit.proposal.map { "write a test: - \($0.inline)" })
    }
}

/// The output formats of `waybill test`.
public enum RouteTestFormat: String, Sendable, CaseIterable {
    /// For people: failures with carets and reasons, and a summary.
    case text
    /// The JSON contract.
    case json
    /// JUnit's XML, as Jenkins reads it.
    case junit
    /// Workflow commands, which GitHub turns into annotations.
    case github
    /// The coverage by lines, as LCOV's trace file.
    case lcov
    /// The coverage by lines as Cobertura's XML, which GitLab shows in merge requests.
    case cobertura
    /// For coding agents: a line for each problem, and the next command.
    case agent

    /// Whether it contains only the coverage.
    public var isOfCoverage: Bool { self == .lcov || self == .cobertura }
}

extension MeasuredTestReport {
    /// Renders the report in a format. It ends with a line end.
    public func rendered(as format: RouteTestFormat, style: ReportStyle = ReportStyle()) -> String {
        switch format {
        case .text: text(style)
        case .json:
            JSONText.encode(
                tests.jsonObject(coverage: coverage?.jsonObject(of: tests), mutation: mutation?.jsonObject))
        case .junit: junit(style)
        case .github:
            GitHubCommand.lines(for: diagnostics, in: run.sources, style)
                + (style.isQuiet ? [] : summaryLines).map { $0 + "\n" }.joined()
        case .lcov: LineCoverage(self).lcov(style)
        case .cobertura: LineCoverage(self).cobertura(style)
        case .agent: agent(style).text
        }
    }

    /// `12 passed, 1 failed in 3 files`, then the lines of coverage and mutants.
    var summaryLines: [String] { [tests.summaryLine] + [coverageLine, mutation?.summaryLine].compactMap(\.self) }

    /// For example `coverage 99.5 %: 199 of 200`.
    var coverageLine: String? {
        guard let total = coverage?.total else { return nil }
        let shortfall = isCoverageLow ? ", below the required \(failUnder?.percentageText ?? "") %" : ""
        return "coverage \(total.percentage) %: \(total.covered) of \(total.total)\(shortfall)"
    }
}
