/// V: security.
extension Rule.Example {
    static let plainSecret = Rule.Example(
        """
        waybill: 1
        interceptors:
          pay: { url: "/pay/**", use: pay, with: { password: hunter2 } }
        routes:
          - { url: /pay/now, handler: payNow }
        """,
        mended: """
            waybill: 1
            interceptors:
              pay: { url: "/pay/**", use: pay, with: { password: "${PAY_PASSWORD:-}" } }
            routes:
              - { url: /pay/now, handler: payNow }
            """)

    static let absoluteInclude = Rule.Example(
        """
        waybill: 1
        include: /etc/waybill/shop.yaml
        """,
        mended: """
            waybill: 1
            """)

    static let failOpen = Rule.Example(
        """
        waybill: 1
        interceptors:
          require-login: { url: "/admin/**", use: requireLogin, with: { fail_open: true } }
        routes:
          - { url: /admin/users, handler: listUsers }
        """,
        mended: """
            waybill: 1
            interceptors:
              require-login: { url: "/admin/**", use: requireLogin, with: { fail_open: false } }
            routes:
              - { url: /admin/users, handler: listUsers }
            """)

    static let foreignWriters = Rule.Example(
        broken: [
            .init(
                "routes.yaml",
                """
                waybill: 1
                """, .writableByEverybody)
        ],
        mended: [
            .init(
                "routes.yaml",
                """
                waybill: 1
                """)
        ])
}
