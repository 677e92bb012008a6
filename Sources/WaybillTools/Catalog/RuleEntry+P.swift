import WaybillManifest
import WaybillSyntax

/// P: patterns and the route space.
extension RuleEntry {
    static let groupP: [RuleEntry] = [
        .sameRequests, .ambiguousOverlap, .shadowedRoute, .shadowedByUnion, .partlyShadowed, .idlePriority,
        .invertedPriority, .impossiblePattern, .badParameter, .ambiguousPattern, .badRegex, .nearDuplicate,
        .reservedCharacter, .unreachablePattern, .missingFallback, .tableBudget, .unknownMethod,
    ]

    static let sameRequests = RuleEntry(
        .sameRequests,
        summary: "No two routes match exactly the same requests with the same rank.",
        explanation: """
            Two routes match exactly the same requests, and no rule puts one before the other. Parameter names do not \
            tell them apart, nor do tags, for a plain open sees both. One of them would never run, and which one would \
            be chance: so the set is refused. It is usually a copy that was meant to be changed.
            """,
        advice: """
            Delete one, or change its pattern, its 'methods' or its 'params'. A 'priority' helps only where the other \
            route has a tag of its own, and so a view in which it serves.
            """,
        example: .sameRequests)
    static let ambiguousOverlap = RuleEntry(
        .ambiguousOverlap,
        summary: "No two routes that no rule of precedence separates share a request.",
        explanation: """
            Two routes share some requests, and no rule of precedence separates them: neither is narrower where they \
            first differ. Such requests would go to either by chance. The witness is a request that both match; ask \
            who should get it, and say so.
            """,
        advice: "Give one of them a 'priority', or narrow its pattern, its params or its methods.",
        example: .ambiguousOverlap)
    static let shadowedRoute = RuleEntry(
        .shadowedRoute,
        summary: "No single route that comes first takes every request of another, in every view that shows it.",
        explanation: """
            Every request that this route matches goes to another one first, so it never runs: somebody wrote it, \
            reads it, and relies on it in vain. The routing law puts the narrower of two patterns first, so it takes a \
            'priority' or a copy to do this. Where a route is kept on purpose for a while, as when traffic is moved \
            step by step, allow it there with a comment that says why.
            """,
        advice: "Raise its priority above the other's, narrow the other, or delete the dead route.",
        example: .shadowedRoute)
    static let shadowedByUnion = RuleEntry(
        .shadowedByUnion,
        summary: "Routes that come first do not take every request of another together.",
        explanation: """
            Several routes that come first take every request of this one between them, though none does so alone. \
            That is hard to see by reading, since each of them leaves something over; together they leave nothing. It \
            never runs, like a route of P003, and is allowed for the same reasons.
            """,
        advice: "Raise its priority above theirs, narrow one of them, or delete the dead route.",
        example: .shadowedByUnion)
    static let partlyShadowed = RuleEntry(
        .partlyShadowed,
        summary: "Of two routes of one priority that share requests, one is narrower at every place.",
        explanation: """
            Two patterns cross: each is narrower than the other at some place. The law decides by the first such place \
            from the left, which is well defined but seldom what anybody had in mind. The witness is a request that \
            both match. Where the outcome is meant, nothing need be done; a 'priority' says so to the next reader. \
            Plain opens are looked at, not the views of tags.
            """,
        advice: "Give the one that is meant to serve the witness a 'priority', or narrow the other.",
        example: .partlyShadowed)
    static let idlePriority = RuleEntry(
        .idlePriority, summary: "A priority changes where some request goes.",
        explanation: """
            Without this priority every request would go where it goes with it. A priority is a promise to the reader \
            that something here overrides the usual order; one that does nothing sends people looking for what it \
            overrides, and may begin to do something when a route is added. It may stay where a route that it is meant \
            for comes soon. Routes are compared two by two: a priority between two routes whose shared requests all go \
            to a third one is not reported, for it speaks as soon as that third one changes; nor is one that says which of \
            two crossing patterns is meant (P005), though the law would say the same.
            """,
        advice: "Remove the priority.",
        example: .idlePriority)
    static let invertedPriority = RuleEntry(
        .invertedPriority,
        summary: "A priority does not put a broader route before a narrower one.",
        explanation: """
            A broader route has a priority that puts it before a narrower one, which is left with some of its methods, \
            or with the views that do not show the broader one. The law would have put the narrower one first. It is \
            right where the broader route is a switch over everything, such as a maintenance page; then allow it \
            there.
            """,
        advice: "Take the broader route's priority away, or give the narrower one a higher priority.",
        example: .invertedPriority)
    static let impossiblePattern = RuleEntry(
        .impossiblePattern,
        summary: "A pattern is well formed and can match something.",
        explanation: """
            No URL can match the pattern. Query and fragment take no part in matching, dot segments are gone before a \
            URL is matched, and '*' and ':' mean something only where they begin a segment. A route like this would \
            sit in the set and never run.
            """,
        advice: "Write the path alone, and percent-escape what is meant as a plain character.",
        example: .impossiblePattern)
    static let badParameter = RuleEntry(
        .badParameter,
        summary: "A parameter's name stands once in a pattern, and what refers to it finds it there.",
        explanation: """
            A parameter's name stands once in a pattern, and 'params', 'rewrite' and 'redirect' speak of it by that \
            name. A name that the pattern does not have narrows nothing and would leave a hole in a redirect's target. \
            Of a name that stands twice, one value would be lost.
            """,
        advice: "Write the name as the pattern has it, or give one of two equal parameters another name.",
        example: .badParameter)
    static let ambiguousPattern = RuleEntry(
        .ambiguousPattern,
        summary: "'**' is the last segment, and a segment holds one parameter at most.",
        explanation: """
            A URL that matches must give each parameter one value, and only one. Two parameters in a segment could \
            share it in several ways, and nothing can stand behind '**', which takes all that is left. Patterns stay \
            simple so that people can tell at a glance what matches.
            """,
        advice: "Capture the segment whole and let the code split it, or move '**' to the end.",
        example: .ambiguousPattern)
    static let badRegex = RuleEntry(
        .badRegex,
        summary: "A regular expression keeps to the supported language and to its budget of states.",
        explanation: """
            A regular expression in 'params' is compiled to an automaton when the set is loaded, so that matching \
            takes the same time for any URL: nobody can send one that makes it slow. The price is a small language \
            without groups that remember, without look-around, and with a budget of states. It is anchored at both \
            ends by itself. What the regexes and lists of values of a set take to compile together is limited, too.
            """,
        advice: "Write the expression in the supported language, or narrow by a type or a list of values.",
        example: .badRegex)
    static let nearDuplicate = RuleEntry(
        .nearDuplicate,
        summary: "No two patterns differ in case, a trailing slash or an escaped slash alone.",
        explanation: """
            Two routes differ only in case, in a trailing slash or in an escaped slash, and so lead to different code. \
            People who type or link the URL take them for the same. It is right where one of them redirects to the \
            other, and no such pair is reported. A route is reported too where only its case keeps an interceptor away \
            from it: '/Admin' beside a login check on '/admin/**' is served without it.
            """,
        advice:
            "Keep one of them, make one a 'redirect' to the other, list both under 'urls', or write both in the same case.",
        example: .nearDuplicate)
    static let reservedCharacter = RuleEntry(
        .reservedCharacter,
        summary: "Literals of patterns hold only what stands raw in URLs.",
        explanation: """
            Quotes, backslashes, '^', '|' and brackets stand raw in no URL; clients send them escaped. A literal is \
            compared decoded, so it matches all the same, but most often the brackets are another router's way to \
            write a capture, and then the route matches nothing that anybody sends. An escaped slash, '%2F', is part \
            of its segment and never makes a new one; many proxies refuse or unescape it, so a pattern is better off \
            without.
            """,
        advice: "Write a capture as ':name', and a plain character by its escape.",
        example: .reservedCharacter)
    static let unreachablePattern = RuleEntry(
        .unreachablePattern,
        summary: "Some entry point of the configuration lets in a request of each pattern.",
        explanation: """
            'entry_points' of the configuration says at which schemes and hosts requests come in. No such request has a \
            URL of this pattern, so it waits for nothing; most often a scheme or a host is misspelt, or was given up. \
            What a rewrite or a redirect leads to counts as reachable.
            """,
        advice: "Mend the pattern's scheme or host, or add the entry point.",
        example: .unreachablePattern)
    static let missingFallback = RuleEntry(
        .missingFallback,
        summary: "Where the configuration requires one, a fallback or a route serves what nothing else matches.",
        explanation: """
            With 'require_fallback' a team says that no request shall go unanswered. A fallback for the views of some \
            tags leaves plain opens without one. A route '/**' for every method counts as well.
            """,
        advice: "Write 'fallback:' in one of the manifests.",
        example: .missingFallback)
    static let tableBudget = RuleEntry(
        .tableBudget,
        summary: "The table, and the work of the proofs about it, keep to their budgets.",
        explanation: """
            A pattern, or the table as a whole, is larger than what people write by hand, or the proofs about it were \
            given up before they were done. It still works as the law says. But a lookup may cost more, and what the \
            other rules would have said about these routes is not known. A generated set may be right to be that \
            large.
            """,
        advice: "End a deep pattern with '**', and narrow captures by types rather than by large regular expressions.",
        example: .tableBudget)
    static let unknownMethod = RuleEntry(
        .unknownMethod,
        summary: "Methods are those of the HTTP registry, or of the team's vocabulary.",
        explanation: """
            A method is compared exactly, so a misspelt one is a method that no client sends, and the route never \
            matches. 'ANY', 'ALL' and '*' are no wildcards: a route for every method has no 'methods'. Methods that \
            the registry of HTTP does not have are right where clients do send them; a vocabulary of methods in \
            '.waybill.yaml' says which ones there are, and this rule is then silent.
            """,
        advice: "Write the method that was meant, or list the methods in use under 'vocabulary: { methods: […] }'.",
        example: .unknownMethod)
}
