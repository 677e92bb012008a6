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
