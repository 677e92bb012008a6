import WaybillManifest
import WaybillProofs
import WaybillSyntax
import WaybillTable

/// Changes with the same effects, as one item of the output.
struct PlanGroup {
    /// At least one.
    var changes: [PlannedChange]
    var isBreaking: Bool
    var effects: [PlannedChange.Effect] { changes[0].effects }

    /// `breaking`, `new` for additions, else `change`.
    var word: String { isBreaking ? "breaking" : effects.allSatisfy(\.kind.isAddition) ? "new" : "change" }

    /// `[R001]`
    var rules: String {
        let ids = changes[0].rules.map(\.id)
        return ids.isEmpty ? "" : " [\(ids.joined(separator: ", "))]"
    }

    /// The effects, worded for one or several classes of requests.
    var headline: String {
        changes.count == 1
            ? effects.map(\.text).joined(separator: "; ")
            : "\(changes.count) classes of requests \(effects.map(\.plural).joined(separator: ", "))"
    }
}

extension Plan {
    /// Returns the changes grouped by their effects; breaking ones first.
    func groups(_ policy: PlanPolicy) -> [PlanGroup] {
        var groups: [PlanGroup] = []
        var numbers: [[String]: Int] = [:]
        for change in changes {
            let key = change.effects.map { "\($0.kind.rawValue) \($0.plural)" }
            if let number = numbers[key] {
                groups[number].changes.append(change)
            } else {
                numbers[key] = groups.count
                groups.append(PlanGroup(changes: [change], isBreaking: policy.breaks(change.rules)))
            }
        }
        return groups.filter(\.isBreaking) + groups.filter { !$0.isBreaking }
    }

    /// `2 breaking, 5 other changes`
    package func summaryLine(_ policy: PlanPolicy) -> String {
        if isEmpty { return "Every request is served as before." }
        let breaking = breakingCount(policy)
        let others = changes.count + problems.count - breaking
        let unknown = undecided.isEmpty ? "" : ", \(undecided.count) not decided"
        return "\(breaking) breaking, \(others) other \(others == 1 ? "change" : "changes")\(unknown)"
    }
}

extension PlannedChange.Requests {
    /// `GET,POST /orders/:id in views of 'admin', but not GET /orders/new`
    func words(maximumExceptions: Int = 3) -> String {
        var words = methodWords + (pattern ?? "requests without a route")
        if !within.isEmpty { words += " within \(within.joined(separator: " and "))" }
        words += viewWords
        guard !except.isEmpty else { return words }
        words += ", but not \(except.prefix(maximumExceptions).joined(separator: ", "))"
        if except.count > maximumExceptions { words += " and \(except.count - maximumExceptions) more" }
        return words
    }

    /// `GET,POST `, `GET but not HEAD `, `any method but GET,HEAD `
    private var methodWords: String {
        guard !withoutMethods.isEmpty else { return methods.map { $0.joined(separator: ",") + " " } ?? "" }
        let named = methods?.joined(separator: ",")
        let without = withoutMethods.joined(separator: ",")
        return named.map { "\($0) but not \(without) " } ?? "any method but \(without) "
    }

    /// The example request, such as `GET /orders/1`.
    var witnessWords: String {
        witness.words + (tags.map { " in a view of \($0.joined(separator: ", "))" } ?? "")
    }
}

extension ViewSet {
    /// ` in plain opens and views of 'admin' without 'beta'`; empty for all views.
    var words: String {
        guard let tagged else { return " in plain opens" }
        let hits = tagged.hits.map { $0.sorted().map { "'\($0)'" }.joined(separator: " or ") }
        let excluded = tagged.excluded.sorted().map { "'\($0)'" }
        if isPlain && hits.isEmpty && excluded.isEmpty { return "" }
        return (isPlain ? " in plain opens and views" : " in views")
            + (hits.isEmpty ? "" : " of \(hits.joined(separator: " with "))")
            + (excluded.isEmpty ? "" : " without \(excluded.joined(separator: ", "))")
    }
}

extension PlannedChange.Kind {
    /// Whether it is about interceptors, and not about what serves the requests.
    var isAboutInterceptors: Bool {
        [.interceptorLost, .interceptorGained, .interceptorChanged, .unusedInterceptorLost, .reordered].contains(self)
    }
}
