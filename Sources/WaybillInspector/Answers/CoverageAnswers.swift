import WaybillManifest
import WaybillReports
import WaybillRules
import WaybillSyntax
import WaybillTools

extension Inspection {
    /// What the tests and the real requests have reached, and what no test exercises.
    func coverage(_ query: InspectorQuery) throws(InspectorError) -> JSONObject {
        let page = try query.page(limit: 100)
        guard let report = inspected.coverage, let coverage = report.coverage else {
            throw .notFound("the manifests have errors, so there is no coverage")
        }
        let untested = coverage.untested
        let kinds = CoverageUnit.Kind.allCases.map { ($0.rawValue, coverage.share(of: $0).jsonObject) }
        return [
            "tests": coverage.total.jsonObject, "kinds": Dictionary(uniqueKeysWithValues: kinds),
            "results": report.run.results.isEmpty
                ? nil
                : [
                    "passed": report.run.results.count - report.run.failures.count,
                    "failed": report.run.failures.count,
                ] as JSONObject,
            "requests": tallies.map { tallies -> JSONObject in
                ["reached": set.routes.count { tallies[$0.id.value] != nil }, "total": set.routes.count]
            },
            "offset": page.offset, "total": untested.count,
            "uncovered": page.of(untested).map { uncovered($0, report) },
        ]
    }

    private func uncovered(_ unit: CoverageUnit, _ report: MeasuredTestReport) -> JSONObject {
        let place = inspected.place(of: unit.span)
        return [
            "kind": unit.subject.kind.rawValue, "route": unit.subject.route.map { set.routes[$0].id.value },
            "interceptor": unit.subject.interceptor.map { set.interceptors[$0].id.value },
            "text": report.words(for: unit), "test": unit.proposal?.yaml, "file": place.file, "line": place.line,
        ]
    }
}
