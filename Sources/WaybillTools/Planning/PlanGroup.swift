import WaybillManifest
import WaybillProofs
import WaybillSyntax
import WaybillTable

/// Changes to which the same happens, as people read them.
struct PlanGroup {
    var effects: [PlannedChange.Effect]
    var changes: [PlannedChange]
    var isBreaking: Bool

    /// `breaking`, `change`, or `new` for what only adds.
    var word: String { isBreaking ? "breaking" : changes[0].rules.isEmpty ? "new" : "change" }

    /// `[R001]`
    var rules: String {
        let ids = changes[0].rules.map(\.id)
        return ids.isEmpty ? "" : " [\(ids.joined(separator: ", "))]"
    }

    /// What happens, of several requests at once.
    var headline: String {
        changes.count == 1
            ? effects.map(\.text).joined(separator: "; ")
            : "\(changes.count) classes of requests \(effects.map(\.plural).joined(separator: ", "))"
    }
}

extension Plan {
    /// The changes, those together to which the same happens; breaking ones first.
    func groups(_ policy: PlanPolicy) -> [PlanGroup] {
        var groups: [PlanGroup] = []
        var numbers: [[String]: Int] = [:]
        for change in changes {
            let key = change.effects.map { "\($0.kind.rawValue) \($0.plural)" }
            if let number = numbers[key] {
                groups[number].changes.append(change)
            } else {
                numbers[key] = groups.count
                groups.append(
                    PlanGroup(effects: change.effects, changes: [change], isBreaking: policy.breaks(change.rules)))
            }
        }
        return groups.filter(\.isBreaking) + groups.filter { !$0.isBreaking }
    }

    /// `2 breaking, 5 other changes`
    func summaryLine(_ policy: PlanPolicy) -> String {
        if isEmpty { return "No request is treated differently." }
        let breaking = changes.count { policy.breaks($0.rules) } + findings.count { policy.breaks([$0.rule]) }
        let others = changes.count + findings.count - breaking
        let unknown = undecided.isEmpty ? "" : ", \(undecided.count) not decided"
        return "\(breaking) breaking, \(others) other \(others == 1 ? "change" : "changes")\(unknown)"
    }
}

extension PlannedChange.Requests {
    /// `GET,POST /orders/:id in views of 'admin', but not GET /orders/new`
    func words(mostExceptions: Int = 3) -> String {
        var words = (methods.map { $0.joined(separator: ",") + " " } ?? "") + (pattern ?? "what no route matches")
        if !within.isEmpty { words += " within \(within.joined(separator: " and "))" }
        words += viewWords
        guard !except.isEmpty else { return words }
        words += ", but not \(except.prefix(mostExceptions).joined(separator: ", "))"
        if except.count > mostExceptions { words += " and \(except.count - mostExceptions) more" }
        return words
    }

    /// Said only where plain opens are none of them.
    private var viewWords: String {
        guard !views.isPlain, let tagged = views.tagged else { return "" }
        let hits = tagged.hits.map { $0.sorted().map { "'\($0)'" }.joined(separator: " or ") }
        let excluded = tagged.excluded.sorted().map { "'\($0)'" }
        return " in views" + (hits.isEmpty ? "" : " of \(hits.joined(separator: " with "))")
            + (excluded.isEmpty ? "" : " without \(excluded.joined(separator: ", "))")
    }

    /// `GET /orders/1`, as a person asks for it.
    var witnessWords: String {
        let method = witness.method.map { "\($0) " } ?? ""
        let view = tags.map { " in a view of \($0.joined(separator: ", "))" } ?? ""
        return method + witness.url + view
    }
}

extension PlannedChange.Kind {
    /// Whether it is about what runs before, whatever serves.
    var isOfGates: Bool { [.gateLost, .gateGained, .gateChanged, .idleGateLost, .reordered].contains(self) }
}
