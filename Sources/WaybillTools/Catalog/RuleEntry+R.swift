import WaybillManifest
import WaybillRules
import WaybillSyntax

/// R: the effect of a change on requests. There is no R007: manifests have no number that must increase, because the
/// digest identifies a set, and a service numbers its generations.
extension RuleEntry {
    static let groupR: [RuleEntry] = [
        .lostRequest, .movedRequest, .lostInterceptor, .changedLifetime, .shrunkenSet, .unknownToRunning,
    ]

    static let lostRequest = RuleEntry(
        .lostRequest,
        summary: "Requests that a route serves today must still be served.",
        explanation: """
            Requests that a route served match no route any more, or only the fallback. Bookmarks, mails and other \
            programs still use these URLs. A route that moved can leave a forward or a redirect.
            """,
        advice: "Keep the route, or let its old URL lead to the new one.",
        example: RuleExample(
            from: """
                routes:
                  - { url: /orders/:id, handler: showOrder }
                """,
            to: """
                routes:
                  - { url: /purchases/:id, handler: showOrder }
                """,
            fixes: [
                "purchases/:id, handler: showOrder }":
                    "purchases/:id, handler: showOrder }\n  - { url: /orders/:id, forward: /purchases/:id }"
            ]))
    static let movedRequest = RuleEntry(
        .movedRequest,
        summary: "Requests should be served as before.",
        explanation: """
            Requests go to another destination, or to the same one with other parameters, another 'with', lane, \
            presentation or timeout, or with their interceptors in another order. Often that is the purpose of the \
            change. But a new pattern can also take requests that its author did not think of. Callers who ask for \
            a protocol or an identifier may get another module, or one through other adapters.
            """,
        advice: """
            Check the example request. Give the route that should keep its requests a more specific pattern or a \
            priority.
            """,
        example: RuleExample(
            from: """
                routes:
                  - { url: /orders/new, handler: newOrder }
                  - { url: /orders/:id, handler: showOrder }
                """,
            to: """
                routes:
                  - { url: /orders/new, handler: newOrder }
                  - { url: "/orders/:id", handler: showOrder }
                  - { url: "/orders/x-:code", handler: newOrder }
                """,
            fixes: ["/orders/x-:code": "/codes/:code"]))
    static let lostInterceptor = RuleEntry(
        .lostInterceptor,
        summary: "An interceptor must still run for the requests that it ran for.",
        explanation: """
            An interceptor no longer runs for some requests. For example, the login is not checked, or a limit does \
            not count. Tests that are signed in do not fail. A new route outside the interceptor's pattern causes it \
            as easily as a change of the interceptor.
            """,
        advice: "Widen the pattern, tags or methods of the interceptor until it matches the example request again.",
        example: RuleExample(
            from: """
                interceptors:
                  login: { url: "/admin/**", use: requireLogin }
                routes:
                  - { url: /admin/users, handler: listUsers }
                """,
            to: """
                interceptors:
                  login: { url: "/admin/*/edit", use: requireLogin }
                routes:
                  - { url: /admin/users, handler: listUsers }
                  - { url: /admin/users/edit, handler: listUsers }
                """,
            fixes: ["/admin/*/edit": "/admin/**"]))
    static let changedLifetime = RuleEntry(
        .changedLifetime,
        summary: "The scope of a module should not change in a running service.",
        explanation: """
            The scope of a module decides how long its object lives. When it changes, a running service drops the \
            object that callers share, together with its connections, caches and sessions, or starts to share one.
            """,
        advice: "Keep the scope, or restart the service for this change.",
        example: RuleExample(
            from: """
                modules:
                  clock: { scope: shared }
                routes:
                  - { url: /time, module: clock }
                """,
            to: """
                modules:
                  clock: { scope: transient }
                routes:
                  - { url: /time, module: clock }
                """,
            fixes: ["transient": "shared"]))
    static let shrunkenSet = RuleEntry(
        .shrunkenSet,
        summary: "A set must not lose more than a fifth of its routes at once.",
        explanation: """
            More than a fifth of the routes, and at least five, were removed, or all of them. Usually the cause is a \
            half-written file, a wrong folder or a lost include.
            """,
        advice: "Check that all files are there. If the removal is intended, pass '--allow-removals'.",
        example: RuleExample(
            from: """
                routes:
                  - { url: /notes, handler: list }
                  - { url: /notes/:id, handler: show }
                """,
            to: "",
            fixes: [
                "1\n\n": "1\nroutes:\n  - { url: /notes, handler: list }\n  - { url: /notes/:id, handler: show }\n"
            ]))
    static let unknownToRunning = RuleEntry(
        .unknownToRunning,
        summary: "A set should only name Swift code that the old set names too.",
        explanation: """
            The new set names a factory, handler, interceptor, adapter or lane that the old set does not name. The \
            running binary may not have it registered, and would then reject the set and keep serving the old one.
            """,
        advice: "Deploy the binary that registers the name first, then the manifest.",
        example: RuleExample(
            from: """
                routes:
                  - { url: /notes, handler: notes.list }
                """,
            to: """
                routes:
                  - { url: /notes, handler: notes.list }
                  - { url: /notes/search, handler: notes.search }
                """,
            fixes: ["/notes/search, handler: notes.search": "/notes/all, handler: notes.list"]))
}
