import WaybillManifest
import WaybillSyntax

/// G: the configuration of the linter.
extension RuleEntry {
    static let groupG: [RuleEntry] = [.idleAllowance, .staleBaseline, .unknownRuleID, .badConfiguration]

    static let idleAllowance = RuleEntry(
        .idleAllowance,
        summary: "A suppression must be used, have a reason, and not be expired.",
        explanation: """
            A comment such as '# waybill:allow P003 -- reason until 2027-01' suppresses a rule for the key or item \
            on its line or the next, and 'allow-file' at the top of a file for the whole file. An unused suppression \
            would hide the next problem, and one without a reason has no effect. After its date 'waybill check' \
            reports the problem again; a running service is not affected, because no manifest may fail at the end of \
            a month.
            """,
        advice: "Remove the comment, or give it a reason or a new date.",
        example: .idleAllowance)
    static let staleBaseline = RuleEntry(
        .staleBaseline,
        summary: "A baseline should not contain problems that no longer occur.",
        explanation: """
            A baseline hides problems that a team accepts for now. This one no longer occurs. As long as the \
            baseline contains it, it can come back without being noticed.
            """,
        advice: "Write the baseline again with --write-baseline.",
        example: .staleBaseline)
    static let unknownRuleID = RuleEntry(
        .unknownRuleID,
        summary: "Configurations and comments must name rules that exist.",
        explanation: """
            A comment, a configuration or a baseline names a rule that does not exist, so it has no effect. Rule ids \
            are never removed or reused, so an unknown id is misspelled.
            """,
        advice: "Write the id as 'waybill check --rules' lists it.",
        example: .unknownRuleID)
    static let badConfiguration = RuleEntry(
        .badConfiguration,
        summary: "The configuration must be valid, and must not lower rules that prevent loading.",
        explanation: """
            '.waybill.yaml' is checked like a manifest, with places in the file. With an unknown key, fewer problems \
            would be found than its author expects. The severity of a rule that the loader enforces cannot be lowered, \
            because the set would still not load. While the file is invalid, none of its policies is checked.
            """,
        advice: "Correct the key or the value as the message says.",
        example: .badConfiguration)
}
