import WaybillManifest
import WaybillSyntax

extension Plan {
    /// So many classes are listed below a headline.
    private static let mostListed = 10

    /// For people: what breaks first, each kind of change once with the requests that it happens to.
    public func text(_ policy: PlanPolicy = PlanPolicy()) -> String {
        var lines: [String] = []
        for finding in findings where policy.breaks([finding.rule]) { lines.append(Self.line(finding, "breaking")) }
        for group in groups(policy) { lines += Self.lines(group) }
        for finding in findings where !policy.breaks([finding.rule]) { lines.append(Self.line(finding, "change")) }
        lines += undecided.map { "not decided: \($0)" }
        return (lines + [summaryLine(policy)]).map { $0.safeOnScreen + "\n" }.joined()
    }

    private static func line(_ finding: PlanFinding, _ word: String) -> String {
        "\(word): \(finding.message) [\(finding.rule.id)]"
    }

    private static func lines(_ group: PlanGroup) -> [String] {
        guard group.changes.count > 1 else {
            let requests = group.changes[0].requests
            return ["\(group.word): \(requests[0].words()): \(group.headline)\(group.rules)"]
                + requests.dropFirst().map { "   and: \($0.words())" }
                + ["   = example: \(requests[0].witnessWords)"]
        }
        var lines = ["\(group.word): \(group.headline)\(group.rules)"]
        for change in group.changes.prefix(mostListed) {
            lines.append("   \(change.requests[0].words(mostExceptions: 1))\(change.specifics)")
            lines.append("      = example: \(change.requests[0].witnessWords)")
        }
        let more = group.changes.count - mostListed
        return more > 0 ? lines + ["   and \(more) more"] : lines
    }
}

extension PlannedChange {
    /// What the headline of a group leaves out: where each of its changes comes from.
    var specifics: String {
        let texts = effects.filter {
            $0.text != $0.plural && !$0.kind.isOfGates
        }
        return texts.isEmpty ? new.route.map { " (\($0))" } ?? "" : ": " + texts.map(\.text).joined(separator: "; ")
    }
}
