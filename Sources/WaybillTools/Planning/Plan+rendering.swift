import WaybillManifest
import WaybillProofs
public import WaybillReports
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
        if !isQuiet { lines += [summaryLine(policy)] + [trafficLine].compactMap(\.self) }
        return lines.map { $0.safeOnScreen + "\n" }.joined()
    }

    private static func line(_ problem: PlanProblem, _ word: String) -> String {
        "\(word): \(problem.message) [\(problem.rule.id)]"
    }

    private static func lines(_ group: PlanGroup) -> [String] {
        guard group.changes.count > 1 else {
            let requests = group.changes[0].requests
            return ["\(group.word): \(requests[0].words()): \(group.headline)\(group.rules)"]
                + requests.dropFirst().prefix(maximumListed).map { "   and: \($0.words())" }
                + (requests.count > maximumListed + 1 ? ["   and \(requests.count - maximumListed - 1) more"] : [])
                + ["   = example: \(requests[0].witnessWords)"]
                + group.changes[0].trafficWords().map { ["   = traffic: \($0)"] }.orEmpty
        }
        var lines = ["\(group.word): \(group.headline)\(group.rules)"]
        for change in group.changes.prefix(maximumListed) {
            lines.append("   \(change.requests[0].words(maximumExceptions: 1))\(change.specifics)")
            lines.append("      = example: \(change.requests[0].witnessWords)")
            lines += change.trafficWords().map { ["      = traffic: \($0)"] }.orEmpty
        }
        let more = group.changes.count - maximumListed
        return more > 0 ? lines + ["   and \(more) more"] : lines
    }
}

extension [String]? {
    fileprivate var orEmpty: [String] { self ?? [] }
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
    /// Returns a comment for a pull request: a table of breaking changes, and the others folded.
    public func markdown(_ policy: PlanPolicy = PlanPolicy()) -> String {
        let breaking = problems.filter { policy.breaks([$0.rule]) }
        let others = problems.filter { !policy.breaks([$0.rule]) }
        let all = groups(policy)
        // What breaks something has the first claim on the room.
        var room = CommentRoom()
        var lines = ["### waybill plan", "", summaryLine(policy).markdownEscaped]
        lines += trafficLine.map { ["", $0.markdownEscaped] }.orEmpty
        lines += room.list(breaking.map { "**breaking**: \(Self.sentence($0))" })
        lines += room.table(all.filter(\.isBreaking), Self.row)
        lines += room.list(undecided.map { "not decided: \($0.markdownEscaped)" })
        lines += room.list(others.map(Self.sentence))
        let rest = all.filter { !$0.isBreaking }
        if !rest.isEmpty {
            let count = rest.map(\.changes.count).reduce(0, +)
            lines += ["", "<details><summary>\(count) other \(count == 1 ? "change" : "changes")</summary>"]
            lines += room.table(rest, Self.row) + ["", "</details>"]
        }
        return lines.map { $0 + "\n" }.joined()
    }

    private static func sentence(_ problem: PlanProblem) -> String {
        "\(problem.message.markdownEscaped) (\(problem.rule.id))"
    }

    private static func row(_ change: PlannedChange) -> String {
        let requests = change.requests.map { $0.words().safeOnScreen.markdownCode }
        let effects = change.effects.map { $0.text.safeOnScreen.markdownEscaped }
        let witness = change.requests[0].witnessWords.safeOnScreen.markdownCode
        let traffic = change.trafficWords(quoting: \.markdownCode).map { " | \($0)" } ?? ""
        let rules = change.rules.map(\.id).joined(separator: ", ") + traffic
        return
            "| \(requests.joined(separator: "<br>")) | \(effects.joined(separator: "<br>")) | \(witness) | \(rules) |"
    }
}

/// The room in a comment. GitHub rejects one of more than 65,536 characters.
private struct CommentRoom {
    private static let maximumRows = 60
    /// In bytes, which are at least as many as characters. Headings need some, too.
    private var bytes = 64_000

    mutating func list(_ items: [String]) -> [String] {
        items.isEmpty ? [] : [""] + fitting(items.map { "- \($0)" }, last: "- ")
    }

    mutating func table(_ groups: [PlanGroup], _ row: (PlannedChange) -> String) -> [String] {
        let changes = groups.flatMap(\.changes)
        guard !changes.isEmpty else { return [] }
        let hasTraffic = changes[0].logged != nil
        let columns = "| Requests | What happens | Example | Rule |" + (hasTraffic ? " Traffic |" : "")
        return ["", columns, "| --- | --- | --- | --- |" + (hasTraffic ? " --- |" : "")]
            + fitting(changes.prefix(Self.maximumRows).map(row), of: changes.count, last: "\n")
    }

    /// Returns the first lines that fit, and the number of the others.
    private mutating func fitting(_ lines: [String], of count: Int? = nil, last prefix: String) -> [String] {
        var fitting: [String] = []
        for line in lines.prefix(Self.maximumRows) {
            let size = line.utf8.count + 1
            guard size <= bytes else { break }
            bytes -= size
            fitting.append(line)
        }
        let more = (count ?? lines.count) - fitting.count
        return more > 0 ? fitting + ["\(prefix)and \(more) more"] : fitting
    }
}

