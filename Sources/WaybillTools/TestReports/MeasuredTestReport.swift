public import WaybillManifest
public import WaybillSyntax

/// The tests of a set, and what else was measured of them: what every format of `waybill test` renders.
public struct MeasuredTestReport: Sendable {
    public var tests: RouteTestReport
    /// What the tests try of the set, where that is asked for.
    public var coverage: RouteCoverage?
    /// How much text for people says of it.
    public var detail: CoverageDetail
    /// The percentage below which the coverage is a failure.
    public var failUnder: Double?
    /// Which mutations the tests notice, if that was asked for.
    public var mutation: MutationReport?

    /// How much is said of the coverage.
    public enum CoverageDetail: String, Sendable, CaseIterable {
        /// The percentages.
        case summary
        /// Besides, what no test tries, each with a test that would.
        case list
        /// Besides, the manifests with how often each line was tried.
        case lines
    }

    /// Runs the tests of a set; `nil` where the set has errors and so no table.
    ///
    /// - Parameter coverage: How much is said of the coverage; `nil` for nothing, and then it is not looked at.
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

    public var run: RouteTestRun { tests.run }

    /// Whether every test passed, and coverage and score are what is demanded.
    public var isPassed: Bool { run.isPassed && !isCoverageLow && mutation?.isScoreLow != true }

    var isCoverageLow: Bool {
        guard let coverage, let failUnder else { return false }
        return coverage.total.isBelow(failUnder)
    }

    /// The problems: K001 for each test that failed, K003 for each thing that no test tries, where that is a failure,
    /// K004 for each mutation that no test notices.
    public var diagnostics: [Diagnostic] {
        let untested = isCoverageLow ? coverage?.untested ?? [] : []
        return
            (run.diagnostics + untested.map { untestedDiagnostic($0, .lowCoverage) }
            + (mutation?.diagnostics ?? [])).sortedByPlace()
    }

    func untestedDiagnostic(_ unit: CoverageUnit, _ rule: Rule) -> Diagnostic {
        Diagnostic(
            rule, at: unit.span, tests.subject.words(for: unit.subject),
            help: unit.proposal.map { "write a test: - \($0.yaml)" })
    }
}

/// In which form a run of the tests reports.
public enum RouteTestFormat: String, Sendable, CaseIterable {
    /// For people: failures with carets and reasons, and a summary.
    case text
    /// The machine contract.
    case json
    /// JUnit's XML, as Jenkins reads it.
    case junit
    /// Workflow commands, which GitHub turns into annotations.
    case github
    /// The coverage by lines, for those who read LCOV's trace files.
    case lcov
    /// The coverage by lines as Cobertura's XML, which GitLab shows in merge requests.
    case cobertura

    /// Whether it has nothing to say but the coverage.
    public var isOfCoverage: Bool { self == .lcov || self == .cobertura }
}

extension MeasuredTestReport {
    /// The report in a format: a pure function. It ends with a line end.
    public func rendered(as format: RouteTestFormat, style: ReportStyle = ReportStyle()) -> String {
        switch format {
        case .text: text(style)
        case .json: JSONText.encode(contract)
        case .junit: junit(style)
        case .github:
            GitHubRenderer(style: style).commands(for: diagnostics, in: run.sources)
                + (style.isQuiet ? [] : summaryLines).map { $0 + "\n" }.joined()
        case .lcov: LineCoverage(self).lcov(style)
        case .cobertura: LineCoverage(self).cobertura(style)
        }
    }

    private var contract: some Encodable {
        RouteTestContract(
            tests, coverage: coverage.map { CoverageContract($0, tests) }, mutation: mutation.map(MutationContract.init)
        )
    }

    /// `12 passed, 1 failed in 3 files`, and below it the percentage of the coverage and what became of mutants.
    var summaryLines: [String] { [tests.summaryLine] + [coverageLine, mutation?.summaryLine].compactMap(\.self) }

    /// `coverage 99.5 %: 199 of 200`
    var coverageLine: String? {
        guard let total = coverage?.total else { return nil }
        let demand = isCoverageLow ? ", below the required \(failUnder?.percentageText ?? "") %" : ""
        return "coverage \(total.percentage) %: \(total.covered) of \(total.total)\(demand)"
    }
}
