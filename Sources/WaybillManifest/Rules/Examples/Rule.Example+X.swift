/// X: interceptors and adapters.
extension Rule.Example {
    static let cycle = Rule.Example(
        """
        waybill: 1
        protocols:
          OldClock: { required: true }
          NewClock: { required: true }
        adapters:
          OldClock: NewClock
          NewClock: OldClock
        """,
        mended: """
            waybill: 1
            protocols:
              OldClock: { required: true }
              NewClock:
            modules:
              clock: { provides: [NewClock] }
            adapters:
              OldClock: NewClock
            """)

    static let rewriteLoop = Rule.Example(
        """
        waybill: 1
        interceptors:
          login: { url: /**, rewrite: /login }
        routes:
          - { url: /login, handler: login }
        """,
        mended: """
            waybill: 1
            interceptors:
              login: { url: "/account/**", rewrite: /login }
            routes:
              - { url: /login, handler: login }
            """)

    static let idleInterceptor = Rule.Example(
        """
        waybill: 1
        interceptors:
          gate: { url: "/admin/**", use: requireLogin }
        routes:
          - { url: /administration/users, handler: listUsers }
        """,
        mended: """
            waybill: 1
            interceptors:
              gate: { url: "/administration/**", use: requireLogin }
            routes:
              - { url: /administration/users, handler: listUsers }
            """)

    static let doubledInterceptor = Rule.Example(
        """
        waybill: 1
        interceptors:
          log-all: { url: /**, use: log }
          log-notes: { url: "/notes/**", use: log }
        routes:
          - { url: /notes, handler: listNotes }
        """,
        mended: """
            waybill: 1
            interceptors:
              log-all: { url: /**, use: log }
            routes:
              - { url: /notes, handler: listNotes }
            """)

    static let duplicateAdapter = Rule.Example(
        """
        waybill: 1
        protocols:
          Lock:
          OldLock: { required: true }
        modules:
          door: { provides: [Lock] }
          gate: { provides: [Lock] }
        adapters:
          OldLock: Lock
        """,
        mended: """
            waybill: 1
            protocols:
              Lock:
              GateLock:
              OldLock: { required: true }
            modules:
              door: { provides: [Lock] }
              gate: { provides: [GateLock] }
            adapters:
              OldLock: Lock
            """)

    static let danglingAdapter = Rule.Example(
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
        mended: """
            waybill: 1
            protocols:
              ClockInput:
              OldClock: { required: true }
            modules:
              clock: { provides: [ClockInput] }
            adapters:
              OldClock: ClockInput
            """)

    static let deadEnd = Rule.Example(
        """
        waybill: 1
        routes:
          - { url: "/notes/:id", handler: showNote }
          - { url: "/n/:id", redirect: "/note/:id" }
        """,
        mended: """
            waybill: 1
            routes:
              - { url: "/notes/:id", handler: showNote }
              - { url: "/n/:id", redirect: "/notes/:id" }
            """)

    static let tiedOrder = Rule.Example(
        """
        waybill: 1
        interceptors:
          login: { url: "/admin/**", use: requireLogin, order: 10 }
          audit: { url: "/admin/**", use: audit, order: 10 }
        routes:
          - { url: /admin/users, handler: listUsers }
        """,
        mended: """
            waybill: 1
            interceptors:
              login: { url: "/admin/**", use: requireLogin, order: 10 }
              audit: { url: "/admin/**", use: audit, order: 20 }
            routes:
              - { url: /admin/users, handler: listUsers }
            """)

    static let eclipsedInterceptor = Rule.Example(
        """
        waybill: 1
        interceptors:
          closed: { url: "/shop/**", reject: "The shop is closed.", order: 1 }
          audit: { url: "/shop/pay/**", use: audit, order: 2 }
        routes:
          - { url: /shop/pay/now, handler: payNow }
        """,
        mended: """
            waybill: 1
            interceptors:
              closed: { url: "/shop/**", reject: "The shop is closed.", order: 2 }
              audit: { url: "/shop/pay/**", use: audit, order: 1 }
            routes:
              - { url: /shop/pay/now, handler: payNow }
            """)

    static let missingPart = Rule.Example(
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
        mended: """
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
