import WaybillManifest
import WaybillReports
import WaybillSyntax

extension MutationReport {
    /// The `mutation` part of the JSON of `waybill test --format json`.
    var jsonObject: JSONObject {
        let reasons = Dictionary(
            suppressed.map { ($0.result.mutation, $0.reason) }, uniquingKeysWith: { first, _ in first })
        return [
            "killed": killed, "survived": survivors.count, "allowed": suppressed.count, "idle": equivalent,
            "untried": run.notRun, "budget": run.budget.map { $0 / .seconds(1) }, "score": score,
            "mutants": run.results.map { mutant($0, reason: reasons[$0.mutation]) },
        ]
    }

    /// - Parameter reason: The reason of the comment that suppresses it, if there is one.
    private func mutant(_ result: MutationResult, reason: String?) -> JSONObject {
        let members: JSONObject = [
            "kind": result.mutation.kind.word, "change": result.words,
            "status": reason == nil ? result.verdict.word : "allowed", "killedBy": killer(of: result),
            "proposal": result.survival?.yaml, "reason": reason,
        ]
        return members.merging(DiagnosticsReport.Place(result.mutation.span, sources: run.sources))
    }

    private func killer(of result: MutationResult) -> JSONObject? {
        guard case .killed(let index) = result.verdict else { return nil }
        let test = run.tests[index]
        let members: JSONObject = ["name": test.title]
        return members.merging(DiagnosticsReport.Place(test.span, sources: run.sources))
    }
}

extension MutationResult.Verdict {
    fileprivate var word: String {
        switch self {
        case .killed: "killed"
        case .survived: "survived"
        case .equivalent: "idle"
        case .undecided: "undecided"
        }
    }
}
