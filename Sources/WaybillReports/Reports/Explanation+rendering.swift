import WaybillManifest
import WaybillRules
package import WaybillSyntax
import WaybillTable

extension Explanation {
    /// Returns the explanation as text that fits on one screen. Its values may come from a client, so each row stays one
    /// line without control characters.
    package func text(sources: [SourceFile]) -> String {
        var lines = [headline]
        if let route {
            let file = sources[route.span.file]
            let position = file.position(at: route.span.start)
            lines.append("  declared at \(file.path):\(position.line):\(position.column)")
        }
        if let problem { lines.append("  \(problem)") }
        if let rejection { lines.append("  reason: \(rejection.reason)") }
        if let fallback { lines.append("  the fallback serves it: \(fallback.summary)") }
        lines += Self.section("parameters", parameters.sorted { $0.key < $1.key }.map { "\($0.key) = \($0.value)" })
        lines += Self.section("interceptors, in order", interceptors)
        lines += Self.section("hops", hops.map { "\($0.by) leads to \($0.to)" })
        lines += Self.section("requires", requirements.map { "\($0.name): \($0.module ?? "no single module")" })
        lines += Self.section("other routes", candidates.map { "\($0.route): \($0.lost)" })
        return lines.map { $0.safeOnScreen + "\n" }.joined()
    }

    private var headline: String {
        let destination = route.map { "'\($0.id)' (\($0.destination.summary))" } ?? ""
        let end = rejection.map { "rejected by interceptor '\($0.by)'" }
        // After a hop, or if a target refuses a captured value, the URL itself may match a route.
        let verb = hops.isEmpty && (problem == nil || !allowedMethods.isEmpty) ? "matches" : "reaches"
        return switch (outcome, end) {
        case (.matched, nil): "\(url) goes to \(destination)"
        case (.redirected, nil): "\(url) is forwarded to \(destination)"
        case (.matched, let end?): "\(url) is \(end) on its way to \(destination)"
        case (.redirected, let end?): "\(url) is forwarded, and \(end) on its way to \(destination)"
        case (.redirectToClient, _): "\(url) ends at \(destination): the client is redirected to \(location ?? "")"
        case (.unmatched, nil): "\(url) \(verb) no route"
        case (.unmatched, let end?): "\(url) is \(end), and \(verb) no route"
        case (.invalidURL, _): "\(url) is not a URL"
        }
    }

    private static func section(_ title: String, _ rows: [String]) -> [String] {
        rows.isEmpty ? [] : ["  \(title):"] + rows.map { "    \($0)" }
    }

    /// Returns the JSON of `waybill explain --format json`.
    package func json(sources: [SourceFile]) -> String { JSONText.encode(jsonObject(sources: sources)) }

    /// Returns the same as a value.
    package func jsonObject(sources: [SourceFile]) -> JSONObject {
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
        if !allowedMethods.isEmpty { object.addIfPresent("allowedMethods", allowedMethods) }
        if !requirements.isEmpty {
            object.addIfPresent("requires", requirements.map { ["name": $0.name, "module": $0.module] })
        }
        return object
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
    /// The target of a forward, or `{"to","status"}` for a redirect; otherwise `null`.
    fileprivate var redirect: any Encodable {
        switch self {
        case .module, .handler: String?.none
        case .forward(let target): target.text.value
        case .redirect(let target, let status):
            ["to": target.text.value, "status": status.rawValue] as JSONObject
        }
    }
}
