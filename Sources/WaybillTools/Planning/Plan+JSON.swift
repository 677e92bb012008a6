import WaybillManifest
import WaybillProofs
import WaybillReports
import WaybillRules
import WaybillSyntax
import WaybillTable

extension Plan {
    /// Returns the JSON of `waybill plan --format json`, which `Schemas/plan.schema.json` describes.
    ///
    /// - Parameters:
    ///   - old: The name of the old set.
    ///   - new: The name of the new set.
    package func json(_ policy: PlanPolicy = PlanPolicy(), old: String, new: String) -> String {
        let summary = [
            "breaking": breakingCount(policy), "changes": changes.count, "findings": problems.count,
            "undecided": undecided.count,
        ]
        let object: JSONObject = [
            "version": 1, "old": ["source": old, "digest": oldDigest], "new": ["source": new, "digest": newDigest],
            "breaking": isBreaking(policy), "changes": changes.map { $0.jsonObject(policy) },
            "findings": problems.map { $0.jsonObject(policy) }, "undecided": undecided, "summary": summary,
        ]
        return JSONText.encode(object)
    }
}

extension PlanProblem {
    fileprivate func jsonObject(_ policy: PlanPolicy) -> JSONObject {
        [
            "rule": rule.id, "severity": rule.severity.rawValue, "breaking": policy.breaks([rule]), "message": message,
        ]
    }
}

extension PlannedChange {
    fileprivate func jsonObject(_ policy: PlanPolicy) -> JSONObject {
        let interceptors: JSONObject = [
            "lost": lostInterceptors, "gained": gainedInterceptors, "reordered": isReordered,
        ]
        return [
            "kinds": effects.map(\.kind.rawValue), "rules": rules.map(\.id), "severity": severity.rawValue,
            "breaking": policy.breaks(rules), "summary": effects.map(\.text).joined(separator: "; "),
            "old": old.jsonObject, "new": new.jsonObject, "interceptors": interceptors,
            "requests": requests.map(\.jsonObject),
        ]
    }
}

extension PlannedChange.Server {
    fileprivate var jsonObject: JSONObject {
        ["route": route, "target": target, "file": file, "line": position?.line, "column": position?.column]
    }
}

extension PlannedChange.Requests {
    fileprivate var jsonObject: JSONObject {
        let example: JSONObject = ["url": witness.url, "method": witness.method, "tags": tags]
        return [
            "pattern": pattern, "within": within, "except": except, "exceptions": exceptions.map(\.jsonObject),
            "methods": methods, "withoutMethods": withoutMethods, "views": views.jsonObject, "witness": example,
        ]
    }
}

extension PlannedChange.Exception {
    fileprivate var jsonObject: JSONObject { ["pattern": pattern, "methods": methods, "views": views.jsonObject] }
}

extension ViewSet {
    fileprivate var jsonObject: JSONObject {
        let tags = tagged.map { tagged -> JSONObject in
            ["anyOf": tagged.hits.map { $0.sorted() }, "without": tagged.excluded.sorted()]
        }
        return ["plain": isPlain, "tags": tags]
    }
}
