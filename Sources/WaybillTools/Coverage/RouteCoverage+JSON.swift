import WaybillManifest
import WaybillReports
import WaybillSyntax
import WaybillTable

extension RouteCoverage {
    /// Returns the `coverage` part of the JSON of `waybill test --format json`.
    func jsonObject(of report: RouteTestReport) -> JSONObject {
        let kinds = CoverageUnit.Kind.allCases.map { ($0.rawValue, share(of: $0).jsonObject) }
        return [
            "total": total.jsonObject, "kinds": Dictionary(uniqueKeysWithValues: kinds),
            "units": units.map { $0.jsonObject(of: report) },
        ]
    }
}

extension RouteCoverage.Share {
    /// The percentage is rounded down to a tenth.
    fileprivate var jsonObject: JSONObject {
        ["covered": covered, "total": total, "percent": Double(permille) / 10]
    }
}

extension CoverageUnit {
    fileprivate func jsonObject(of report: RouteTestReport) -> JSONObject {
        let set = report.subject.set
        let members: JSONObject = [
            "kind": subject.kind.rawValue, "what": subject.word,
            "route": subject.route.map { set.routes[$0].id.value },
            "interceptor": subject.interceptor.map { set.interceptors[$0].id.value },
            "pattern": subject.patternText(in: set), "tag": subject.tag, "capture": subject.capture, "hits": hits,
            "proposal": proposal?.inline,
        ]
        return members.merging(DiagnosticsReport.Place(span, sources: report.run.sources))
    }
}

extension CoverageUnit.Subject {
    fileprivate func patternText(in set: ManifestSet) -> String? {
        guard case .pattern(let route, let pattern) = self else { return nil }
        return set.routes[route].patterns[pattern].text.value
    }

    fileprivate var tag: String? { if case .seen(_, let tag) = self { tag } else { nil } }

    fileprivate var capture: String? {
        switch self {
        case .accepted(_, let capture), .rejected(_, let capture): capture
        default: nil
        }
    }
}
