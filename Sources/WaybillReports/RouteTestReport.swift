public import WaybillManifest
public import WaybillRules
import WaybillSyntax

/// The results of a set's tests, as text for people and as JSON for programs.
public struct RouteTestReport: Sendable {
    public let run: RouteTestRun
    package let subject: RoutedSet

    /// Runs the tests of a set. Returns `nil` if the set has errors and therefore no table.
    public init?(_ compilation: Compilation, filter: RouteTestFilter = RouteTestFilter()) {
        guard let subject = compilation.routedSet, let run = compilation.runTests(filter: filter) else { return nil }
        self.run = run
        self.subject = subject
    }

    /// Returns the failures with carets and reasons, and a summary line.
    ///
    /// - Parameter isQuiet: Whether the summary is left out.
    public func text(color: Bool = false, width: Int? = nil, isQuiet: Bool = false) -> String {
        let failures = failuresText(TextRenderer(sources: run.sources, color: color, width: width))
        return isQuiet ? failures : failures + (failures.isEmpty ? "" : "\n") + summaryLine + "\n"
    }

    /// The JSON of `waybill test --format json`.
    public var json: String { JSONText.encode(jsonObject()) }

    /// Returns the failures with carets and reasons; empty if every test passed.
    package func failuresText(_ renderer: TextRenderer) -> String {
        renderer.render(run.diagnostics, maximumPerRule: 40)
    }

    /// For example `12 passed, 1 failed in 3 files`.
    package var summaryLine: String {
        let failed = run.failures.count
        let files = Set(run.results.map(\.test.span.file)).count
        let counts = "\(run.results.count - failed) passed" + (failed > 0 ? ", \(failed) failed" : "")
        return run.results.isEmpty ? "no tests" : "\(counts) in \(counted(files, "file"))"
    }
}
