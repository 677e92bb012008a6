import WaybillManifest

/// V: security.
extension RuleExample {
    static let plainSecret = RuleExample(
        """
        waybill: 1
        interceptors:
          pay: { url: "/pay/**", use: pay, with: { password: hunter2 } }
        routes:
          - { url: /pay/now, handler: payNow }
        """,
        fixed: """
            waybill: 1
            interceptors:
              pay: { url: "/pay/**", use: pay, with: { password: "${PAY_PASSWORD:-}" } }
            routes:
              - { url: /pay/now, handler: payNow }
            """)

    static let absoluteInclude = RuleExample(
        """
        waybill: 1
        include: /etc/waybill/shop.yaml
        """,
        fixed: """
            waybill: 1
            """)

    static let failOpen = RuleExample(
        """
        waybill: 1
        interceptors:
          require-login: { url: "/admin/**", use: requireLogin, with: { fail_open: true } }
        routes:
          - { url: /admin/users, handler: listUsers }
        """,
        fixed: """
            waybill: 1
            interceptors:
              require-login: { url: "/admin/**", use: requireLogin, with: { fail_open: false } }
            routes:
              - { url: /admin/users, handler: listUsers }
            """)

    static let foreignWriters = RuleExample(
        broken: [
            .init(
                "routes.yaml",
                """
                waybill: 1
                """, .worldWritable)
        ],
        fixed: [
            .init(
                "routes.yaml",
                """
                waybill: 1
                """)
        ])
}
