import WaybillManifest
public import WaybillSyntax

/// The explanations of all rules, for `waybill check --explain`, the rule pages and SARIF.
public enum RuleCatalog {
    /// An entry for each rule, in the order of ``/WaybillSyntax/Rule/all``.
    public static let entries: [RuleEntry] = [
        RuleEntry.groupF, RuleEntry.groupG, RuleEntry.groupI, RuleEntry.groupK, RuleEntry.groupP, RuleEntry.groupR,
        RuleEntry.groupS, RuleEntry.groupT, RuleEntry.groupV, RuleEntry.groupX, RuleEntry.groupY,
    ].flatMap(\.self)

    /// Returns the entries of some rules, in their order.
    public static func entries(for rules: some Sequence<Rule>) -> [RuleEntry] { rules.compactMap { byRule[$0] } }

    private static let byRule = Dictionary(uniqueKeysWithValues: entries.map { ($0.rule, $0) })
}
