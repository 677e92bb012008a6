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
          clock: { identifiers: ["app://clock"] }
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
          ledger: { identifiers: ["app://ledger"], factory: ledger, exclusive: true }
          ledger-copy: { identifiers: ["app://copy"], factory: ledger }
        """,
        mended: """
            waybill: 1
            modules:
              ledger: { identifiers: ["app://ledger"], factory: ledger, exclusive: true }
              ledger-copy: { identifiers: ["app://copy"], factory: ledger.copy }
            """)

    static let lookAlikeName = Rule.Example(
        """
        waybill: 1
        interceptors:
          audit: { url: "/pay/**", use: audit }
          Audit: { url: "/admin/**", use: auditAdmin }
        routes:
          - { url: /pay/now, handler: payNow }
          - { url: /admin/users, handler: listUsers }
        """,
        mended: """
            waybill: 1
            interceptors:
              audit: { url: "/pay/**", use: audit }
              audit-admin: { url: "/admin/**", use: auditAdmin }
            routes:
              - { url: /pay/now, handler: payNow }
              - { url: /admin/users, handler: listUsers }
            """)

    static let unusedModule = Rule.Example(
        """
        waybill: 1
        modules:
          clock: { scope: shared }
        """,
        mended: """
            waybill: 1
            modules:
              clock: { scope: shared, identifiers: ["myapp://clock"] }
            """)
}
