/// R: what a change of manifests does to requests.
extension Rule.Example {
    /// What the set was.
    static let formerPath = "before"

    private static func change(_ old: String, _ broken: String, mended: String) -> Rule.Example {
        func files(_ text: String) -> [File] {
            [
                File(formerPath, "waybill: 1\n" + old, .sound),
                File("routes.yaml", "waybill: 1\n" + text, .sound),
            ]
        }
        return Rule.Example(broken: files(broken), mended: files(mended))
    }

    static let lostRequest = change(
        """
        routes:
          - { url: /orders/:id, handler: showOrder }
        """,
        """
        routes:
          - { url: /purchases/:id, handler: showOrder }
        """,
        mended: """
            routes:
              - { url: /purchases/:id, handler: showOrder }
              - { url: /orders/:id, redirect: /purchases/:id }
            """)

    static let movedRequest = change(
        """
        routes:
          - { url: /orders/new, handler: newOrder }
          - { url: /orders/:id, handler: showOrder }
        """,
        """
        routes:
          - { url: /orders/new, handler: newOrder }
          - { url: "/orders/:id", handler: showOrder }
          - { url: "/orders/x-:code", handler: newOrder }
        """,
        mended: """
            routes:
              - { url: /orders/new, handler: newOrder }
              - { url: "/orders/:id", handler: showOrder }
              - { url: "/codes/:code", handler: newOrder }
            """)

    static let lostGate = change(
        """
        interceptors:
          login: { url: "/admin/**", use: requireLogin }
        routes:
          - { url: /admin/users, handler: listUsers }
        """,
        """
        interceptors:
          login: { url: "/admin/*/edit", use: requireLogin }
        routes:
          - { url: /admin/users, handler: listUsers }
          - { url: /admin/users/edit, handler: listUsers }
        """,
        mended: """
            interceptors:
              login: { url: "/admin/**", use: requireLogin }
            routes:
              - { url: /admin/users, handler: listUsers }
              - { url: /admin/users/edit, handler: listUsers }
            """)

    static let changedLifetime = change(
        """
        modules:
          clock: { scope: shared }
        routes:
          - { url: /time, module: clock }
        """,
        """
        modules:
          clock: { scope: transient }
        routes:
          - { url: /time, module: clock }
        """,
        mended: """
            modules:
              clock: { scope: shared }
            routes:
              - { url: /time, module: clock }
            """)

    static let shrunkenSet = change(
        """
        routes:
          - { url: /notes, handler: list }
          - { url: /notes/:id, handler: show }
        """,
        "",
        mended: """
            routes:
              - { url: /notes, handler: list }
              - { url: /notes/:id, handler: show }
            """)

    static let unknownToRunning = change(
        """
        routes:
          - { url: /notes, handler: notes.list }
        """,
        """
        routes:
          - { url: /notes, handler: notes.list }
          - { url: /notes/search, handler: notes.search }
        """,
        mended: """
            routes:
              - { url: /notes, handler: notes.list }
              - { url: /notes/all, handler: notes.list }
            """)
}
