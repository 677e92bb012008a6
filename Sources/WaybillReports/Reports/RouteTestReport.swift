public import WaybillManifest
public import WaybillRules
import WaybillSyntax
import WaybillTable

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

extension RouteTestReport {
    /// Returns the JSON of `waybill test --format json`, which `Schemas/test.schema.json` describes.
    ///
    /// Lines and columns count from 1, columns in Unicode scalars. An end is the place after the last character. The
    /// version changes with every change except an additional key.
    ///
    /// - Parameters:
    ///   - coverage: `null` if it was not requested.
    ///   - mutation: `null` if it was not requested.
    package func jsonObject(coverage: JSONObject? = nil, mutation: JSONObject? = nil) -> JSONObject {
        [
            "version": 1, "tests": run.results.map(entry), "summary": summary, "coverage": coverage,
            "mutation": mutation,
        ]
    }

    /// The numbers of tests, and of files and routes of the set.
    private var summary: [String: Int] {
        let failed = run.failures.count
        return [
            "passed": run.results.count - failed, "failed": failed, "files": run.sources.count,
            "routes": subject.set.routes.count,
        ]
    }

    private func entry(of result: RouteTestResult) -> JSONObject {
        let members: JSONObject = [
            "name": result.test.title, "url": result.test.open.value, "method": result.test.method?.value,
            "tags": result.test.tags.map(\.value), "status": result.isPassed ? "passed" : "failed",
            "got": outcome(of: result.trace), "mismatches": result.mismatches.map(mismatchEntry),
            "why": result.reasons,
        ]
        return members.merging(DiagnosticsReport.Place(result.test.span, sources: run.sources))
    }

    private func mismatchEntry(of mismatch: RouteTestMismatch) -> JSONObject {
        let members: JSONObject = [
            "subject": mismatch.subject, "expected": mismatch.expected, "got": mismatch.got,
        ]
        return members.merging(DiagnosticsReport.Place(mismatch.span, sources: run.sources))
    }

    /// Returns the result of a request, in the words of `expect:`.
    private func outcome(of trace: RequestTrace) -> JSONObject {
        let set = subject.set
        var rejected: String?
        var clientRedirect: JSONObject?
        switch trace.end {
        case .rejected(let index): rejected = set.interceptors[index].id.value
        case .redirectToClient(let target, let status): clientRedirect = ["to": target, "status": status.rawValue]
        default: break
        }
        return [
            "outcome": rejected == nil ? subject.outcome(of: trace).rawValue : "rejected",
            "route": trace.route.map { set.routes[$0.route].id.value },
            "url": trace.visits.last.flatMap { $0.hop == nil ? $0.url.text : nil },
            "redirects": trace.hops.map(\.to), "parameters": trace.parameters,
            "interceptors": trace.interceptors.map { set.interceptors[$0].id.value }, "rejected": rejected,
            "clientRedirect": clientRedirect,
        ]
    }
}
