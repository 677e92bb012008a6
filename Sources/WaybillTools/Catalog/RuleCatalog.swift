import WaybillManifest
public import WaybillSyntax

/// What all rules demand, and why: what `waybill check --explain`, the rule pages and SARIF tell people about them.
public enum RuleCatalog {
    /// An entry for each rule, in the order of ``/WaybillSyntax/Rule/all``.
    public static let entries: [RuleEntry] = [
        RuleEntry.groupF, RuleEntry.groupG, RuleEntry.groupI, RuleEntry.groupK, RuleEntry.groupP, RuleEntry.groupR,
        RuleEntry.groupS, RuleEntry.groupT, RuleEntry.groupV, RuleEntry.groupX, RuleEntry.groupY,
    ].flatMap(\.self)

    /// The entries of some rules, in their order.
    public static func entries(for rules: some Sequence<Rule>) -> [RuleEntry] { rules.compactMap { byRule[$0] } }

    private static let byRule = Dictionary(uniqueKeysWithValues: entries.map { ($0.rule, $0) })
}
