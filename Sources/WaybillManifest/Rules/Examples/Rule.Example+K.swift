/// K: the tests of routes.
extension Rule.Example {
    static let failedTest = Rule.Example(
        """
        waybill: 1
        routes:
          - { id: notes.show, url: "/notes/:id", params: { id: int }, handler: showNote }
          - { id: notes.tagged, url: "/notes/:tag", handler: showTag }
        tests:
          - { open: /notes/007a, expect: { route: notes.show } }
        """,
        mended: """
            waybill: 1
            routes:
              - { id: notes.show, url: "/notes/:id", params: { id: int }, handler: showNote }
              - { id: notes.tagged, url: "/notes/:tag", handler: showTag }
            tests:
              - { open: /notes/007, expect: { route: notes.show } }
            """)

    static let testOfNothing = Rule.Example(
        """
        waybill: 1
        routes:
          - { id: notes.show, url: "/notes/:id", handler: showNote }
        tests:
          - { open: /notes/42, expect: { route: note.show } }
        """,
        mended: """
            waybill: 1
            routes:
              - { id: notes.show, url: "/notes/:id", handler: showNote }
            tests:
              - { open: /notes/42, expect: { route: notes.show } }
            """)

    static let lowCoverage = Rule.Example(
        """
        waybill: 1
        routes:
          - { id: notes.show, url: "/notes/:id", handler: showNote }
          - { id: notes.list, url: /notes, handler: listNotes }
        tests:
          - { open: /notes/42, expect: { route: notes.show } }
        """,
        mended: """
            waybill: 1
            routes:
              - { id: notes.show, url: "/notes/:id", handler: showNote }
              - { id: notes.list, url: /notes, handler: listNotes }
            tests:
              - { open: /notes/42, expect: { route: notes.show } }
              - { open: /notes, expect: { route: notes.list } }
            """)

    static let survivingMutant = Rule.Example(
        """
        waybill: 1
        interceptors:
          gate: { url: /notes/*, use: checkToken }
        routes:
          - { id: notes.show, url: "/notes/:id", handler: showNote }
        tests:
          - { open: /notes/42, expect: { route: notes.show } }
        """,
        mended: """
            waybill: 1
            interceptors:
              gate: { url: /notes/*, use: checkToken }
            routes:
              - { id: notes.show, url: "/notes/:id", handler: showNote }
            tests:
              - { open: /notes/42, expect: { route: notes.show, interceptors: [gate] } }
            """)

    static let repeatedTest = Rule.Example(
        """
        waybill: 1
        routes:
          - { id: notes.show, url: "/notes/:id", handler: showNote }
        tests:
          - { open: /notes/42, expect: { route: notes.show } }
          - { open: /notes/42, expect: unmatched }
        """,
        mended: """
            waybill: 1
            routes:
              - { id: notes.show, url: "/notes/:id", handler: showNote }
            tests:
              - { open: /notes/42, expect: { route: notes.show } }
            """)
}
