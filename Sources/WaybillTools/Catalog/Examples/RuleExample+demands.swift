import WaybillManifest

/// Examples with a configuration.
extension RuleExample {
    /// Creates an example with two versions of one file, beside unchanged ones.
    private static func changing(
        in path: String = "routes.yaml", _ broken: String, fixed: String, beside others: File...
    ) -> RuleExample {
        RuleExample(broken: [File(path, broken)] + others, fixed: [File(path, fixed)] + others)
    }

    private static func configuration(_ text: String) -> File { File(".waybill.yaml", text) }

    // MARK: Layout

    static let notFormatted = changing(
        """
        waybill: 1

        routes:
        - {url: /notes, handler: listNotes}
        """,
        fixed: """
            waybill: 1

            routes:
              - { url: /notes, handler: listNotes }
            """,
        beside: configuration("rules: { S009: hint }"))

    // MARK: Names

    static let privateName = changing(
        in: "shop/shop.yaml",
        """
        waybill: 1
        routes:
          - { url: /invoices, module: ledger }
        """,
        fixed: """
            waybill: 1
            routes:
              - { url: /invoices, module: invoices }
            """,
        beside: File(
            "billing/billing.yaml",
            """
            waybill: 1
            modules:
              invoices: { identifiers: ["billing://invoices"] }
              ledger: { identifiers: ["billing://ledger"] }
            """), configuration("folders:\n  billing: { exports: [invoices] }"))

    static let namingConvention = changing(
        """
        waybill: 1
        routes:
          - { id: notes.showOne, url: "/notes/:id", handler: showNote }
        """,
        fixed: """
            waybill: 1
            routes:
              - { id: notes.show-one, url: "/notes/:id", handler: showNote }
            """,
        beside: configuration("naming: { routes: dot.case }"))

    // MARK: Entry points

    static let unreachablePattern = changing(
        """
        waybill: 1
        routes:
          - { url: "https://api.exmaple.com/notes", handler: listNotes }
        """,
        fixed: """
            waybill: 1
            routes:
              - { url: "https://api.example.com/notes", handler: listNotes }
            """,
        beside: configuration("entry_points: [https://api.example.com]"))

    static let missingFallback = changing(
        """
        waybill: 1
        routes:
          - { url: /notes, handler: listNotes }
        """,
        fixed: """
            waybill: 1
            routes:
              - { url: /notes, handler: listNotes }
            fallback: { handler: notFound }
            """,
        beside: configuration("require_fallback: true"))

    static let openPrivilege = changing(
        """
        waybill: 1
        routes:
          - { url: /users, handler: listUsers, tags: [admin] }
        """,
        fixed: """
            waybill: 1
            routes:
              - { url: "https://admin.example.com/users", handler: listUsers, tags: [admin] }
            """,
        beside: configuration("privileged: { tags: [admin] }"))

    static let strayDebugRoute = RuleExample(
        broken: [
            File("routes.yaml", "waybill: 1\nroutes:\n  - { url: /echo, handler: echo }"),
            configuration("debug: { handlers: [echo], only_in: dev/** }"),
        ],
        fixed: [
            File("dev/routes.yaml", "waybill: 1\nroutes:\n  - { url: /echo, handler: echo }"),
            configuration("debug: { handlers: [echo], only_in: dev/** }"),
        ])

    // MARK: Interceptors

    static let wrongOrder = changing(
        """
        waybill: 1
        interceptors:
          audit: { url: "/pay/**", use: audit, order: 1 }
          auth: { url: "/pay/:id", use: auth, order: 2 }
        routes:
          - { url: "/pay/:id", handler: pay }
        """,
        fixed: """
            waybill: 1
            interceptors:
              audit: { url: "/pay/**", use: audit, order: 2 }
              auth: { url: "/pay/:id", use: auth, order: 1 }
            routes:
              - { url: "/pay/:id", handler: pay }
            """,
        beside: configuration("policies:\n  - before: [auth, audit]\n    because: the log names who was let in."))

    static let missingInterceptor = changing(
        """
        waybill: 1
        interceptors:
          auth: { url: "/pay/**", methods: [POST], use: auth, applies: everywhere }
        routes:
          - { id: pay, url: "/pay/:id", methods: [POST, PUT], handler: pay, tags: [money] }
        """,
        fixed: """
            waybill: 1
            interceptors:
              auth: { url: "/pay/**", use: auth, applies: everywhere }
            routes:
              - { id: pay, url: "/pay/:id", methods: [POST, PUT], handler: pay, tags: [money] }
            """,
        beside: configuration(
            """
            policies:
              - routes: { tags: [money] }
                need: [auth]
                because: only signed-in users may move money.
            """))

    static let chainBudget = changing(
        """
        waybill: 1
        interceptors:
          log: { url: "/**", use: log }
          auth: { url: "/notes/**", use: auth }
          cache: { url: "/notes/:id", use: cache }
        routes:
          - { id: notes.show, url: "/notes/:id", handler: showNote }
        """,
        fixed: """
            waybill: 1
            interceptors:
              log: { url: "/**", use: log }
              auth: { url: "/notes/**", use: authWithCache }
            routes:
              - { id: notes.show, url: "/notes/:id", handler: showNote }
            """,
        beside: configuration("budgets: { chain: 2 }"))
}
