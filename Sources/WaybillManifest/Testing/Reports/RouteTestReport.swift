/// What a run of `waybill test` has to say: what every format renders.
public struct RouteTestReport: Sendable {
    public var run: RouteTestRun
    /// What the tests try of the set, where that is asked for.
    public var coverage: RouteCoverage?
    /// How much text for people says of it.
    public var detail: CoverageDetail
    /// The percentage below which the coverage is a failure.
    public var failUnder: Double?
    /// Which mutations the tests notice, if that was asked for.
    public var mutation: MutationReport?
    let subject: RoutedSet

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
        guard let subject = compilation.routedSet, let run = compilation.runTests(filter: filter) else { return nil }
        self.run = run
        self.subject = subject
        self.failUnder = failUnder
        detail = coverage ?? .summary
        if coverage != nil || failUnder != nil { self.coverage = compilation.coverage(of: run) }
    }

    /// Whether every test passed, and coverage and score are what is demanded.
    public var isPassed: Bool { run.isPassed && !isCoverageLow && mutation?.isScoreLow != true }

    var isCoverageLow: Bool {
        guard let coverage, let failUnder else { return false }
        return coverage.total.isBelow(failUnder)
    }

    /// The findings: K001 for each test that failed, K003 for each thing that no test tries, where that is a failure,
    /// K004 for each mutation that no test notices.
    public var diagnostics: [Diagnostic] {
        let untested = isCoverageLow ? coverage?.untested ?? [] : []
        return
            (run.diagnostics + untested.map { untestedDiagnostic($0, .lowCoverage) }
            + (mutation?.diagnostics ?? [])).sortedByPlace()
    }

    func untestedDiagnostic(_ unit: CoverageUnit, _ rule: Rule) -> Diagnostic {
        Diagnostic(
            rule, at: unit.span, subject.words(for: unit.subject),
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

extension RouteTestReport {
    /// The report in a format: a pure function. It ends with a line end.
    public func rendered(as format: RouteTestFormat, style: ReportStyle = ReportStyle()) -> String {
        switch format {
        case .text: text(style)
        case .json: JSONText.encode(RouteTestContract(self))
        case .junit: junit(style)
        case .github:
            GitHubRenderer(style: style).commands(for: diagnostics, in: run.sources)
                + summaryLines.map { $0 + "\n" }.joined()
        case .lcov: LineCoverage(self).lcov(style)
        case .cobertura: LineCoverage(self).cobertura(style)
        }
    }

    /// `12 passed, 1 failed in 3 files`, and below it the percentage of the coverage and what became of mutants.
    var summaryLines: [String] {
        let failed = run.failures.count
        let files = Set(run.results.map(\.test.span.file)).count
        let counts = "\(run.results.count - failed) passed" + (failed > 0 ? ", \(failed) failed" : "")
        let tests = run.results.isEmpty ? "no tests" : "\(counts) in \(files) file\(files == 1 ? "" : "s")"
        return [tests] + [coverageLine, mutation?.summaryLine].compactMap(\.self)
    }

    /// `coverage 99.5 %: 199 of 200`
    var coverageLine: String? {
        guard let total = coverage?.total else { return nil }
        let demand = isCoverageLow ? ", below the \(failUnder.map(Self.written) ?? "") % demanded" : ""
        return "coverage \(total.percentage) %: \(total.covered) of \(total.total)\(demand)"
    }

    /// `80`, `99.5`
    static func written(_ percentage: Double) -> String {
        percentage == percentage.rounded() ? "\(Int(percentage))" : "\(percentage)"
    }
}
