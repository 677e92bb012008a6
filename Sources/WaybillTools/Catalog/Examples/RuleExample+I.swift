import WaybillManifest

/// I: identity and references.
extension RuleExample {
    static let duplicateID = RuleExample(
        """
        waybill: 1
        routes:
          - { id: notes.show, url: "/notes/:id", handler: showNote }
          - { id: notes.show, url: "/n/:id", handler: showNote }
        """,
        fixed: """
            waybill: 1
            routes:
              - { id: notes.show, urls: ["/notes/:id", "/n/:id"], handler: showNote }
            """)

    static let undefinedName = RuleExample(
        """
        waybill: 1
        modules:
          clock:
        routes:
          - { url: /clock, module: clok }
        """,
        fixed: """
            waybill: 1
            modules:
              clock:
            routes:
              - { url: /clock, module: clock }
            """)

    static let unprovidedProtocol = RuleExample(
        """
        waybill: 1
        protocols:
          ClockInput:
        modules:
          clock: { identifiers: ["app://clock"] }
        """,
        fixed: """
            waybill: 1
            protocols:
              ClockInput:
            modules:
              clock: { provides: [ClockInput] }
            """)

    static let exclusiveFactory = RuleExample(
        """
        waybill: 1
        modules:
          ledger: { identifiers: ["app://ledger"], factory: ledger, exclusive: true }
          ledger-copy: { identifiers: ["app://copy"], factory: ledger }
        """,
        fixed: """
            waybill: 1
            modules:
              ledger: { identifiers: ["app://ledger"], factory: ledger, exclusive: true }
              ledger-copy: { identifiers: ["app://copy"], factory: ledger.copy }
            """)

    static let ambiguousProvider = RuleExample(
        """
        waybill: 1
        protocols:
          NoteStore:
        modules:
          notes-in-memory: { provides: [NoteStore] }
          notes-on-disk: { provides: [NoteStore] }
        """,
        fixed: """
            waybill: 1
            protocols:
              NoteStore: { default: notes-on-disk }
            modules:
              notes-in-memory: { provides: [NoteStore] }
              notes-on-disk: { provides: [NoteStore] }
            """)

    static let lookAlikeName = RuleExample(
        """
        waybill: 1
        interceptors:
          audit: { url: "/pay/**", use: audit }
          Audit: { url: "/admin/**", use: auditAdmin }
        routes:
          - { url: /pay/now, handler: payNow }
          - { url: /admin/users, handler: listUsers }
        """,
        fixed: """
            waybill: 1
            interceptors:
              audit: { url: "/pay/**", use: audit }
              audit-admin: { url: "/admin/**", use: auditAdmin }
            routes:
              - { url: /pay/now, handler: payNow }
              - { url: /admin/users, handler: listUsers }
            """)

    static let unusedModule = RuleExample(
        """
        waybill: 1
        modules:
          clock: { scope: shared }
        """,
        fixed: """
            waybill: 1
            modules:
              clock: { scope: shared, identifiers: ["myapp://clock"] }
            """)
}
