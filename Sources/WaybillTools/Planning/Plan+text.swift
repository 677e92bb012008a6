import WaybillManifest
import WaybillSyntax

extension Plan {
    /// The limit of classes that are listed below a headline.
    private static let maximumListed = 10

    /// Returns the plan as text: breaking changes first, each kind of change once with its requests.
    ///
    /// - Parameter isQuiet: Whether the summary is left out.
    public func text(_ policy: PlanPolicy = PlanPolicy(), isQuiet: Bool = false) -> String {
        var lines: [String] = []
        for problem in problems where policy.breaks([problem.rule]) { lines.append(Self.line(problem, "breaking")) }
        for group in groups(policy) { lines += Self.lines(group) }
        for problem in problems where !policy.breaks([problem.rule]) { lines.append(Self.line(problem, "change")) }
        lines += undecided.map { "not decided: \($0)" }
        if !isQuiet { lines.append(summaryLine(policy)) }
        return lines.map { $0.safeOnScreen + "\n" }.joined()
    }

    private static func line(_ problem: PlanProblem, _ word: String) -> String {
        "\(word): \(problem.message) [\(problem.rule.id)]"
    }

    private static func lines(_ group: PlanGroup) -> [String] {
        guard group.changes.count > 1 else {
            let requests = group.changes[0].requests
            return ["\(group.word): \(requests[0].words()): \(group.headline)\(group.rules)"]
                + requests.dropFirst().map { "   and: \($0.words())" }
                + ["   = example: \(requests[0].witnessWords)"]
        }
        var lines = ["\(group.word): \(group.headline)\(group.rules)"]
        for change in group.changes.prefix(maximumListed) {
            lines.append("   \(change.requests[0].words(maximumExceptions: 1))\(change.specifics)")
            lines.append("      = example: \(change.requests[0].witnessWords)")
        }
        let more = group.changes.count - maximumListed
        return more > 0 ? lines + ["   and \(more) more"] : lines
    }
}

extension PlannedChange {
    /// The text that the headline of a group leaves out: the origin of each change.
    var specifics: String {
        let texts = effects.filter {
            $0.text != $0.plural && !$0.kind.isAboutInterceptors
        }
        return texts.isEmpty ? new.route.map { " (\($0))" } ?? "" : ": " + texts.map(\.text).joined(separator: "; ")
    }
}
