/// S: schema.
extension Rule.Example {
    static let unknownKey = Rule.Example(
        """
        waybill: 1
        routes:
          - { url: /notes, method: [GET], handler: listNotes }
        """,
        mended: """
            waybill: 1
            routes:
              - { url: /notes, methods: [GET], handler: listNotes }
            """)

    static let missingKey = Rule.Example(
        """
        waybill: 1
        routes:
          - { url: /notes }
        """,
        mended: """
            waybill: 1
            routes:
              - { url: /notes, handler: listNotes }
            """)

    static let wrongType = Rule.Example(
        """
        waybill: 1
        routes:
          - { url: /notes, methods: GET, handler: listNotes }
        """,
        mended: """
            waybill: 1
            routes:
              - { url: /notes, methods: [GET], handler: listNotes }
            """)

    static let notInEnumeration = Rule.Example(
        """
        waybill: 1
        modules:
          clock: { scope: shraed }
        """,
        mended: """
            waybill: 1
            modules:
              clock: { scope: shared }
            """)

    static let outOfRange = Rule.Example(
        """
        waybill: 1
        routes:
          - { url: /report, handler: report, timeout: 5 }
        """,
        mended: """
            waybill: 1
            routes:
              - { url: /report, handler: report, timeout: 5s }
            """)

    static let emptySection = Rule.Example(
        """
        waybill: 1
        routes:
          - { url: /notes, methods: [], handler: listNotes }
        """,
        mended: """
            waybill: 1
            routes:
              - { url: /notes, handler: listNotes }
            """)

    static let exclusiveKeys = Rule.Example(
        """
        waybill: 1
        modules:
          clock:
        routes:
          - { url: /clock, module: clock, handler: showClock }
        """,
        mended: """
            waybill: 1
            modules:
              clock:
            routes:
              - { url: /clock, module: clock }
            """)

    static let unsupportedVersion = Rule.Example(
        """
        waybill: 2
        routes:
          - { url: /notes, handler: listNotes }
        """,
        mended: """
            waybill: 1
            routes:
              - { url: /notes, handler: listNotes }
            """)

    static let unresolvedVariable = Rule.Example(
        """
        waybill: 1
        modules:
          mailer: { with: { host: "${SMTP_HOST}" } }
        """,
        mended: """
            waybill: 1
            modules:
              mailer: { with: { host: "${SMTP_HOST:-localhost}" } }
            """)

    static let repeatedSection = Rule.Example(
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
        mended: [
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

    static let repeatedItem = Rule.Example(
        """
        waybill: 1
        routes:
          - { url: /notes, methods: [GET, GET], handler: notes }
        """,
        mended: """
            waybill: 1
            routes:
              - { url: /notes, methods: [GET, POST], handler: notes }
            """)
}
