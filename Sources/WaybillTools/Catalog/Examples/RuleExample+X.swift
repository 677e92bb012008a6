import WaybillManifest

/// X: interceptors and adapters.
extension RuleExample {
    static let cycle = RuleExample(
        """
        waybill: 1
        protocols:
          OldClock: { required: true }
          NewClock: { required: true }
        adapters:
          OldClock: NewClock
          NewClock: OldClock
        """,
        fixed: """
            waybill: 1
            protocols:
              OldClock: { required: true }
              NewClock:
            modules:
              clock: { provides: [NewClock] }
            adapters:
              OldClock: NewClock
            """)

    static let rewriteLoop = RuleExample(
        """
        waybill: 1
        interceptors:
          login: { url: /**, rewrite: /login }
        routes:
          - { url: /login, handler: login }
        """,
        fixed: """
            waybill: 1
            interceptors:
              login: { url: "/account/**", rewrite: /login }
            routes:
              - { url: /login, handler: login }
            """)

    static let idleInterceptor = RuleExample(
        """
        waybill: 1
        interceptors:
          gate: { url: "/admin/**", use: requireLogin }
        routes:
          - { url: /administration/users, handler: listUsers }
        """,
        fixed: """
            waybill: 1
            interceptors:
              gate: { url: "/administration/**", use: requireLogin }
            routes:
              - { url: /administration/users, handler: listUsers }
            """)

    static let doubledInterceptor = RuleExample(
        """
        waybill: 1
        interceptors:
          log-all: { url: /**, use: log }
          log-notes: { url: "/notes/**", use: log }
        routes:
          - { url: /notes, handler: listNotes }
        """,
        fixed: """
            waybill: 1
            interceptors:
              log-all: { url: /**, use: log }
            routes:
              - { url: /notes, handler: listNotes }
            """)

    static let duplicateAdapter = RuleExample(
        """
        waybill: 1
        protocols:
          Lock:
          OldLock: { required: true }
        modules:
          door: { provides: [Lock, OldLock] }
        adapters:
          OldLock: Lock
        """,
        fixed: """
            waybill: 1
            protocols:
              Lock:
              OldLock: { required: true }
            modules:
              door: { provides: [Lock] }
            adapters:
              OldLock: Lock
            """)

    static let danglingAdapter = RuleExample(
        """
        waybill: 1
        protocols:
          Clock:
          ClockInput:
          OldClock: { required: true }
        modules:
          clock: { provides: [ClockInput] }
        adapters:
          OldClock: Clock
        """,
        fixed: """
            waybill: 1
            protocols:
              ClockInput:
              OldClock: { required: true }
            modules:
              clock: { provides: [ClockInput] }
            adapters:
              OldClock: ClockInput
            """)

    static let deadEnd = RuleExample(
        """
        waybill: 1
        routes:
          - { url: "/notes/:id", handler: showNote }
          - { url: "/n/:id", redirect: "/note/:id" }
        """,
        fixed: """
            waybill: 1
            routes:
              - { url: "/notes/:id", handler: showNote }
              - { url: "/n/:id", redirect: "/notes/:id" }
            """)

    static let foreignTarget = RuleExample(
        """
        waybill: 1
        routes:
          - { url: "/notes/:id", handler: showNote }
          - { url: "/shop/**rest", redirect: "https://shop.example.com/**rest" }
        """,
        fixed: """
            waybill: 1
            routes:
              - { url: "/notes/:id", handler: showNote }
              - { url: "/shop/**rest", redirect: { to: "https://shop.example.com/**rest", status: 308 } }
            """)

    static let tiedOrder = RuleExample(
        """
        waybill: 1
        interceptors:
          login: { url: "/admin/**", use: requireLogin, order: 10 }
          audit: { url: "/admin/**", use: audit, order: 10 }
        routes:
          - { url: /admin/users, handler: listUsers }
        """,
        fixed: """
            waybill: 1
            interceptors:
              login: { url: "/admin/**", use: requireLogin, order: 10 }
              audit: { url: "/admin/**", use: audit, order: 20 }
            routes:
              - { url: /admin/users, handler: listUsers }
            """)

    static let eclipsedInterceptor = RuleExample(
        """
        waybill: 1
        interceptors:
          closed: { url: "/shop/**", reject: "The shop is closed.", order: 1 }
          audit: { url: "/shop/pay/**", use: audit, order: 2 }
        routes:
          - { url: /shop/pay/now, handler: payNow }
        """,
        fixed: """
            waybill: 1
            interceptors:
              closed: { url: "/shop/**", reject: "The shop is closed.", order: 2 }
              audit: { url: "/shop/pay/**", use: audit, order: 1 }
            routes:
              - { url: /shop/pay/now, handler: payNow }
            """)

    static let missingPart = RuleExample(
        """
        waybill: 1
        protocols:
          ClockInput:
          View:
          ClockView: { all_of: [ClockInput, View], required: true }
        modules:
          clock: { provides: [ClockInput] }
          face: { provides: [View] }
        adapters:
          ClockView: ClockInput
        """,
        fixed: """
            waybill: 1
            protocols:
              ClockInput:
              View:
              ClockView: { all_of: [ClockInput, View], required: true }
            modules:
              clock: { provides: [ClockInput] }
              face: { provides: [View] }
            adapters:
              ClockView: { provided: ClockInput, using: drawClock }
            """)
}
