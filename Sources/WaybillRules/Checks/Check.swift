import WaybillManifest
import WaybillSyntax

/// A check: the rules that it decides, and how it finds their problems.
///
/// Each check is declared in the file of its rule, and listed in `Compilation/Check+all.swift`.
struct Check<Context>: Sendable {
    let rules: [Rule]
    let reach: CheckReach
    /// Whether a team's policies ask for it.
    let isAskedFor: @Sendable (LintPolicy) -> Bool
    let find: @Sendable (Context) -> [Diagnostic]

    init(
        _ rules: Rule..., needing reach: CheckReach = .anySet,
        when isAskedFor: @escaping @Sendable (LintPolicy) -> Bool = { _ in true },
        find: @escaping @Sendable (Context) -> [Diagnostic]
    ) {
        self.rules = rules
        self.reach = reach
        self.isAskedFor = isAskedFor
        self.find = find
    }
}

extension Ledger {
    /// Makes checks, and holds back what is not certain.
    func results<Context>(
        of checks: [Check<Context>], in context: Context
    ) -> (certain: [Diagnostic], heldBack: [HeldBack]) {
        var all: (certain: [Diagnostic], heldBack: [HeldBack]) = ([], [])
        for check in checks {
            if let cause = cause(of: check.reach) {
                all.heldBack.append(HeldBack(.check(check.rules), because: cause))
                continue
            }
            let (certain, heldBack) = divide(check.find(context))
            all.certain += certain
            all.heldBack += heldBack
        }
        return all
    }
}

extension [Diagnostic] {
    /// The diagnostics without the fixes of a rule that would replace more than a hundred different names by similar
    /// ones. So many names are hardly misspelled: the file that declares them is probably missing.
    var withoutGuesses: [Diagnostic] {
        // The message contains the kind and the name.
        let messages = Dictionary(grouping: lazy.filter { $0.rule.traits.contains(.guessesNames) }, by: \.rule)
            .mapValues { Set($0.map(\.message)) }
        let rules = messages.filter { $0.value.count > NameSuggestions.maximumNames }
        guard !rules.isEmpty else { return self }
        return map { diagnostic in
            var diagnostic = diagnostic
            if rules[diagnostic.rule] != nil { diagnostic.fixes = [] }
            return diagnostic
        }
    }
}
