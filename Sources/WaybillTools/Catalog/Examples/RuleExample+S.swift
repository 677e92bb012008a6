import WaybillManifest

/// S: schema.
extension RuleExample {
    static let unknownKey = RuleExample(
        """
        waybill: 1
        routes:
          - { url: /notes, method: [GET], handler: listNotes }
        """,
        fixed: """
            waybill: 1
            routes:
              - { url: /notes, methods: [GET], handler: listNotes }
            """)

    static let missingKey = RuleExample(
        """
        waybill: 1
        routes:
          - { url: /notes }
        """,
        fixed: """
            waybill: 1
            routes:
              - { url: /notes, handler: listNotes }
            """)

    static let wrongType = RuleExample(
        """
        waybill: 1
        routes:
          - { url: /notes, methods: GET, handler: listNotes }
        """,
        fixed: """
            waybill: 1
            routes:
              - { url: /notes, methods: [GET], handler: listNotes }
            """)

    static let notInEnumeration = RuleExample(
        """
        waybill: 1
        modules:
          clock: { identifiers: ["app://clock"], scope: shraed }
        """,
        fixed: """
            waybill: 1
            modules:
              clock: { identifiers: ["app://clock"], scope: shared }
            """)

    static let outOfRange = RuleExample(
        """
        waybill: 1
        routes:
          - { url: /report, handler: report, timeout: 5 }
        """,
        fixed: """
            waybill: 1
            routes:
              - { url: /report, handler: report, timeout: 5s }
            """)

    static let emptySection = RuleExample(
        """
        waybill: 1
        routes:
          - { url: /notes, methods: [], handler: listNotes }
        """,
        fixed: """
            waybill: 1
            routes:
              - { url: /notes, handler: listNotes }
            """)

    static let exclusiveKeys = RuleExample(
        """
        waybill: 1
        modules:
          clock:
        routes:
          - { url: /clock, module: clock, handler: showClock }
        """,
        fixed: """
            waybill: 1
            modules:
              clock:
            routes:
              - { url: /clock, module: clock }
            """)

    static let unsupportedVersion = RuleExample(
        """
        waybill: 2
        routes:
          - { url: /notes, handler: listNotes }
        """,
        fixed: """
            waybill: 1
            routes:
              - { url: /notes, handler: listNotes }
            """)

    static let unresolvedVariable = RuleExample(
        """
        waybill: 1
        modules:
          mailer: { identifiers: ["app://mailer"], with: { host: "${SMTP_HOST}" } }
        """,
        fixed: """
            waybill: 1
            modules:
              mailer: { identifiers: ["app://mailer"], with: { host: "${SMTP_HOST:-localhost}" } }
            """)

    static let repeatedSection = RuleExample(
        broken: [
            .init(
                "main.yaml",
                """
                waybill: 1
                settings: { trailing_slash: strict }
                """),
            .init(
                "shop.yaml",
                """
                waybill: 1
                settings: { case_sensitive: false }
                """),
        ],
        fixed: [
            .init(
                "main.yaml",
                """
                waybill: 1
                settings: { trailing_slash: strict, case_sensitive: false }
                """),
            .init(
                "shop.yaml",
                """
                waybill: 1
                """),
        ])

    static let repeatedItem = RuleExample(
        """
        waybill: 1
        routes:
          - { url: /notes, methods: [GET, GET], handler: notes }
        """,
        fixed: """
            waybill: 1
            routes:
              - { url: /notes, methods: [GET, POST], handler: notes }
            """)
}
