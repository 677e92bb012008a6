import WaybillManifest
public import WaybillSyntax

/// What people need to know about a rule: a file of the catalog for each group.
public struct RuleEntry: Sendable {
    public let rule: Rule
    /// One sentence on what the rule demands.
    public let summary: String
    /// For a person who did not write the service: why it matters, and when it is right to break it.
    public let explanation: String
    /// How to fix what breaks it, as an imperative.
    public let advice: String
    public let example: RuleExample

    init(_ rule: Rule, summary: String, explanation: String, advice: String, example: RuleExample) {
        self.rule = rule
        self.summary = summary
        self.explanation = explanation
        self.advice = advice
        self.example = example
    }
}
