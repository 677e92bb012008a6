/// The definition of a route or an interceptor, as far as it says which requests match.
package protocol PatternOwner {
    var patterns: [Pattern] { get }
    /// By the name of the capture.
    var constraints: [String: Automaton] { get }
    var methods: [String] { get }
}

/// The definition of a route for a table.
public struct RouteDefinition: Sendable, Hashable, PatternOwner {
    /// For messages, and for a deterministic order.
    public var id: String
    public var patterns: [Pattern]
    /// By the name of the capture. A value that the automaton does not accept does not match.
    public var constraints: [String: Automaton]
    /// Upper-case tokens, compared exactly. Empty for every request, also one without a method.
    public var methods: [String]
    /// A higher priority takes precedence.
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

    /// Whether it answers each method that another route names.
    package func answersMethods(of other: RouteDefinition) -> Bool {
        other.methods.allSatisfy { Audience.answers($0, with: methods) }
    }

    /// Returns the precedence of one of its patterns.
    func precedence(of pattern: Int) -> Precedence {
        Precedence(
            of: patterns[pattern], constraints: constraints, priority: priority, hasMethods: !methods.isEmpty)
    }
}

/// The definition of an interceptor for a table.
public struct InterceptorDefinition: Sendable, Hashable, PatternOwner {
    public var id: String
    public var patterns: [Pattern]
    public var constraints: [String: Automaton]
    /// As for routes. `GET` includes `HEAD`, so that `HEAD` cannot bypass an interceptor for `GET`.
    public var methods: [String]
    /// Ascending. Interceptors with the same order run in the order of their ids.
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

    /// Whether it runs first (law 9): by ascending order, then by id.
    package func runs(before other: InterceptorDefinition) -> Bool {
        (order, id.exact) < (other.order, other.id.exact)
    }
}
