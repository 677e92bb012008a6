import WaybillManifest
public import WaybillSyntax

/// The explanation of a rule. Each group has a file in the catalog.
public struct RuleEntry: Sendable {
    public let rule: Rule
    /// One sentence that says what the rule requires.
    public let summary: String
    /// Why the rule matters and when it is right to break it, for a person who did not write the service.
    public let explanation: String
    /// How to fix a violation, as a command.
    public let advice: String
    public let example: RuleExample
    let statedFixability: Fixability?

    /// Whether a program can fix a problem.
    public enum Fixability: String, Sendable, Codable {
        /// The fixed manifest certainly means what the author meant.
        case safe
        case unsafe
        case none
    }

    /// - Parameter fixability: For rules that have a fix in other cases than the example.
    init(
        _ rule: Rule, fixability: Fixability? = nil, summary: String, explanation: String, advice: String,
        example: RuleExample
    ) {
        self.rule = rule
        statedFixability = fixability
        self.summary = summary
        self.explanation = explanation
        self.advice = advice
        self.example = example
    }
}

/// The explanations of all rules, for `waybill check --explain`, the rule pages and SARIF.
public enum RuleCatalog {
    /// An entry for each rule, in the order of `Rule.all`.
    public static let entries: [RuleEntry] = [
        RuleEntry.groupF, RuleEntry.groupG, RuleEntry.groupI, RuleEntry.groupK, RuleEntry.groupO, RuleEntry.groupP,
        RuleEntry.groupR,
        RuleEntry.groupS, RuleEntry.groupT, RuleEntry.groupV, RuleEntry.groupX, RuleEntry.groupY,
    ].flatMap(\.self)

    /// Returns the entries of some rules, in their order.
    public static func entries(for rules: some Sequence<Rule>) -> [RuleEntry] { rules.compactMap { byRule[$0] } }

    private static let byRule = Dictionary(uniqueKeysWithValues: entries.map { ($0.rule, $0) })
}
