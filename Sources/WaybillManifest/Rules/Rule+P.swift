/// P: patterns and the route space.
extension Rule {
    static let groupP: [Rule] = [
        .sameRequests, .ambiguousOverlap, .shadowedRoute, .shadowedByUnion, .partlyShadowed, .idlePriority,
        .invertedPriority, .impossiblePattern, .badParameter, .ambiguousPattern, .badRegex, .nearDuplicate,
        .unreachablePattern, .missingFallback,
        .tableBudget,
    ]

    public static let sameRequests = Rule(
        id: "P001", name: "same-requests", severity: .error,
        summary: "No two routes match exactly the same requests with the same rank.")
    public static let ambiguousOverlap = Rule(
        id: "P002", name: "ambiguous-overlap", severity: .error,
        summary: "No two routes that no rule of precedence separates share a request.")
    public static let shadowedRoute = Rule(
        id: "P003", name: "shadowed-route", severity: .error,
        summary: "No single route that comes first takes every request of another, in every view that shows it.",
        isAllowable: true)
    public static let shadowedByUnion = Rule(
        id: "P004", name: "shadowed-by-several", severity: .error,
        summary: "Routes that come first do not take every request of another together.",
        isAllowable: true)
    public static let partlyShadowed = Rule(
        id: "P005", name: "partly-shadowed", severity: .info,
        summary: "Of two routes of one priority that share requests, one is narrower at every place.")
    public static let idlePriority = Rule(
        id: "P006", name: "idle-priority", severity: .hint, summary: "A priority changes where some request goes.")
    public static let invertedPriority = Rule(
        id: "P007", name: "inverted-priority", severity: .warning,
        summary: "A priority does not put a broader route before a narrower one.")
    public static let impossiblePattern = Rule(
        id: "P008", name: "impossible-pattern", severity: .error,
        summary: "A pattern is well formed and can match something.")
    public static let badParameter = Rule(
        id: "P009", name: "bad-parameter", severity: .error,
        summary: "A parameter's name stands once in a pattern, and what refers to it finds it there.")
    public static let ambiguousPattern = Rule(
        id: "P010", name: "ambiguous-pattern", severity: .error,
        summary: "'**' is the last segment, and a segment holds one parameter at most.")
    public static let badRegex = Rule(
        id: "P011", name: "bad-regex", severity: .error,
        summary: "A regular expression keeps to the supported language and to its budget of states.")

    public static let nearDuplicate = Rule(
        id: "P012", name: "near-duplicate", severity: .warning,
        summary: "No two patterns differ in case, a trailing slash or an escaped slash alone.")
    public static let unreachablePattern = Rule(
        id: "P014", name: "unreachable-pattern", severity: .warning,
        summary: "Some entry point of the configuration lets in a request of each pattern.", isOnByDefault: false)
    public static let missingFallback = Rule(
        id: "P015", name: "missing-fallback", severity: .info,
        summary: "Where the configuration requires one, a fallback or a route serves what nothing else matches.",
        isOnByDefault: false)
    public static let tableBudget = Rule(
        id: "P016", name: "table-budget", severity: .warning,
        summary: "The table, and the work of the proofs about it, keep to their budgets.")
}
