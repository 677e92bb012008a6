import WaybillManifest
import WaybillSyntax

extension Plan {
    /// Comments end at 65,536 characters.
    private static let mostRows = 60

    /// A comment for a pull request: what breaks in a table, all else folded away.
    public func markdown(_ policy: PlanPolicy = PlanPolicy()) -> String {
        var lines = ["### waybill plan", "", MarkdownRenderer.escaped(summaryLine(policy))]
        let all = groups(policy)
        lines += findings.map { finding in
            let word = policy.breaks([finding.rule]) ? "**breaking**: " : ""
            return "\n- \(word)\(MarkdownRenderer.escaped(finding.message)) (\(finding.rule.id))"
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
        let rows = changes.prefix(mostRows).map(row)
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
