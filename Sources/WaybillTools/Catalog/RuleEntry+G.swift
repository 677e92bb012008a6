import WaybillManifest
import WaybillRules
import WaybillSyntax

/// G: the configuration of the linter.
extension RuleEntry {
    static let groupG: [RuleEntry] = [.unusedSuppression, .staleBaseline, .unknownRuleID, .badConfiguration]

    static let unusedSuppression = RuleEntry(
        .unusedSuppression,
        summary: "A suppression must be used, have a reason, and not be expired.",
        explanation: """
            A comment such as '# waybill:allow P003 -- reason until 2027-01' suppresses a rule for the key or item \
            on its line or the next, and 'allow-file' at the top of a file for the whole file. An unused suppression \
            would hide the next problem, and one without a reason has no effect. After its date 'waybill check' \
            reports the problem again; a running service is not affected, because no manifest may fail at the end of \
            a month.
            """,
        advice: "Remove the comment, or give it a reason or a new date.",
        example: RuleExample(
            """
            waybill: 1
            routes:
              # waybill:allow P006 -- a route for old notes comes next week
              - { id: notes, url: "/notes/:id", handler: showNote }
            """,
            fixes: ["  # waybill:allow P006 -- a route for old notes comes next week\n": ""]))
    static let staleBaseline = RuleEntry(
        .staleBaseline,
        summary: "A baseline should not contain problems that no longer occur.",
        explanation: """
            A baseline hides problems that a team accepts for now. This one no longer occurs. As long as the \
            baseline contains it, it can come back without being noticed.
            """,
        advice: "Write the baseline again with --write-baseline.",
        example: RuleExample(
            broken: [
                .note, .configuration("baseline: known.json"),
                .init(
                    "known.json",
                    """
                    {
                      "findings": [
                        { "rule": "P006", "path": "routes/notes/url", "fingerprint": "00d1db5d6b1b6a38", "count": 1 }
                      ],
                      "version": 1
                    }
                    """),
            ],
            fixes: [
                """
                [
                    { "rule": "P006", "path": "routes/notes/url", "fingerprint": "00d1db5d6b1b6a38", "count": 1 }
                  ]
                """: "[]"
            ]))
    static let unknownRuleID = RuleEntry(
        .unknownRuleID,
        summary: "Configurations and comments must name rules that exist.",
        explanation: """
            A comment, a configuration or a baseline names a rule that does not exist, so it has no effect. Rule ids \
            are never removed or reused, so an unknown id is misspelled.
            """,
        advice: "Write the id as 'waybill check --rules' lists it.",
        example: RuleExample(broken: [.note, .configuration("rules: { P06: off }")], fixes: ["P06:": "P006:"]))
    static let badConfiguration = RuleEntry(
        .badConfiguration, fixability: .safe,
        summary: "The configuration must be valid, and must not lower rules that prevent loading.",
        explanation: """
            '.waybill.yaml' is checked like a manifest, with places in the file. With an unknown key, fewer problems \
            would be found than its author expects. The severity of a rule that the loader enforces cannot be lowered, \
            because the set would still not load. While the file is invalid, none of its policies is checked. A file \
            with a similar name, such as '.waybill.yml', is not read, and its policies do not apply. A glob of 'exclude' \
            that excludes nothing is a warning.
            """,
        advice: "Correct the key or the value as the message says.",
        example: RuleExample(
            broken: [.note, .configuration("rules: { P001: off, P006: off }")], fixes: ["P001: off, ": ""]))
}

extension RuleExample.File {
    fileprivate static let note = Self(
        "routes.yaml",
        """
        waybill: 1
        routes:
          - { id: notes, url: "/notes/:id", handler: showNote }
        """)
}
