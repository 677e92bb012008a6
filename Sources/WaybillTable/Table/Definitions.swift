/// A route as the table takes it: its patterns, and what narrows, ranks and tags them.
///
/// A value in all respects. Its content is shared by all copies until one of them changes, for a table has many routes, and
/// those that follow one another on disk have most of it in common.
public struct RouteDefinition: Sendable {
    private var storage: Storage

    private final class Storage: Sendable {
        let content: Content
        // Of the patterns, of which most routes have one: made while the content is at hand, where a pass over all routes
        // would have to fetch it again.
        let firstRank: Rank?
        let otherRanks: [Rank]

        init(_ content: Content, _ ranks: (first: Rank?, others: [Rank])) {
            self.content = content
            (firstRank, otherRanks) = ranks
        }
    }

    fileprivate struct Content: Sendable, Hashable {
        var id: String
        var patterns: [Pattern]
        var narrowings: [String: Automaton]
        var methods: [String]
        var priority: Int
        var tags: Set<String>
    }

    public init(
        id: String, patterns: [Pattern], narrowings: [String: Automaton] = [:], methods: [String] = [],
        priority: Int = 0, tags: Set<String> = []
    ) {
        self.init(
            id: id, patterns: patterns, narrowings: narrowings, methods: methods, priority: priority, tags: tags,
            like: nil)
    }

    /// - Parameter neighbour: Another one, to share what both say of their precedence.
    package init(
        id: String, patterns: [Pattern], narrowings: [String: Automaton], methods: [String], priority: Int,
        tags: Set<String>, like neighbour: RouteDefinition?
    ) {
        let content = Content(
            id: id, patterns: patterns, narrowings: narrowings, methods: methods, priority: priority, tags: tags)
        storage = Storage(content, content.ranks(like: neighbour?.storage.firstRank))
    }

    private mutating func change(_ body: (inout Content) -> Void) {
        var content = storage.content
        body(&content)
        storage = Storage(content, content.ranks(like: nil))
    }

    /// Where a pattern stands among all.
    func rank(of pattern: Int) -> Rank {
        if pattern == 0, let first = storage.firstRank { return first }
        return storage.otherRanks[pattern - 1]
    }

    var patternCount: Int { storage.firstRank == nil ? 0 : 1 + storage.otherRanks.count }

    /// Where a pattern of a route stands among those of all routes.
    struct Rank: Sendable {
        var precedence: Precedence
        /// Breaks ties: those that name `HEAD` come first (law 4), and numbers made of ids and patterns decide what is
        /// left.
        var tie: UInt64
    }
}

extension RouteDefinition {
    /// Only for people, and to keep orders free of chance.
    public var id: String {
        get { storage.content.id }
        set { change { $0.id = newValue } }
    }

    public var patterns: [Pattern] {
        get { storage.content.patterns }
        set { change { $0.patterns = newValue } }
    }

    /// By the name of the capture. A value that the automaton does not accept does not match.
    public var narrowings: [String: Automaton] {
        get { storage.content.narrowings }
        set { change { $0.narrowings = newValue } }
    }

    /// Upper-case tokens, compared exactly; none means every request, one without a method included.
    public var methods: [String] {
        get { storage.content.methods }
        set { change { $0.methods = newValue } }
    }

    /// Higher comes first.
    public var priority: Int {
        get { storage.content.priority }
        set { change { $0.priority = newValue } }
    }

    public var tags: Set<String> {
        get { storage.content.tags }
        // They have no part in the rank.
        set {
            var content = storage.content
            content.tags = newValue
            storage = Storage(content, (storage.firstRank, storage.otherRanks))
        }
    }
}

extension RouteDefinition: Hashable {
    public static func == (left: RouteDefinition, right: RouteDefinition) -> Bool {
        left.storage === right.storage || left.storage.content == right.storage.content
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(storage.content) }
}

extension RouteDefinition.Content {
    func ranks(like neighbour: RouteDefinition.Rank?) -> (first: RouteDefinition.Rank?, others: [RouteDefinition.Rank])
    {
        let headBit: UInt64 = methods.contains("HEAD") ? 0 : 1 << 63
        guard let pattern = patterns.first else { return (nil, []) }
        let first = rank(of: pattern, headBit, like: neighbour)
        return (first, patterns.dropFirst().map { rank(of: $0, headBit, like: first) })
    }

    private func rank(
        of pattern: Pattern, _ headBit: UInt64, like neighbour: RouteDefinition.Rank?
    ) -> RouteDefinition.Rank {
        var precedence = Precedence(
            of: pattern, narrowings: narrowings, priority: priority, hasMethods: !methods.isEmpty)
        // Most have their neighbour's, and one array serves both.
        if let neighbour, neighbour.precedence == precedence { precedence = neighbour.precedence }
        var hash = TextHash()
        hash.combine(id)
        hash.combine(pattern.text)
        return RouteDefinition.Rank(precedence: precedence, tie: hash.low >> 1 | headBit)
    }
}

/// An interceptor as the table takes it.
public struct InterceptorDefinition: Sendable, Hashable {
    public var id: String
    public var patterns: [Pattern]
    public var narrowings: [String: Automaton]
    /// As for routes; `GET` covers `HEAD`, so that a gate before `GET` is not walked around.
    public var methods: [String]
    /// Ascending; ties run in the order of ids.
    public var order: Int
    public var tags: Set<String>
    /// Whether it runs in every tag view.
    public var appliesEverywhere: Bool

    public init(
        id: String, patterns: [Pattern], narrowings: [String: Automaton] = [:], methods: [String] = [],
        order: Int = 0, tags: Set<String> = [], appliesEverywhere: Bool = false
    ) {
        self.id = id
        self.patterns = patterns
        self.narrowings = narrowings
        self.methods = methods
        self.order = order
        self.tags = tags
        self.appliesEverywhere = appliesEverywhere
    }
}
