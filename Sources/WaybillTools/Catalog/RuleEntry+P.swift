import WaybillManifest
import WaybillRules
import WaybillSyntax

/// P: patterns and the route space.
extension RuleEntry {
    static let groupP: [RuleEntry] = [
        .sameRequests, .ambiguousOverlap, .shadowedRoute, .shadowedByUnion, .partlyShadowed, .idlePriority,
        .invertedPriority, .impossiblePattern, .badParameter, .ambiguousPattern, .badRegex, .nearDuplicate,
        .reservedCharacter, .unreachablePattern, .missingFallback, .tableBudget, .unknownMethod,
        .unreachableOverHTTP,
    ]

    static let sameRequests = RuleEntry(
        .sameRequests,
        summary: "Two routes must not match exactly the same requests with the same precedence.",
        explanation: """
            Two routes match exactly the same requests, and no rule of precedence separates them. Parameter names do \
            not separate routes, and neither do tags, because an open without a tag view sees both. One of the two \
            routes would never run, and chance would decide which. Usually one is a copy that its author forgot \
            to change.
            """,
        advice: """
            Delete one route, or change its pattern, 'methods' or 'params'. A 'priority' helps only if the other route \
            has a tag that this one lacks: then the other still serves in the view of that tag. Otherwise it becomes \
            unreachable (P003).
            """,
        example: RuleExample(
            """
            waybill: 1
            routes:
              - { id: by-id, url: "/notes/:id", handler: showNote }
              - { id: by-name, url: "/notes/:name", handler: findNote }
            """,
            fixes: [#"id", "#: #"id", params: { id: uint }, "#]))
    static let ambiguousOverlap = RuleEntry(
        .ambiguousOverlap,
        summary: "Two routes with the same precedence must not match the same request.",
        explanation: """
            Some requests match both routes, and no rule of precedence separates the two: neither pattern is more \
            specific at the first place where they differ, and each has requests that the other does not have. Chance \
            would decide which route serves the common ones. The example request matches both.
            """,
        advice: "Add a 'priority' to one of them, or make its pattern, 'params' or 'methods' more specific.",
        example: RuleExample(
            """
            waybill: 1
            routes:
              - { id: by-name, url: "/notes/:id", params: { id: slug }, handler: byName }
              - { id: by-hash, url: "/notes/:id", params: { id: hex }, handler: byHash }
            """,
            fixes: ["byName": "byName, priority: 1"]))
    static let shadowedRoute = RuleEntry(
        .shadowedRoute,
        summary: "A route must not be fully shadowed by another route.",
        explanation: """
            Another route takes precedence for every request that this route matches, so it is unreachable. The more \
            specific of two patterns normally takes precedence, so a 'priority' or a duplicate is the cause. A route \
            that is kept on purpose for a while, for example during a migration, can be suppressed with a comment \
            that says why.
            """,
        advice: "Raise its priority above the other's, make the other more specific, or delete the unreachable route.",
        example: RuleExample(
            """
            waybill: 1
            routes:
              - { id: everything, url: "/orders/**rest", handler: legacy, priority: 10 }
              - { id: orders.show, url: "/orders/:id", handler: showOrder }
            """,
            fixes: [", priority: 10": ""]))
    static let shadowedByUnion = RuleEntry(
        .shadowedByUnion,
        summary: "A route must not be fully shadowed by several other routes together.",
        explanation: """
            Several routes take precedence, and together they match every request of this one, although none of them \
            does so alone. That is hard to see in a review, because each of them leaves some requests. The route is \
            unreachable, as in P003, and may be suppressed for the same reasons.
            """,
        advice: "Raise its priority above theirs, make one of them more specific, or delete the unreachable route.",
        example: RuleExample(
            """
            waybill: 1
            routes:
              - { id: any, url: "/notes/:id", handler: showNote, params: { id: [a, b] } }
              - { id: first, url: "/notes/a", handler: first }
              - { id: second, url: "/notes/b", handler: second }
            """,
            fixes: [", b": ", b, c"]))
    static let partlyShadowed = RuleEntry(
        .partlyShadowed,
        summary: "Of two overlapping routes with the same priority, one should be more specific in every segment.",
        explanation: """
            Each of the two patterns is more specific than the other in some segment. The first such segment from \
            the left decides, which is well defined but often not what the author expected. The example request \
            matches both. If the result is what you want, nothing has to change; a 'priority' tells the next reader. \
            The rule compares routes for opens without a tag view only.
            """,
        advice: "Give the route that should serve the example request a 'priority', or make the other more specific.",
        example: RuleExample(
            """
            waybill: 1
            routes:
              - { id: new, url: "/:box/new", handler: newMessage }
              - { id: mail, url: "/mail/:id", handler: showMail }
            """,
            fixes: ["newMessage": "newMessage, priority: 1"]))
    static let idlePriority = RuleEntry(
        .idlePriority,
        summary: "A priority should change where some request goes.",
        explanation: """
            Without this priority every request would go to the same route. A priority tells readers that a route \
            overrides the usual precedence; one without effect makes them search for what it overrides, and may take \
            effect when a route is added later. Routes are compared in pairs: a priority between two routes whose \
            common requests all go to a third route is not reported, and neither is one that decides between two \
            overlapping patterns of P005.
            """,
        advice: "Remove the priority.",
        example: RuleExample(
            """
            waybill: 1
            routes:
              - { id: notes.new, url: /notes/new, handler: newNote, priority: 5 }
              - { id: notes.show, url: "/notes/:id", handler: showNote }
            """,
            fixes: [", priority: 5": ""]))
    static let invertedPriority = RuleEntry(
        .invertedPriority,
        summary: "A priority should not put a broader route above a more specific one.",
        explanation: """
            The broader route has a priority above a more specific route, which is left with some of its methods, or \
            with the views that do not show the broader one. Without the priority, the more specific route would \
            take precedence. Suppress this rule if the broader route overrides everything on purpose, such as a \
            maintenance page.
            """,
        advice: "Remove the broader route's priority, or give the more specific route a higher one.",
        example: RuleExample(
            """
            waybill: 1
            routes:
              - { id: everything, url: /**, methods: [GET], handler: page, priority: 10 }
              - { id: note, url: "/notes/:id", methods: [GET, PUT], handler: note }
            """,
            fixes: [", priority: 10": ""]))
    static let impossiblePattern = RuleEntry(
        .impossiblePattern, fixability: .unsafe,
        summary: "A pattern must be valid and must be able to match a URL.",
        explanation: """
            No URL can match the pattern. Query and fragment take no part in matching, dot segments are removed \
            before a URL is matched, '*' and '**' must be a whole segment, and ':' must begin a name. So the \
            route would never run.
            """,
        advice: "Write only the path, and percent-encode characters that are meant literally.",
        example: RuleExample(
            """
            waybill: 1
            routes:
              - { url: "/notes?sort=date", handler: listNotes }
            """,
            fixes: [#""/notes?sort=date""#: "/notes"]))
    static let badParameter = RuleEntry(
        .badParameter, fixability: .unsafe,
        summary: "A parameter name must be unique in its pattern, and every reference to it must exist.",
        explanation: """
            'params', 'rewrite', 'forward' and 'redirect' refer to captures by name. A name that is not in the pattern \
            constrains nothing, and leaves a hole in a target. The same is true of a capture in the syntax of another \
            router, such as '{id}', which is plain text here. If a name appears twice in a pattern, \
            one of the two values would be lost.
            """,
        advice: "Use the name that the pattern has, or rename one of two captures with the same name.",
        example: RuleExample(
            """
            waybill: 1
            routes:
              - { url: "/orders/:id", params: { order: uint }, handler: showOrder }
            """,
            fixes: ["{ order": "{ id"]))
    static let ambiguousPattern = RuleEntry(
        .ambiguousPattern,
        summary: "'**' must be the last segment, and a segment can have at most one capture.",
        explanation: """
            Every URL that matches must give each capture exactly one value. Two captures in one segment could split \
            it in several ways, and nothing can follow '**', which takes all remaining segments.
            """,
        advice: "Capture the whole segment and split it in code, or move '**' to the end.",
        example: RuleExample(
            """
            waybill: 1
            routes:
              - { url: "/compare/:from...:to", handler: compare }
            """,
            fixes: ["from...": "from/"]))
    static let badRegex = RuleEntry(
        .badRegex,
        summary: "A regular expression must use the supported syntax and stay within its state budget.",
        explanation: """
            Waybill compiles a regular expression in 'params' to a finite automaton when the set is loaded, so \
            matching takes linear time for every URL and cannot be slowed down by a client. Back-references and \
            look-around are therefore not supported, and the number of states is limited. The expression is anchored \
            at both ends. All constraints of a set share a budget, too.
            """,
        advice: "Rewrite the expression in the supported syntax, or use a type or a list of values.",
        example: RuleExample(
            """
            waybill: 1
            routes:
              - { url: "/books/:isbn", params: { isbn: "/(?:97[89])[0-9]{10}/" }, handler: showBook }
            """,
            fixes: ["?:": ""]))
    static let nearDuplicate = RuleEntry(
        .nearDuplicate,
        summary: "Two patterns should not differ only in case, a trailing slash or an escaped slash.",
        explanation: """
            Two routes differ only in case, a trailing slash or an escaped slash, but lead to different code. People \
            who type or link the URL take them for the same. A pair is not reported if one leads to the other. A \
            route is also reported if only its case keeps an interceptor from running: '/Admin' beside a login check \
            on '/admin/**' is served without the check.
            """,
        advice: "Keep one of them, turn one into a 'forward', list both under 'urls', or write both in the same case.",
        example: RuleExample(
            """
            waybill: 1
            routes:
              - { id: upper, url: /Orders, handler: oldOrders }
              - { id: lower, url: /orders, handler: orders }
            """,
            fixes: ["handler: oldOrders": "forward: /orders"]))
    static let reservedCharacter = RuleEntry(
        .reservedCharacter, fixability: .safe,
        summary: "Characters that must be percent-encoded in URLs should not appear in a pattern.",
        explanation: """
            Quotes, backslashes, '^', '|' and brackets must be percent-encoded in a URL. Patterns are compared \
            decoded, so such a literal still matches. But brackets are usually the capture syntax of another router, \
            and then the route matches nothing that clients send; if 'params' or a target name the capture, \
            it is an error (P009). An escaped slash, '%2F', stays inside its segment, \
            and many proxies reject or decode it. A '*' as the last segment is reported as a hint, because other \
            routers read it as a catch-all. A pattern that begins like a host, 'chat.example.com/rooms', is a path, \
            because '//' is missing.
            """,
        advice:
            "Write a capture as ':name', a literal character as its percent escape, and a host as '//host/path'.",
        example: RuleExample(
            """
            waybill: 1
            routes:
              - { url: "/orders/{id}", handler: showOrder }
            """,
            fixes: ["{id}": ":id"]))
    static let unreachablePattern = RuleEntry(
        .unreachablePattern,
        summary: "Every pattern should match a request from a configured entry point.",
        explanation: """
            'entry_points' in the configuration lists the schemes and hosts that requests come from. None of them \
            has a URL that this pattern matches. Usually a scheme or a host is misspelled or no longer used. Targets \
            of rewrites and forwards count as reachable.
            """,
        advice: "Correct the scheme or host of the pattern, or add the entry point.",
        example: RuleExample(
            """
            waybill: 1
            routes:
              - { url: "https://api.exmaple.com/notes", handler: listNotes }
            """,
            fixes: ["api.exmaple.com": "api.example.com"],
            beside: .configuration("entry_points: [https://api.example.com]")))
    static let missingFallback = RuleEntry(
        .missingFallback,
        summary: "If the configuration requires a fallback, the set should have one.",
        explanation: """
            'require_fallback' demands that every request gets an answer. A fallback for the views of some tags does \
            not cover opens without a tag view. A route '/**' for every method counts as a fallback.
            """,
        advice: "Add 'fallback:' to one of the manifests.",
        example: RuleExample(
            """
            waybill: 1
            routes:
              - { url: /notes, handler: listNotes }
            """,
            fixes: ["listNotes }": "listNotes }\nfallback: { handler: notFound }"],
            beside: .configuration("require_fallback: true")))
    static let tableBudget = RuleEntry(
        .tableBudget,
        summary: "The table and its proofs should stay within their budgets.",
        explanation: """
            A pattern or the whole table is larger than what people write by hand, or the analysis of the table \
            stopped early. The routes still work as documented. But a lookup may cost more, and other rules may miss \
            problems of these routes. A generated set may have a good reason to be this large.
            """,
        advice: "End deep patterns with '**', and constrain captures by types instead of large regular expressions.",
        example: RuleExample(
            """
            waybill: 1
            routes:
              - url: /a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a
                handler: deep
            """,
            fixed: """
                waybill: 1
                routes:
                  - url: /a/**rest
                    handler: deep
                """))
    static let unknownMethod = RuleEntry(
        .unknownMethod,
        summary: "Methods should be registered HTTP methods or part of the configured vocabulary.",
        explanation: """
            Methods are compared exactly, so a route for a misspelled method never matches. 'ANY', 'ALL' and '*' are \
            not wildcards: to match every method, omit 'methods'. Methods outside the HTTP registry are fine if \
            clients send them; list them in '.waybill.yaml', and the rule checks against that list.
            """,
        advice: "Correct the method, or list the methods in use under 'vocabulary: { methods: […] }'.",
        example: RuleExample(
            """
            waybill: 1
            routes:
              - { url: /orders, methods: [GTE], handler: listOrders }
            """,
            fixes: ["GTE": "GET"]))
    static let unreachableOverHTTP = RuleEntry(
        .unreachableOverHTTP,
        summary: "Patterns and methods must be reachable over HTTP.",
        explanation: """
            The handshake of a WebSocket is a request of 'http' or 'https', so an interceptor for 'ws://…' guards no \
            socket. The HTTP server parses only the methods that llhttp knows: a request with any other one is answered \
            with 400 before it is routed. In an application that opens such URLs in code, or serves them without \
            this server, suppress the warning.
            """,
        advice: "Write the pattern for 'http' and 'https', or for every scheme. Use a method that the server parses.",
        example: RuleExample(
            """
            waybill: 1
            routes:
              - { url: "ws://chat.example/room/:id", methods: [GET], handler: joinRoom }
            """,
            fixes: ["ws://chat.example": "//chat.example"]))
}
