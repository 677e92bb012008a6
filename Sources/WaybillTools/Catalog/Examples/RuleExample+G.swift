import WaybillManifest

/// G: the configuration of the linter.
extension RuleExample {
    static let idleAllowance = RuleExample(
        """
        waybill: 1
        routes:
          # waybill:allow P006 -- a route for old notes comes next week
          - { id: notes, url: "/notes/:id", handler: showNote }
        """,
        fixed: """
            waybill: 1
            routes:
              - { id: notes, url: "/notes/:id", handler: showNote }
            """)

    private static let note = File(
        "routes.yaml",
        """
        waybill: 1
        routes:
          - { id: notes, url: "/notes/:id", handler: showNote }
        """)

    private static let known = File(".waybill.yaml", "baseline: known.json")

    static let staleBaseline = RuleExample(
        broken: [
            note, known,
            File(
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
        fixed: [
            note, known,
            File(
                "known.json",
                """
                {
                  "findings": [],
                  "version": 1
                }
                """),
        ])

    static let unknownRuleID = RuleExample(
        broken: [note, File(".waybill.yaml", "rules: { P06: off }")],
        fixed: [note, File(".waybill.yaml", "rules: { P006: off }")])

    static let badConfiguration = RuleExample(
        broken: [note, File(".waybill.yaml", "rules: { P001: off, P006: off }")],
        fixed: [note, File(".waybill.yaml", "rules: { P006: off }")])
}
