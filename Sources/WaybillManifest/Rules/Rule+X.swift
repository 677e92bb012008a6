/// X: interceptors and adapters.
extension Rule {
    static let groupX: [Rule] = [
        .cycle, .rewriteLoop, .idleInterceptor, .wrongOrder, .missingInterceptor, .doubledInterceptor, .chainBudget,
        .duplicateAdapter, .danglingAdapter,
    ]

    public static let cycle = Rule(
        id: "X001", name: "cycle", severity: .error,
        summary: "Adapters and composed protocols do not lead back to themselves.")
    public static let rewriteLoop = Rule(
        id: "X002", name: "rewrite-loop", severity: .error,
        summary: "Rewrites and redirects do not lead back to themselves.")
    public static let idleInterceptor = Rule(
        id: "X003", name: "idle-interceptor", severity: .warning,
        summary: "Registered code that intercepts shares a request with a route, or a test expects it.")
    public static let wrongOrder = Rule(
        id: "X005", name: "wrong-order", severity: .error,
        summary: "Interceptors that run for one request do so in the order that the configuration demands.",
        isAllowable: true, isOnByDefault: false)
    public static let missingInterceptor = Rule(
        id: "X006", name: "missing-interceptor", severity: .error,
        summary: "For every request of a route the interceptors run that the configuration demands.",
        isAllowable: true, isOnByDefault: false)
    public static let chainBudget = Rule(
        id: "X009", name: "chain-budget", severity: .warning,
        summary: "What runs for one request keeps to the budgets of the configuration.", isOnByDefault: false)
    public static let doubledInterceptor = Rule(
        id: "X008", name: "doubled-interceptor", severity: .warning,
        summary: "No registered interceptor runs twice for one request with the same configuration.")
    public static let duplicateAdapter = Rule(
        id: "X011", name: "duplicate-adapter", severity: .error,
        summary: "A protocol is bound once: by one adapter that leads to one module, or by a module itself.")
    public static let danglingAdapter = Rule(
        id: "X012", name: "dangling-adapter", severity: .error,
        summary: "A chain of adapters leads to a protocol that a module provides.")
}
