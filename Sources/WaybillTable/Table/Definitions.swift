/// A route as the table takes it.
public struct RouteDefinition: Sendable, Hashable {
    /// Only for people, and to keep orders free of chance.
    public var id: String
    public var patterns: [Pattern]
    /// By the name of the capture. A value that the automaton does not accept does not match.
    public var constraints: [String: Automaton]
    /// Upper-case tokens, compared exactly; none means every request, one without a method included.
    public var methods: [String]
    /// Higher comes first.
    public var priority: Int
    public var tags: Set<String>

    public init(
        id: String, patterns: [Pattern], constraints: [String: Automaton] = [:], methods: [String] = [],
        priority: Int = 0, tags: Set<String> = []
    ) {
        self.id = id
        self.patterns = patterns
        self.constraints = constraints
        self.methods = methods
        self.priority = priority
        self.tags = tags
    }

    /// Where one of its patterns comes in the order of all.
    func precedence(of pattern: Int) -> Precedence {
        Precedence(
            of: patterns[pattern], constraints: constraints, priority: priority, hasMethods: !methods.isEmpty)
    }
}

/// An interceptor as the table takes it.
public struct InterceptorDefinition: Sendable, Hashable {
    public var id: String
    public var patterns: [Pattern]
    public var constraints: [String: Automaton]
    /// As for routes; `GET` covers `HEAD`, so that a gate before `GET` is not walked around.
    public var methods: [String]
    /// Ascending; ties run in the order of ids.
    public var order: Int
    public var tags: Set<String>
    /// Whether it runs in every tag view.
    public var appliesEverywhere: Bool

    public init(
        id: String, patterns: [Pattern], constraints: [String: Automaton] = [:], methods: [String] = [],
        order: Int = 0, tags: Set<String> = [], appliesEverywhere: Bool = false
    ) {
        self.id = id
        self.patterns = patterns
        self.constraints = constraints
        self.methods = methods
        self.order = order
        self.tags = tags
        self.appliesEverywhere = appliesEverywhere
    }
}
