import WaybillHummingbird
import WaybillManifest
import WaybillReports
import WaybillRules
import WaybillSyntax
import WaybillTable
import WaybillTools

/// One question about one state: what every answer is computed from. Answers change nothing.
struct Inspection: Sendable {
    let state: InspectorState
    let inspected: InspectedSet
    /// Whether requests are counted.
    let isCounting: Bool
    /// How often each route was requested; `nil` if requests are not counted, and for answers that do not show it.
    let tallies: [String: RequestCounts.Tally]?
    let identity: Identity
    /// Whether the page has the view of a fleet.
    var hasFleet = false

    /// What does not change while the inspector runs.
    struct Identity: Sendable {
        var name: String
        /// Where requests are sent, for commands to copy: `http://localhost:8080`.
        var address: String
    }

    var set: ManifestSet { inspected.set }
    var table: RoutingTable { inspected.table }

    /// Returns the answer at a path below `api`; `nil` if there is none.
    ///
    /// - Parameter sources: Returns the files of a published set.
    func answer(
        _ path: String, _ query: InspectorQuery, sources: (String) -> [SourceFile]?
    ) throws(InspectorError) -> JSONObject? {
        switch path {
        case "overview": overview
        case "routes": try routes(query)
        case "route": try route(query)
        case "explain": try explain(query)
        case "reloads": try reloads(query)
        case "reload": try reload(query, sources)
        case "interceptors": interceptors
        case "interceptor": try interceptor(query)
        case "policies": policies
        case "graph": try graph(query)
        case "search": try search(query)
        case "coverage": try coverage(query)
        default: nil
        }
    }

    var overview: JSONObject {
        let refusal = state.isRefused ? state.attempts.first { $0.outcome == .refused } : nil
        return [
            "mode": state.mode.rawValue, "name": identity.name, "version": WaybillVersion.current,
            "generation": state.generation, "digest": state.compilation.digest, "loadedAt": state.loadedAt,
            "startedAt": state.startedAt, "routes": set.routes.count, "tests": set.tests.count,
            "problems": ["errors": state.errors, "warnings": state.warnings] as JSONObject,
            "refusal": refusal.map { attempt -> JSONObject in
                [
                    "number": attempt.number, "at": attempt.at, "summary": attempt.summary, "text": attempt.text,
                    "diagnostics": attempt.diagnostics,
                ]
            },
            "counting": isCounting, "fleet": hasFleet,
        ]
    }
}
