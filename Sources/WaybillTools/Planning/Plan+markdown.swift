import WaybillManifest
import WaybillSyntax

extension Plan {
    /// The limit of rows. Comments may have at most 65,536 characters.
    private static let maximumRows = 60

    /// Returns a comment for a pull request: a table of breaking changes, and the others folded.
    public func markdown(_ policy: PlanPolicy = PlanPolicy()) -> String {
        var lines = ["### waybill plan", "", MarkdownRenderer.escaped(summaryLine(policy))]
        let all = groups(policy)
        lines += problems.map { problem in
            let word = policy.breaks([problem.rule]) ? "**breaking**: " : ""
            return "\n- \(word)\(MarkdownRenderer.escaped(problem.message)) (\(problem.rule.id))"
        }
        lines += Self.table(all.filter(\.isBreaking))
        let others = all.filter { !$0.isBreaking }
        if !others.isEmpty {
            let count = others.map(\.changes.count).reduce(0, +)
            lines += ["", "<details><summary>\(count) other \(count == 1 ? "change" : "changes")</summary>"]
            lines += Self.table(others) + ["", "</details>"]
        }
        if !undecided.isEmpty {
            lines += ["", "Not decided:", ""] + undecided.map { "- \(MarkdownRenderer.escaped($0))" }
        }
        return lines.map { $0 + "\n" }.joined()
    }

    private static func table(_ groups: [PlanGroup]) -> [String] {
        let changes = groups.flatMap(\.changes)
        guard !changes.isEmpty else { return [] }
        let rows = changes.prefix(maximumRows).map(row)
        let more = changes.count - rows.count
        return ["", "| Requests | What happens | Example | Rule |", "| --- | --- | --- | --- |"] + rows
            + (more > 0 ? ["", "and \(more) more"] : [])
    }

    private static func row(_ change: PlannedChange) -> String {
        let requests = change.requests.map { MarkdownRenderer.code($0.words().safeOnScreen) }
        let effects = change.effects.map { MarkdownRenderer.escaped($0.text.safeOnScreen) }
        let witness = MarkdownRenderer.code(change.requests[0].witnessWords.safeOnScreen)
        let rules = change.rules.map(\.id).joined(separator: ", ")
        return
            "| \(requests.joined(separator: "<br>")) | \(effects.joined(separator: "<br>")) | \(witness) | \(rules) |"
    }
}
