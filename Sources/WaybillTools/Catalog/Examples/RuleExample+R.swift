import WaybillManifest

/// R: the effect of a change on requests.
extension RuleExample {
    /// The folder of the set before the change.
    static let formerPath = "before"

    private static func change(_ old: String, _ broken: String, fixed: String) -> RuleExample {
        func files(_ text: String) -> [File] {
            [
                File(formerPath, "waybill: 1\n" + old, .sound),
                File("routes.yaml", "waybill: 1\n" + text, .sound),
            ]
        }
        return RuleExample(broken: files(broken), fixed: files(fixed))
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
        fixed: """
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
        fixed: """
            routes:
              - { url: /orders/new, handler: newOrder }
              - { url: "/orders/:id", handler: showOrder }
              - { url: "/codes/:code", handler: newOrder }
            """)

    static let lostInterceptor = change(
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
        fixed: """
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
        fixed: """
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
        fixed: """
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
        fixed: """
            routes:
              - { url: /notes, handler: notes.list }
              - { url: /notes/all, handler: notes.list }
            """)
}
