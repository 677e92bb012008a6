import WaybillManifest
import WaybillProofs
public import WaybillSyntax
import WaybillTable

extension Rule {
    public static let unreachablePattern = Rule("P014", "unreachable-pattern", .warning, .policies, .offByDefault)
}

extension Check<PolicyContext> {
    static let entryPoints = Check(
        .unreachablePattern, .tableBudget, when: { !$0.entryPoints.isEmpty }, find: { $0.checkEntryPoints() })
}

extension PolicyContext {
    /// Patterns that no entry point admits, and to which no rewrite and no redirect leads.
    fileprivate func checkEntryPoints() -> [Diagnostic] {
        guard let first = policy.entryPoints.first else { return [] }
        var entries = EntryPoints(
            policy.entryPoints.map(\.value) + targets.map { EntryPoint(leadingTo: $0) }, set.settings)
        let routes = set.routes.flatMap { route in route.patterns.map { ($0, route.constrained) } }
        let interceptors = set.interceptors.flatMap { one in one.patterns.map { ($0, one.constrained) } }
        var isComplete = true
        let refused = (routes + interceptors).filter { pattern, constrained in
            let isAdmitted = entries.admit(pattern.pattern, constrained.automata)
            if isAdmitted == nil { isComplete = false }
            return isAdmitted == false
        }
        let undecided =
            isComplete ? [] : [Diagnostic.undecided("whether an entry point accepts each pattern", at: first.span)]
        return undecided
            + refused.map { pattern, _ in
                Diagnostic(
                    .unreachablePattern, at: pattern.span,
                    "no entry point accepts a request for '\(pattern.text.value)'",
                    notes: [.init("the entry points start here", at: first.span)],
                    help: "correct its scheme, host or first segments, or add an entry point")
            }
    }

    /// The targets that are followed inside. A client that follows a redirect must use an entry point.
    private var targets: [URLTemplate] {
        self.set.routes.compactMap { if case .forward(let target) = $0.destination { target.target } else { nil } }
            + set.interceptors.compactMap(\.action.target?.target)
    }
}
