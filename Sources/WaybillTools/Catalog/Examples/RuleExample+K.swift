import WaybillManifest

/// K: route tests.
extension RuleExample {
    static let failedTest = RuleExample(
        """
        waybill: 1
        routes:
          - { id: notes.show, url: "/notes/:id", params: { id: int }, handler: showNote }
          - { id: notes.tagged, url: "/notes/:tag", handler: showTag }
        tests:
          - { open: /notes/007a, expect: { route: notes.show } }
        """,
        fixed: """
            waybill: 1
            routes:
              - { id: notes.show, url: "/notes/:id", params: { id: int }, handler: showNote }
              - { id: notes.tagged, url: "/notes/:tag", handler: showTag }
            tests:
              - { open: /notes/007, expect: { route: notes.show } }
            """)

    static let testOfNothing = RuleExample(
        """
        waybill: 1
        routes:
          - { id: notes.show, url: "/notes/:id", handler: showNote }
        tests:
          - { open: /notes/42, expect: { route: note.show } }
        """,
        fixed: """
            waybill: 1
            routes:
              - { id: notes.show, url: "/notes/:id", handler: showNote }
            tests:
              - { open: /notes/42, expect: { route: notes.show } }
            """)

    static let lowCoverage = RuleExample(
        """
        waybill: 1
        routes:
          - { id: notes.show, url: "/notes/:id", handler: showNote }
          - { id: notes.list, url: /notes, handler: listNotes }
        tests:
          - { open: /notes/42, expect: { route: notes.show } }
        """,
        fixed: """
            waybill: 1
            routes:
              - { id: notes.show, url: "/notes/:id", handler: showNote }
              - { id: notes.list, url: /notes, handler: listNotes }
            tests:
              - { open: /notes/42, expect: { route: notes.show } }
              - { open: /notes, expect: { route: notes.list } }
            """)

    static let survivingMutant = RuleExample(
        """
        waybill: 1
        interceptors:
          gate: { url: /notes/*, use: checkToken }
        routes:
          - { id: notes.show, url: "/notes/:id", handler: showNote }
        tests:
          - { open: /notes/42, expect: { route: notes.show } }
        """,
        fixed: """
            waybill: 1
            interceptors:
              gate: { url: /notes/*, use: checkToken }
            routes:
              - { id: notes.show, url: "/notes/:id", handler: showNote }
            tests:
              - { open: /notes/42, expect: { route: notes.show, interceptors: [gate] } }
            """)

    static let repeatedTest = RuleExample(
        """
        waybill: 1
        routes:
          - { id: notes.show, url: "/notes/:id", handler: showNote }
        tests:
          - { open: /notes/42, expect: { route: notes.show } }
          - { open: /notes/42, expect: unmatched }
        """,
        fixed: """
            waybill: 1
            routes:
              - { id: notes.show, url: "/notes/:id", handler: showNote }
            tests:
              - { open: /notes/42, expect: { route: notes.show } }
            """)
}
