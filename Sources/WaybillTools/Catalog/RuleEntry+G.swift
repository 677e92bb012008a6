import WaybillManifest
import WaybillSyntax

/// G: what steers the linter itself.
extension RuleEntry {
    static let groupG: [RuleEntry] = [.idleAllowance, .staleBaseline, .unknownRuleID, .badConfiguration]

    static let idleAllowance = RuleEntry(
        .idleAllowance,
        summary: "A comment that allows what breaks a rule has a reason, has not ended, and is needed.",
        explanation: """
            A comment such as '# waybill:allow P003 -- reason until 2027-01' allows what breaks a rule at the key or item \
            of its line or the next, and 'allow-file' at the head of a file in all of it. One that is not needed would \
            hide the next mistake, and one without a reason cannot be judged, so it allows nothing. When its day is over, \
            check shows the finding again; a running service goes on, for no manifest may fail because a month ends.
            """,
        advice: "Take the comment away, give it a reason, or give it a new day.",
        example: .idleAllowance)
    static let staleBaseline = RuleEntry(
        .staleBaseline,
        summary: "A baseline knows no findings that no longer occur.",
        explanation: """
            A baseline holds findings that a team lives with for now. This one is gone, which is good news; but as long \
            as the baseline knows it, it may come back unseen.
            """,
        advice: "Write the baseline anew with --write-baseline.",
        example: .staleBaseline)
    static let unknownRuleID = RuleEntry(
        .unknownRuleID,
        summary: "Rules that a configuration or a comment names are in the catalogue.",
        explanation: """
            A comment, a configuration or a baseline names a rule that does not exist, so it does nothing. Ids are \
            contracts: none is ever taken away or used for another rule, and one that is not known is misspelt.
            """,
        advice: "Write the id as 'waybill check --rules' lists it.",
        example: .unknownRuleID)
    static let badConfiguration = RuleEntry(
        .badConfiguration,
        summary: "The configuration of the linter is sound, and turns down nothing that keeps a set from being loaded.",
        explanation: """
            The linter's own files are read like manifests, and their mistakes have places, too. A key that is not \
            known would check less than its author believes. The weight of a rule that the loader refuses cannot be \
            lowered: the set would still not load. While the file cannot be taken as it is written, nothing that it \
            demands is looked at.
            """,
        advice: "Write the key or the value as the message says.",
        example: .badConfiguration)
}
