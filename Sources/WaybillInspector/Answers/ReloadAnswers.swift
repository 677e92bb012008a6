import WaybillManifest
import WaybillReload
import WaybillReports
import WaybillRules
import WaybillSyntax
import WaybillTools

extension Inspection {
    /// The attempts to change the manifests, the newest first.
    func reloads(_ query: InspectorQuery) throws(InspectorError) -> JSONObject {
        let page = try query.page()
        return [
            "total": state.attempts.count, "offset": page.offset,
            "reloads": page.of(state.attempts).map(\.jsonObject),
        ]
    }

    /// One attempt: what it changed for requests, or why it was rejected.
    ///
    /// - Parameter sources: Returns the files of a published set.
    func reload(_ query: InspectorQuery, _ sources: (String) -> [SourceFile]?) throws(InspectorError) -> JSONObject {
        let number = try query.number("number", default: 0, in: 1...Int.max)
        guard let index = state.attempts.firstIndex(where: { $0.number == number }) else {
            throw .notFound("attempt \(number) is not in the history any more")
        }
        let attempt = state.attempts[index]
        let previous = state.attempts[(index + 1)...].first { $0.outcome == .loaded }
        let plan = attempt.outcome == .loaded ? plan(from: previous, to: attempt, sources) : nil
        let names = [previous, attempt].map { "generation \($0?.generation ?? 0)" }
        let details: JSONObject = [
            "plan": plan?.jsonObject(old: names[0], new: names[1]), "text": plan?.text(),
            "diagnostics": attempt.diagnostics, "diagnosticsText": attempt.text,
        ]
        return attempt.jsonObject.merging(details)
    }

    /// Computed from the files of both sets, which the history keeps anyway; their tables would need far more memory.
    private func plan(
        from previous: InspectedAttempt?, to attempt: InspectedAttempt, _ sources: (String) -> [SourceFile]?
    ) -> Plan? {
        let sets = [previous, attempt].map { $0?.digest.flatMap(sources) }
        guard let old = sets[0], let new = sets[1] else { return nil }
        return Plan(from: Self.compile(old), to: Self.compile(new))
    }

    private static func compile(_ sources: [SourceFile]) -> Compilation {
        .compile(
            files: ManifestFiles(sources: sources.map(\.withoutSecrets)), requiresVariables: false, purpose: .load)
    }
}

extension InspectedAttempt {
    fileprivate var jsonObject: JSONObject {
        [
            "number": number, "generation": generation, "at": at, "trigger": trigger, "outcome": outcome.rawValue,
            "digest": digest, "duration": cost.seconds * 1000,
            "processorTime": cost.processorSeconds.map { $0 * 1000 }, "peakMemory": cost.peakMemory,
            "changes": routes, "interceptorChanges": interceptors, "summary": summary,
        ]
    }
}
