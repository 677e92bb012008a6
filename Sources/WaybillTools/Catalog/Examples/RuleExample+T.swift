import WaybillManifest

/// T: tags.
extension RuleExample {
    static let unknownTag = RuleExample(
        """
        waybill: 1
        tags: { views: Screens a person sees. }
        routes:
          - { url: /notes, tags: [veiws], handler: listNotes }
        """,
        fixed: """
            waybill: 1
            tags: { views: Screens a person sees. }
            routes:
              - { url: /notes, tags: [views], handler: listNotes }
            """)

    static let commaInTag = RuleExample(
        """
        waybill: 1
        routes:
          - { url: /notes, tags: ["views, logs"], handler: listNotes }
        """,
        fixed: """
            waybill: 1
            routes:
              - { url: /notes, tags: [views, logs], handler: listNotes }
            """)

    static let emptyView = RuleExample(
        """
        waybill: 1
        interceptors:
          gate: { url: "/admin/**", use: requireLogin, tags: [admins] }
        routes:
          - { url: /admin/users, handler: listUsers, tags: [admin] }
        """,
        fixed: """
            waybill: 1
            interceptors:
              gate: { url: "/admin/**", use: requireLogin, tags: [admin] }
            routes:
              - { url: /admin/users, handler: listUsers, tags: [admin] }
            """)

    static let lonelyTag = RuleExample(
        """
        waybill: 1
        routes:
          - { url: /notes, tags: [views], handler: listNotes }
          - { url: "/notes/:id", tags: [views], handler: showNote }
          - { url: /drafts, tags: [views], handler: listDrafts }
          - { url: "/drafts/:id", tags: [view], handler: showDraft }
        """,
        fixed: """
            waybill: 1
            routes:
              - { url: /notes, tags: [views], handler: listNotes }
              - { url: "/notes/:id", tags: [views], handler: showNote }
              - { url: /drafts, tags: [views], handler: listDrafts }
              - { url: "/drafts/:id", tags: [views], handler: showDraft }
            """)

    static let untaggedInterceptor = RuleExample(
        """
        waybill: 1
        interceptors:
          gate: { url: "/admin/**", use: requireLogin }
        routes:
          - { url: /admin/users, handler: listUsers, tags: [views] }
        """,
        fixed: """
            waybill: 1
            interceptors:
              gate: { url: "/admin/**", use: requireLogin, applies: everywhere }
            routes:
              - { url: /admin/users, handler: listUsers, tags: [views] }
            """)
}
