import WaybillManifest
import WaybillSyntax

/// X: interceptors and adapters.
extension RuleEntry {
    static let groupX: [RuleEntry] = [
        .cycle, .rewriteLoop, .idleInterceptor, .tiedOrder, .wrongOrder, .missingInterceptor, .eclipsedInterceptor,
        .doubledInterceptor, .chainBudget, .missingPart, .duplicateAdapter, .danglingAdapter,
        .deadEnd, .foreignTarget,
    ]

    static let cycle = RuleEntry(
        .cycle,
        summary: "Adapters and composed protocols do not lead back to themselves.",
        explanation: """
            Adapters, or the parts of composed protocols, lead back to where they began. Whoever asks for one of these \
            protocols would be sent round and never reach a module.
            """,
        advice: "Bind one of them to a protocol that a module provides.",
        example: .cycle)
    static let rewriteLoop = RuleEntry(
        .rewriteLoop,
        summary: "Rewrites and redirects do not lead back to themselves.",
        explanation: """
            Redirects of routes that lead to each other, or one to itself, send a request round: the engine stops after \
            eight hops with 'redirectLoop', so the request fails. A redirect with a status sends the client round, which \
            asks with the method that the status leaves it. The witness is one that goes round. An interceptor runs \
            once for a request, so a rewrite that matches its own target ends there. But then whoever asks for the \
            target, or for what lies below it, is sent elsewhere as well, and only code that knows of this rewrite can \
            tell. Typical is a login page that lies behind its own gate.
            """,
        advice: "Narrow the pattern, or let one of them lead to a URL that none of them matches.",
        example: .rewriteLoop)
    static let idleInterceptor = RuleEntry(
        .idleInterceptor,
        summary: "Registered code that intercepts shares a request with a route, or a test expects it.",
        explanation: """
            Registered code is to run before routes, and there is no route of its pattern, nor a 'rewrite' behind it \
            that sends its requests to one: it does nothing. A gate that guards nothing is the worst case, for \
            everybody believes in it. It is right where the code serves URLs without a route; a test whose 'expect' \
            names the interceptor says so, and then nothing is reported. Where routes without a host share its requests, \
            an interceptor is reported too if nothing else names its host, and that host differs in one letter from one \
            that a route or a test names.
            """,
        advice: "Mend the pattern, remove the interceptor, or write a test that expects it.",
        example: .idleInterceptor)
    static let tiedOrder = RuleEntry(
        .tiedOrder,
        summary: "Interceptors that run for one request do not write the same order.",
        explanation: """
            Two interceptors have the same written 'order' and run for the same request. The one whose id is first in \
            the alphabet then comes first, so that renaming one changes what happens. Whoever writes an order cares \
            about it; where it does not matter, leave it out, and nothing is reported.
            """,
        advice: "Give the one that is meant to run later a higher order, or leave the order out.",
        example: .tiedOrder)
    static let wrongOrder = RuleEntry(
        .wrongOrder,
        summary: "Interceptors that run for one request do so in the order that the configuration demands.",
        explanation: """
            A policy with 'before' lists interceptors in the order in which they must run where they run for one \
            request. The witness is such a request. Whether two that never meet are in order is nobody's concern, so \
            nothing is said about them.
            """,
        advice: "Give the one that must come first a lower 'order'.",
        example: .wrongOrder)
    static let missingInterceptor = RuleEntry(
        .missingInterceptor,
        summary: "For every request of a route the interceptors run that the configuration demands.",
        explanation: """
            A policy with 'need' names interceptors that must run for every request of some routes, such as a gate \
            before all that moves money. The requests that they match are subtracted from those of the route, and the \
            witness is one that is left: the route serves it without the gate. In a tag view only interceptors of its \
            tags run, and behind a rewrite only those that apply everywhere, so both are looked at. Where nobody opens \
            the routes through views, 'views: []' says so.
            """,
        advice: "Widen the gate's pattern, or write 'applies: everywhere' so that no view and no rewrite bypasses it.",
        example: .missingInterceptor)
    static let eclipsedInterceptor = RuleEntry(
        .eclipsedInterceptor,
        summary: "No interceptor waits behind one that ends every chain that it is part of.",
        explanation: """
            A 'reject' or a 'rewrite' ends the chain, and this interceptor comes later for every request that it \
            matches: it never runs. A gate or a log that never runs is worse than none, for people rely on it. Behind \
            a rewrite it is a warning only, for code may restart the chain, in which nothing runs twice. It is right \
            while a 'reject' is a switch for some hours; allow it there.
            """,
        advice: "Give it a lower order than the one that ends the chain, or narrow that one.",
        example: .eclipsedInterceptor)
    static let doubledInterceptor = RuleEntry(
        .doubledInterceptor,
        summary: "No registered interceptor runs twice for one request with the same configuration.",
        explanation: """
            The same code with the same configuration runs twice for one request, because two interceptors that use it \
            both match. Logs then count double, limits bite twice as early, and a login is checked twice. Two \
            interceptors of one code with different 'with' are a different matter, and are not reported.
            """,
        advice: "Make one pattern narrower, or list the patterns under 'urls' of one interceptor, which runs once.",
        example: .doubledInterceptor)
    static let chainBudget = RuleEntry(
        .chainBudget,
        summary: "What runs for one request keeps to the budgets of the configuration.",
        explanation: """
            'budgets' of the configuration bounds how many interceptors run for one request, and how long all of them \
            may take together. The witness is a request that is over the budget. A request for which still more runs may \
            exist, for not every combination of patterns is tried.
            """,
        advice: "Narrow the patterns of some interceptors, or make one of several.",
        example: .chainBudget)
    static let missingPart = RuleEntry(
        .missingPart,
        summary: "What an adapter without code leads to provides every part of what is asked for.",
        explanation: """
            An adapter without 'using' hands on what the module made, as it is. Where a composed protocol is asked \
            for, the module must provide each of its parts; here it does not say so for all, and the caller's cast \
            would fail. If the Swift type conforms all the same, the manifest should say it.
            """,
        advice: "Let the module provide the missing parts, or name a registered adapter by 'using'.",
        example: .missingPart)
    static let duplicateAdapter = RuleEntry(
        .duplicateAdapter,
        summary: "A protocol is bound once: by one adapter, or by a module itself.",
        explanation: """
            A protocol that an adapter binds is served by what the adapter leads to. A module that provides the protocol \
            itself makes the adapter dead, and a second adapter for it would never be asked.
            """,
        advice: "Remove the adapter, or take the protocol from what the module provides.",
        example: .duplicateAdapter)
    static let danglingAdapter = RuleEntry(
        .danglingAdapter,
        summary: "A chain of adapters leads to a protocol that a module provides.",
        explanation: """
            An adapter leads to a protocol that no module provides and no further adapter binds, so its way ends \
            nowhere. Often the protocol was renamed in the module and not here.
            """,
        advice: "Let a module provide the protocol, or bind it with an adapter of its own.",
        example: .danglingAdapter)

