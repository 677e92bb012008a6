/// T: tags.
extension Rule.Example {
    static let unknownTag = Rule.Example(
        """
        waybill: 1
        tags: { views: Screens a person sees. }
        routes:
          - { url: /notes, tags: [veiws], handler: listNotes }
        """,
        mended: """
            waybill: 1
            tags: { views: Screens a person sees. }
            routes:
              - { url: /notes, tags: [views], handler: listNotes }
            """)

    static let commaInTag = Rule.Example(
        """
        waybill: 1
        routes:
          - { url: /notes, tags: ["views, logs"], handler: listNotes }
        """,
        mended: """
            waybill: 1
            routes:
              - { url: /notes, tags: [views, logs], handler: listNotes }
            """)

    static let emptyView = Rule.Example(
        """
        waybill: 1
        interceptors:
          gate: { url: "/admin/**", use: requireLogin, tags: [admins] }
        routes:
          - { url: /admin/users, handler: listUsers, tags: [admin] }
        """,
        mended: """
            waybill: 1
            interceptors:
              gate: { url: "/admin/**", use: requireLogin, tags: [admin] }
            routes:
              - { url: /admin/users, handler: listUsers, tags: [admin] }
            """)
}