extension Plan {
    /// Returns workflow commands, which GitHub turns into annotations at the new route, or at the old one if there is
    /// no new one.
    ///
    /// - Parameters:
    ///   - old: The style of paths in the old set.
    ///   - new: The style of paths in the new set.
    public func github(
        _ policy: PlanPolicy = PlanPolicy(), old: ReportStyle = ReportStyle(), new: ReportStyle = ReportStyle()
    ) -> String {
        let commands = changes.map { change in
            let style = change.place?.isOld == true ? old : new
            let text = "\(change.requests[0].words()): \(change.effects.map(\.text).joined(separator: "; "))"
            return Self.command(
                policy.breaks(change.rules) ? .error : change.severity, change.rules.first,
                "\(text)\nexample: \(change.requests[0].witnessWords)", at: change.place, style)
        }
        let wholes = problems.map { problem in
            Self.command(
                policy.breaks([problem.rule]) ? .error : problem.rule.severity, problem.rule, problem.message)
        }
        let unknown = undecided.map { Self.command(.warning, nil, "not decided: \($0)") }
        return (wholes + commands + unknown).joined() + summaryLine(policy) + "\n"
    }

    private static func command(
        _ severity: Severity, _ rule: Rule?, _ message: String, at changed: PlannedChange.Place? = nil,
        _ style: ReportStyle = ReportStyle()
    ) -> String {
        let lines = message.split(separator: "\n").map { String($0).safeOnScreen }
        var place: [(String, String)] = []
        if let changed {
            place = [
                ("file", style.repositoryPath(of: changed.file)), ("line", "\(changed.position.line)"),
                ("col", "\(changed.position.column)"),
            ]
        }
        return GitHubCommand.line(
            severity, title: rule?.description ?? "waybill plan", lines.joined(separator: "\n"), place: place)
    }

    /// Returns the plan for an agent: a line for each class of requests, breaking ones first.
    ///
    /// - Parameter path: The new set on disk; `nil` if it is elsewhere, so that no command is proposed.
    package func agent(_ policy: PlanPolicy = PlanPolicy(), path: String? = nil, isQuiet: Bool = false) -> AgentText {
        let wholes = problems.sorted { policy.breaks([$0.rule]) && !policy.breaks([$1.rule]) }.map { problem in
            Self.line(problem, policy.breaks([problem.rule]) ? "breaking" : "change")
        }
        let classes = groups(policy).flatMap { group in group.changes.map { Self.agentLine($0, group) } }
        let lines = wholes + classes + undecided.map { "not decided: \($0)" }
        let first = changes.first { policy.breaks($0.rules) }?.requests.first?.witness
        let explain = first.map { witness in
            ["explain", witness.url] + (path.map { [$0] } ?? []) + (witness.method.map { ["--method", $0] } ?? [])
        }
        let next = path.map { ShellCommand(explain ?? ["test", $0]) }
        return AgentText(
            lines: lines.map(\.safeOnScreen),
            summary: isQuiet ? [] : [summaryLine(policy)] + [trafficLine].compactMap(\.self),
            next: isQuiet ? nil : next)
    }

    private static func agentLine(_ change: PlannedChange, _ group: PlanGroup) -> String {
        let place = change.place.map { "\($0.file):\($0.position.line):\($0.position.column): " } ?? ""
        let requests = change.requests.map { $0.words(maximumExceptions: 1) }.joined(separator: "; ")
        let effects = change.effects.map(\.text).joined(separator: "; ")
        let traffic = change.trafficWords().map { " | traffic: \($0)" } ?? ""
        return "\(place)\(group.word): \(requests): \(effects)\(group.rules) | example: "
            + change.requests[0].witnessWords + traffic
    }

    /// Returns the JSON of `waybill plan --format json`, which `Schemas/plan.schema.json` describes.
    ///
    /// - Parameters:
    ///   - old: The name of the old set.
    ///   - new: The name of the new set.
    package func json(_ policy: PlanPolicy = PlanPolicy(), old: String, new: String) -> String {
        JSONText.encode(jsonObject(policy, old: old, new: new))
    }

    /// Returns the same as a value.
    package func jsonObject(_ policy: PlanPolicy = PlanPolicy(), old: String, new: String) -> JSONObject {
        let summary = [
            "breaking": breakingCount(policy), "changes": changes.count, "findings": problems.count,
            "undecided": undecided.count,
        ]
        var object: JSONObject = [
            "version": 1, "old": ["source": old, "digest": oldDigest], "new": ["source": new, "digest": newDigest],
            "breaking": isBreaking(policy), "changes": changes.map { $0.jsonObject(policy) },
            "findings": problems.map { $0.jsonObject(policy) }, "undecided": undecided, "summary": summary,
        ]
        object.addIfPresent("traffic", traffic.map(\.jsonObject))
        return object
    }
}

extension PlanTraffic {
    fileprivate var jsonObject: JSONObject {
        ["requests": requests, "changed": changed, "unreadable": unreadable]
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
        var object: JSONObject = [
            "pattern": pattern, "within": within, "except": except, "exceptions": exceptions.map(\.jsonObject),
            "methods": methods, "withoutMethods": withoutMethods, "views": views.jsonObject, "witness": example,
        ]
        object.addIfPresent("requests", logged?.count)
        object.addIfPresent("share", logged?.share)
        object.addIfPresent("shape", logged?.shape)
        return object
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
