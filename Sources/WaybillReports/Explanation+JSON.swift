import WaybillManifest
import WaybillRules
package import WaybillSyntax
import WaybillTable

extension Explanation {
    /// Returns the JSON of `waybill explain --format json`.
    package func json(sources: [SourceFile]) -> String {
        var object: JSONObject = [
            "version": 1, "url": url, "outcome": outcome.rawValue, "route": route?.jsonObject(sources: sources),
            "parameters": parameters, "query": query.map { [$0.name, $0.value] }, "fragment": fragment,
            "interceptors": interceptors, "hops": hops.map { ["by": $0.by, "to": $0.to] },
            "fallback": fallback?.jsonObject,
            "candidates": candidates.map { ["route": $0.route, "lost": $0.lost] },
        ]
        // Keys beyond the contract are written only if they have a value.
        object.addIfPresent("location", location)
        object.addIfPresent("rejection", rejection.map { ["by": $0.by, "reason": $0.reason] })
        object.addIfPresent("problem", problem)
        if !requirements.isEmpty {
            object.addIfPresent("requires", requirements.map { ["name": $0.name, "module": $0.module] })
        }
        return JSONText.encode(object)
    }
}

extension Explanation.RouteSummary {
    /// The route with its destination. The other kinds of destinations are `null`.
    func jsonObject(sources: [SourceFile]) -> JSONObject {
        let file = sources[span.file]
        let position = file.position(at: span.start)
        return [
            "id": id, "module": destination.module?.value, "handler": destination.handler?.value,
            "redirect": destination.redirect, "file": file.path, "line": position.line, "column": position.column,
        ]
    }
}

extension Fallback.Target {
    fileprivate var jsonObject: JSONObject { ["module": module?.value, "handler": handler?.value] }
}

extension Route.Destination {
    /// The target of a redirect, or `{"to","status"}` for a redirect of the client; otherwise `null`.
    fileprivate var redirect: any Encodable {
        switch self {
        case .module, .handler: String?.none
        case .redirect(let target): target.text.value
        case .clientRedirect(let target, let status):
            ["to": target.text.value, "status": status.rawValue] as JSONObject
        }
    }
}
