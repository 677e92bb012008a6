/// X: interceptors and adapters.
extension Rule {
    static let groupX: [Rule] = [
        .cycle, .rewriteLoop, .idleInterceptor, .tiedOrder, .wrongOrder, .missingInterceptor, .eclipsedInterceptor,
        .doubledInterceptor, .chainBudget, .missingPart, .duplicateAdapter, .danglingAdapter,
        .deadEnd,
    ]

    public static let cycle = Rule(
        id: "X001", name: "cycle", severity: .error,
        summary: "Adapters and composed protocols do not lead back to themselves.",
        explanation: """
            Adapters, or the parts of composed protocols, lead back to where they began. Whoever asks for one of these \
            protocols would be sent round and never reach a module.
            """,
        mend: "Bind one of them to a protocol that a module provides.",
        example: .cycle)
    public static let rewriteLoop = Rule(
        id: "X002", name: "rewrite-loop", severity: .error,
        summary: "Rewrites and redirects do not lead back to themselves.",
        explanation: """
            Redirects of routes that lead to each other, or one to itself, send a request round: the engine stops after \
            eight hops with 'redirectLoop', so the request fails. The witness is one that goes round. An interceptor runs \
            once for a request, so a rewrite that matches its own target ends there. But then whoever asks for the \
            target, or for what lies below it, is sent elsewhere as well, and only code that knows of this rewrite can \
            tell. Typical is a login page that lies behind its own gate.
            """,
        mend: "Narrow the pattern, or let one of them lead to a URL that none of them matches.",
        example: .rewriteLoop)
    public static let idleInterceptor = Rule(
        id: "X003", name: "idle-interceptor", severity: .warning,
        summary: "Registered code that intercepts shares a request with a route, or a test expects it.",
        explanation: """
            Registered code is to run before routes, and there is no route of its pattern, nor a 'rewrite' behind it \
            that sends its requests to one: it does nothing. A gate that guards nothing is the worst case, for \
            everybody believes in it. It is right where the code serves URLs without a route; a test whose 'expect' \
            names the interceptor says so, and then nothing is reported.
            """,
        mend: "Mend the pattern, remove the interceptor, or write a test that expects it.",
        example: .idleInterceptor)
    public static let tiedOrder = Rule(
        id: "X004", name: "tied-order", severity: .warning,
        summary: "Interceptors that run for one request do not write the same order.",
        explanation: """
            Two interceptors have the same written 'order' and run for the same request. The one whose id is first in \
            the alphabet then comes first, so that renaming one changes what happens. Whoever writes an order cares \
            about it; where it does not matter, leave it out, and nothing is reported.
            """,
        mend: "Give the one that is meant to run later a higher order, or leave the order out.",
        example: .tiedOrder)
    public static let wrongOrder = Rule(
        id: "X005", name: "wrong-order", severity: .error,
        summary: "Interceptors that run for one request do so in the order that the configuration demands.",
        isAllowable: true, isOnByDefault: false,
        explanation: """
            A policy with 'before' lists interceptors in the order in which they must run where they run for one \
            request. The witness is such a request. Whether two that never meet are in order is nobody's concern, so \
            nothing is said about them.
            """,
        mend: "Give the one that must come first a lower 'order'.",
        example: .wrongOrder)
    public static let missingInterceptor = Rule(
        id: "X006", name: "missing-interceptor", severity: .error,
        summary: "For every request of a route the interceptors run that the configuration demands.",
        isAllowable: true, isOnByDefault: false,
        explanation: """
            A policy with 'need' names interceptors that must run for every request of some routes, such as a gate \
            before all that moves money. The requests that they match are subtracted from those of the route, and the \
            witness is one that is left: the route serves it without the gate. In a tag view only interceptors of its \
            tags run, and behind a rewrite only those that apply everywhere, so both are looked at. Where nobody opens \
            the routes through views, 'views: []' says so.
            """,
        mend: "Widen the gate's pattern, or write 'applies: everywhere' so that no view and no rewrite bypasses it.",
        example: .missingInterceptor)
    public static let eclipsedInterceptor = Rule(
        id: "X007", name: "eclipsed-interceptor", severity: .error,
        summary: "No interceptor waits behind one that ends every chain that it is part of.",
        isAllowable: true,
        explanation: """
            A 'reject' or a 'rewrite' ends the chain, and this interceptor comes later for every request that it \
            matches: it never runs. A gate or a log that never runs is worse than none, for people rely on it. Behind \
            a rewrite it is a warning only, for code may restart the chain, in which nothing runs twice. It is right \
            while a 'reject' is a switch for some hours; allow it there.
            """,
        mend: "Give it a lower order than the one that ends the chain, or narrow that one.",
        example: .eclipsedInterceptor)
    public static let doubledInterceptor = Rule(
        id: "X008", name: "doubled-interceptor", severity: .warning,
        summary: "No registered interceptor runs twice for one request with the same configuration.",
        explanation: """
            The same code with the same configuration runs twice for one request, because two interceptors that use it \
            both match. Logs then count double, limits bite twice as early, and a login is checked twice. Two \
            interceptors of one code with different 'with' are a different matter, and are not reported.
            """,
        mend: "Make one pattern narrower, or list the patterns under 'urls' of one interceptor, which runs once.",
        example: .doubledInterceptor)
    public static let chainBudget = Rule(
        id: "X009", name: "chain-budget", severity: .warning,
        summary: "What runs for one request keeps to the budgets of the configuration.", isOnByDefault: false,
        explanation: """
            'budgets' of the configuration bounds how many interceptors run for one request, and how long all of them \
            may take together. The witness is a request that is over the budget. A request for which still more runs may \
            exist, for not every combination of patterns is tried.
            """,
        mend: "Narrow the patterns of some interceptors, or make one of several.",
        example: .chainBudget)
    public static let missingPart = Rule(
        id: "X010", name: "missing-part", severity: .error,
        summary: "What an adapter without code leads to provides every part of what is asked for.",
        isAllowable: true,
        explanation: """
            An adapter without 'using' hands on what the module made, as it is. Where a composed protocol is asked \
            for, the module must provide each of its parts; here it does not say so for all, and the caller's cast \
            would fail. If the Swift type conforms all the same, the manifest should say it.
            """,
        mend: "Let the module provide the missing parts, or name a registered adapter by 'using'.",
        example: .missingPart)
    public static let duplicateAdapter = Rule(
        id: "X011", name: "duplicate-adapter", severity: .error,
        summary: "A protocol is bound once: by one adapter that leads to one module, or by a module itself.",
        explanation: """
            Whoever asks for a protocol through an adapter must get one module, and always the same. Two modules that \
            provide what an adapter leads to make that a matter of chance, and a module that provides the protocol \
            itself makes the adapter dead.
            """,
        mend: "Let one module provide the protocol, or give each a protocol of its own.",
        example: .duplicateAdapter)
    public static let danglingAdapter = Rule(
        id: "X012", name: "dangling-adapter", severity: .error,
        summary: "A chain of adapters leads to a protocol that a module provides.",
        explanation: """
            An adapter leads to a protocol that no module provides and no further adapter binds, so its way ends \
            nowhere. Often the protocol was renamed in the module and not here.
            """,
        mend: "Let a module provide the protocol, or bind it with an adapter of its own.",
        example: .danglingAdapter)

    public static let deadEnd = Rule(
        id: "X013", name: "dead-end", severity: .warning,
        summary: "Rewrites and redirects lead to URLs that some route serves.",
        explanation: """
            A rewrite or a redirect leads to URLs of the set's own, and no route serves any of them. Every request that is \
            sent there fails with 'redirectUnmatched', for no fallback serves a redirect. Often the route that it led \
            to was renamed or removed. URLs of hosts and schemes that no route names are not judged. It is right where \
            registered code answers there; allow it then.
            """,
        mend: "Let it lead to a URL of a route, or add a route for it.",
        example: .deadEnd)
}
