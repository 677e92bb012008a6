import WaybillManifest
import WaybillProofs
import WaybillReports
import WaybillRules
import WaybillSyntax
import WaybillTable

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

extension Plan {
    /// The limit of rows. Comments may have at most 65,536 characters.
    private static let maximumRows = 60

    /// Returns a comment for a pull request: a table of breaking changes, and the others folded.
    public func markdown(_ policy: PlanPolicy = PlanPolicy()) -> String {
        var lines = ["### waybill plan", "", summaryLine(policy).markdownEscaped]
        let all = groups(policy)
        lines += problems.map { problem in
            let word = policy.breaks([problem.rule]) ? "**breaking**: " : ""
            return "\n- \(word)\(problem.message.markdownEscaped) (\(problem.rule.id))"
        }
        lines += Self.table(all.filter(\.isBreaking))
        let others = all.filter { !$0.isBreaking }
        if !others.isEmpty {
            let count = others.map(\.changes.count).reduce(0, +)
            lines += ["", "<details><summary>\(count) other \(count == 1 ? "change" : "changes")</summary>"]
            lines += Self.table(others) + ["", "</details>"]
        }
        if !undecided.isEmpty {
            lines += ["", "Not decided:", ""] + undecided.map { "- \($0.markdownEscaped)" }
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
        let requests = change.requests.map { $0.words().safeOnScreen.markdownCode }
        let effects = change.effects.map { $0.text.safeOnScreen.markdownEscaped }
        let witness = change.requests[0].witnessWords.safeOnScreen.markdownCode
        let rules = change.rules.map(\.id).joined(separator: ", ")
        return
            "| \(requests.joined(separator: "<br>")) | \(effects.joined(separator: "<br>")) | \(witness) | \(rules) |"
    }

    /// Returns workflow commands, which GitHub turns into annotations at the new route, or at the old one if there is
    /// no new one.
    ///
    /// - Parameter folder: The folder to which paths below it are relative.
    public func github(_ policy: PlanPolicy = PlanPolicy(), folder: String? = nil) -> String {
        let commands = changes.map { change in
            let server = change.new.file == nil ? change.old : change.new
            let text = "\(change.requests[0].words()): \(change.effects.map(\.text).joined(separator: "; "))"
            return Self.command(
                policy.breaks(change.rules) ? .error : change.severity, change.rules.first, server,
                "\(text)\nexample: \(change.requests[0].witnessWords)", folder)
        }
        let wholes = problems.map { problem in
            Self.command(
                policy.breaks([problem.rule]) ? .error : problem.rule.severity, problem.rule, nil, problem.message,
                folder)
        }
        let unknown = undecided.map { Self.command(.warning, nil, nil, "not decided: \($0)", folder) }
        return (wholes + commands + unknown).joined() + summaryLine(policy) + "\n"
    }

    private static func command(
        _ severity: Severity, _ rule: Rule?, _ server: PlannedChange.Server?, _ message: String, _ folder: String?
    ) -> String {
        let lines = message.split(separator: "\n").map { String($0).safeOnScreen }
        var place: [(String, String)] = []
        if let file = server?.file, let position = server?.position {
            place = [
                ("file", PortablePath.of(file, below: folder)), ("line", "\(position.line)"),
                ("col", "\(position.column)"),
            ]
        }
        return GitHubCommand.line(
            severity, title: rule?.description ?? "waybill plan", lines.joined(separator: "\n"), place: place)
    }

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