    static let deadEnd = RuleEntry(
        .deadEnd,
        summary: "Rewrites and redirects lead to URLs that some route serves.",
        explanation: """
            A rewrite or a redirect leads to URLs of the set's own, and no route serves any of them. Often the route that \
            it led to was renamed or removed. Or the route that it leads to has 'params' that take fewer values than the \
            redirect captures, and no other route takes the rest: the witness is a request that is lost. A client that \
            follows a redirect with a status fares no better: it gets what the fallback answers, or a 404. URLs of hosts and \
            schemes that no route names are reported by X014. It is right where registered code answers there; allow it then.
            """,
        advice: "Let it lead to a URL of a route, add a route for it, or give it the 'params' of the route.",
        example: .deadEnd)
    static let foreignTarget = RuleEntry(
        .foreignTarget,
        summary: "A redirect to a host or a scheme without a route must have a status.",
        explanation: """
            A redirect without a status, and a rewrite, are followed inside: the engine looks for a route of the new URL. \
            Here no route has the host or the scheme of that URL, and the witness, which no route without a host serves \
            either, fails with 'redirectUnmatched': an HTTP client gets a 500. A redirect with a status ends the walk \
            instead: an HTTP client gets the status and the 'Location', and asks there. A target that begins with a host and has no scheme is \
            a path of this host, so it is reported with a status too. It is right where registered code answers there; allow \
            it then.
            """,
        advice: "Add a status: 308 is permanent and 307 temporary.",
        example: .foreignTarget)
}
