/// I: identity and references.
extension Rule.Example {
    static let duplicateID = Rule.Example(
        """
        waybill: 1
        routes:
          - { id: notes.show, url: "/notes/:id", handler: showNote }
          - { id: notes.show, url: "/n/:id", handler: showNote }
        """,
        mended: """
            waybill: 1
            routes:
              - { id: notes.show, urls: ["/notes/:id", "/n/:id"], handler: showNote }
            """)

    static let undefinedName = Rule.Example(
        """
        waybill: 1
        modules:
          clock:
        routes:
          - { url: /clock, module: clok }
        """,
        mended: """
            waybill: 1
            modules:
              clock:
            routes:
              - { url: /clock, module: clock }
            """)

    static let unprovidedProtocol = Rule.Example(
        """
        waybill: 1
        protocols:
          ClockInput:
        modules:
          clock:
        """,
        mended: """
            waybill: 1
            protocols:
              ClockInput:
            modules:
              clock: { provides: [ClockInput] }
            """)

    static let exclusiveFactory = Rule.Example(
        """
        waybill: 1
        modules:
          ledger: { factory: ledger, exclusive: true }
          ledger-copy: { factory: ledger }
        """,
        mended: """
            waybill: 1
            modules:
              ledger: { factory: ledger, exclusive: true }
              ledger-copy: { factory: ledger.copy }
            """)
}
