import WaybillManifest
import WaybillRules
import WaybillSyntax
import WaybillTable

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
