import WaybillSyntax

/// What a run of a set's tests has to say, as text for people and as JSON for programs.
public struct RouteTestReport: Sendable {
    public let run: RouteTestRun
    package let subject: RoutedSet

    /// Runs the tests of a set; `nil` where the set has errors and so no table.
    public init?(_ compilation: Compilation, filter: RouteTestFilter = RouteTestFilter()) {
        guard let subject = compilation.routedSet, let run = compilation.runTests(filter: filter) else { return nil }
        self.run = run
        self.subject = subject
    }

    /// For people: the failures with carets and reasons, then the line that counts.
    public func text(color: Bool = false, width: Int? = nil) -> String {
        let failures = failuresText(TextRenderer(sources: run.sources, color: color, width: width))
        return failures + (failures.isEmpty ? "" : "\n") + summaryLine + "\n"
    }

    /// The machine contract of `waybill test --format json`.
    public var json: String {
        JSONText.encode(RouteTestContract<Never, Never>(self, coverage: nil, mutation: nil))
    }

    /// The failures with carets and reasons; empty where every test passed.
    package func failuresText(_ renderer: TextRenderer) -> String { renderer.render(run.diagnostics, mostPerRule: 40) }

    /// `12 passed, 1 failed in 3 files`
    package var summaryLine: String {
        let failed = run.failures.count
        let files = Set(run.results.map(\.test.span.file)).count
        let counts = "\(run.results.count - failed) passed" + (failed > 0 ? ", \(failed) failed" : "")
        return run.results.isEmpty ? "no tests" : "\(counts) in \(files) file\(files == 1 ? "" : "s")"
    }
}
