import WaybillManifest
import WaybillRules
import WaybillSyntax

/// X: interceptors and adapters.
extension RuleEntry {
    static let groupX: [RuleEntry] = [
        .cycle, .rewriteLoop, .idleInterceptor, .tiedOrder, .wrongOrder, .missingInterceptor, .unreachableInterceptor,
        .doubledInterceptor, .chainBudget, .missingPart, .duplicateAdapter, .danglingAdapter,
        .deadEnd, .foreignTarget, .rejectedRoute,
    ]

    static let cycle = RuleEntry(
        .cycle,
        summary: "Adapters and composed protocols must not form a cycle.",
        explanation: """
            Following the adapters, or the parts of composed protocols, leads back to the start. A request for one \
            of these protocols can never reach a module.
            """,
        advice: "Bind one of them to a protocol that a module provides.",
        example: RuleExample(
            """
            waybill: 1
            protocols:
              OldClock: { required: true }
              NewClock: { required: true }
            adapters:
              OldClock: NewClock
              NewClock: OldClock
            """,
            fixes: [
                "  NewClock: { required: true }\n": "  NewClock:\nmodules:\n  clock: { provides: [NewClock] }\n",
                "  NewClock: OldClock\n": "",
            ]))
    static let rewriteLoop = RuleEntry(
        .rewriteLoop,
        summary: "Rewrites, forwards and redirects must not form a loop.",
        explanation: """
            Forwards lead to each other, or one leads to itself: the engine stops after eight hops with \
            'redirectLoop', so the request fails. A redirect sends the client in a loop instead. The \
            example request is one that loops. An interceptor runs only once for a request, so a rewrite that \
            matches its own target does not loop; but then requests for the target are rewritten as well. The \
            typical case is a login page that requires a login.
            """,
        advice: "Make the pattern more specific, or let one of them lead to a URL that none of them matches.",
        example: RuleExample(
            """
            waybill: 1
            interceptors:
              login: { url: /**, rewrite: /login }
            routes:
              - { url: /login, handler: login }
            """,
            fixes: ["/**": #""/account/**""#]))
    static let idleInterceptor = RuleEntry(
        .idleInterceptor, fixability: .unsafe,
        summary: "A registered interceptor should match the URL of a route, or a test should expect it.",
        explanation: """
            No route has a URL that this interceptor matches, so it never has an effect. An authentication check \
            that protects nothing is the worst case, because people rely on it. If code handles these URLs \
            without a route, write a test whose 'expect' names the interceptor. An interceptor is also reported if \
            its host occurs nowhere else and differs in one letter from a host of a route or a test.
            """,
        advice: "Correct the pattern, remove the interceptor, or write a test that expects it.",
        example: RuleExample(
            """
            waybill: 1
            interceptors:
              gate: { url: "/admin/**", use: requireLogin }
            routes:
              - { url: /administration/users, handler: listUsers }
            """,
            fixes: [#""/admin"#: #""/administration"#]))
    static let tiedOrder = RuleEntry(
        .tiedOrder,
        summary: "Interceptors that run for the same request should not have the same 'order'.",
        explanation: """
            Two interceptors have the same explicit 'order' and run for the same request. Their ids then decide \
            which runs first, so renaming one changes the behavior. If the order does not matter, omit 'order': then \
            nothing is reported.
            """,
        advice: "Give the interceptor that should run later a higher order, or omit the order.",
        example: RuleExample(
            """
            waybill: 1
            interceptors:
              login: { url: "/admin/**", use: requireLogin, order: 10 }
              audit: { url: "/admin/**", use: audit, order: 10 }
            routes:
              - { url: /admin/users, handler: listUsers }
            """,
            fixes: ["audit, order: 10": "audit, order: 20"]))
    static let wrongOrder = RuleEntry(
        .wrongOrder,
        summary: "Interceptors must run in the configured order.",
        explanation: """
            A policy with 'before' lists interceptors in the order in which they must run. For the example request \
            they run in another order. Interceptors that never run for the same request are not compared.
            """,
        advice: "Give the interceptor that must run first a lower 'order'.",
        example: RuleExample(
            """
            waybill: 1
            interceptors:
              audit: { url: "/pay/**", use: audit, order: 1 }
              auth: { url: "/pay/:id", use: auth, order: 2 }
            routes:
              - { url: "/pay/:id", handler: pay }
            """,
            fixes: ["order: 1": "order: 2", "use: auth, order: 2": "use: auth, order: 1"],
            beside: .configuration("policies:\n  - before: [auth, audit]\n    because: the log names who was let in.")))
    static let missingInterceptor = RuleEntry(
        .missingInterceptor, fixability: .unsafe,
        summary: "Required interceptors must run for every request of a route.",
        explanation: """
            A policy with 'need' names interceptors that must run for every request of some routes, such as an \
            authentication check on all payment routes. The example request reaches the route without this \
            interceptor. In a tag view only interceptors with its tags run, and after a rewrite only those that \
            apply everywhere; both are checked. If no caller opens the routes through views, write 'views: []'.
            """,
        advice: """
            Widen the interceptor's pattern, 'methods' or 'params', or write 'applies: everywhere' so that no view and \
            no rewrite bypasses it.
            """,
        example: RuleExample(
            """
            waybill: 1
            interceptors:
              auth: { url: "/pay/**", methods: [POST], use: auth, applies: everywhere }
            routes:
              - { id: pay, url: "/pay/:id", methods: [POST, PUT], handler: pay, tags: [money] }
            """,
            fixes: ["methods: [POST], ": ""],
            beside: .configuration(
                """
                policies:
                  - routes: { tags: [money] }
                    need: [auth]
                    because: only signed-in users may move money.
                """)))
    static let unreachableInterceptor = RuleEntry(
        .unreachableInterceptor,
        summary: "An interceptor must not come after one that ends every chain it is part of.",
        explanation: """
            A 'reject' or a 'rewrite' ends the chain, and this interceptor comes later for every request that it \
            matches, so it never runs. After a rewrite it is only a warning, because code may restart the chain, and \
            no interceptor runs twice. Suppress the rule if a 'reject' is only a temporary switch.
            """,
        advice: "Give it a lower order than the one that ends the chain, or make that one more specific.",
        example: RuleExample(
            """
            waybill: 1
            interceptors:
              closed: { url: "/shop/**", methods: [POST], reject: "The shop is closed.", order: 1 }
              audit: { url: "/shop/pay/**", methods: [POST], use: audit, order: 2 }
            routes:
              - { url: /shop/pay/now, handler: payNow }
            """,
            fixes: ["order: 1": "order: 2", "use: audit, order: 2": "use: audit, order: 1"]))
    static let doubledInterceptor = RuleEntry(
        .doubledInterceptor, fixability: .unsafe,
        summary: "The same interceptor should not run twice for one request with the same configuration.",
        explanation: """
            Two interceptors use the same code with the same configuration, and both match the example request. Logs \
            count it twice, limits apply twice as early, and a login is checked twice. Interceptors with the same \
            code but another 'with' are not reported.
            """,
        advice: """
            Make one pattern more specific, or list both patterns under 'urls' of one interceptor, which then runs \
            once.
            """,
        example: RuleExample(
            """
            waybill: 1
            interceptors:
              log-all: { url: /**, use: log }
              log-notes: { url: "/notes/**", use: log }
            routes:
              - { url: /notes, handler: listNotes }
            """,
            fixes: ["  log-notes: { url: \"/notes/**\", use: log }\n": ""]))
    static let chainBudget = RuleEntry(
        .chainBudget,
        summary: "The interceptors of one request should stay within the configured budgets.",
        explanation: """
            'budgets' in the configuration limits how many interceptors run for one request and how long they may \
            take together, at all URLs on its way. The example request exceeds the budget. There may be requests with \
            even more interceptors, because not every combination of patterns is tried.
            """,
        advice: "Make the patterns of some interceptors more specific, or merge several interceptors into one.",
        example: RuleExample(
            """
            waybill: 1
            interceptors:
              log: { url: "/**", use: log }
              auth: { url: "/notes/**", use: auth }
              cache: { url: "/notes/:id", use: cache }
            routes:
              - { id: notes.show, url: "/notes/:id", handler: showNote }
            """,
            fixes: [
                "use: auth }": "use: authWithCache }",
                "  cache: { url: \"/notes/:id\", use: cache }\n": "",
            ],
            beside: .configuration("budgets: { chain: 2 }")))
    static let missingPart = RuleEntry(
        .missingPart,
        summary: "The target of an adapter without code must provide every part of a composed protocol.",
        explanation: """
            An adapter without 'using' passes the module's object on as it is. For a composed protocol the module \
            must provide each part, and this module does not list all of them, so the cast in the caller would fail. \
            If the Swift type conforms anyway, add the parts to 'provides'.
            """,
        advice: "Add the missing parts to 'provides' of the module, or name a registered adapter with 'using'.",
        example: RuleExample(
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
            fixes: [": ClockInput": ": { provided: ClockInput, using: drawClock }"]))
    static let duplicateAdapter = RuleEntry(
        .duplicateAdapter,
        summary: "A protocol must be bound once: by one adapter, or by a module.",
        explanation: """
            The target of the adapter serves the protocol. If a module provides the protocol itself, the adapter is \
            never used, and neither is a second adapter for the same protocol.
            """,
        advice: "Remove the adapter, or remove the protocol from the module's 'provides'.",
        example: RuleExample(
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
            fixes: [", OldLock": ""]))
    static let danglingAdapter = RuleEntry(
        .danglingAdapter,
        summary: "A chain of adapters must end at a protocol that a module provides.",
        explanation: """
            The adapter leads to a protocol that no module provides and no other adapter binds. Often the protocol \
            was renamed in the module, but not here.
            """,
        advice: "Let a module provide the protocol, or bind it with another adapter.",
        example: RuleExample(
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
            fixes: ["  Clock:\n": "", ": Clock": ": ClockInput"]))
    static let deadEnd = RuleEntry(
        .deadEnd,
        summary: "The target of a rewrite, a forward or a redirect should be the URL of a route.",
        explanation: """
            No route serves the target of this rewrite, forward or redirect. Often that route was renamed or removed. A \
            route that takes a word of the target by a capture does not count, as '/:box/new' for '/notes/:x'. \
            Or its 'params' accept fewer values than are captured: then the example request is lost. Or forwards \
            follow one another, and the engine stops after eight hops with 'redirectLoop'. Suppress the rule if \
            registered code answers there; targets on unknown hosts and schemes are reported by X014.
            """,
        advice: """
            Change the target to the URL of a route, add a route, or give both the same 'params'.
            """,
        example: RuleExample(
            """
            waybill: 1
            routes:
              - { url: "/notes/:id", handler: showNote }
              - { url: "/n/:id", forward: "/note/:id" }
            """,
            fixes: [#"forward: "/note"#: #"forward: "/notes"#]))
    static let foreignTarget = RuleEntry(
        .foreignTarget,
        summary: "A host or scheme without routes needs a redirect: a forward cannot lead there.",
        explanation: """
            A forward is followed inside: the engine looks for a route with the new URL. No route has this host or \
            scheme, so the request fails with 'redirectUnmatched', and an HTTP client gets a 500. With a redirect \
            the client gets the 'Location' and follows it. A target that starts with a host but has no scheme is a \
            path of this host, and is reported for a redirect, too. Suppress the rule if registered code answers there.
            """,
        advice: "Write a redirect with its status: 308 if it is permanent, 307 if it is temporary.",
        example: RuleExample(
            """
            waybill: 1
            routes:
              - { url: "/notes/:id", handler: showNote }
              - { url: "/shop/**rest", forward: "https://shop.example.com/**rest" }
            """,
            fixes: [
                #"forward: "https://shop.example.com/**rest""#:
                    #"redirect: { to: "https://shop.example.com/**rest", status: 308 }"#
            ]))
    static let rejectedRoute = RuleEntry(
        .rejectedRoute,
        summary: "A request should reach each route.",
        explanation: """
            Interceptors with 'reject' or 'rewrite' end every request that the route matches, in every view that \
            shows it, so nobody ever gets there. Requests that are rewritten to the route are followed. Registered \
            code does not run: suppress the rule if code sends requests to the route.
            """,
        advice: "Make the interceptor more specific, give it other 'methods', or remove the route.",
        example: RuleExample(
            """
            waybill: 1
            interceptors:
              closed: { url: "/admin/**", reject: The administration is closed. }
            routes:
              - { id: admin.users, url: /admin/users, handler: users }
            """,
            fixes: ["/admin/**": "/admin/old/**"]))
}
