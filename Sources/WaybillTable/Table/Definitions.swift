/// A route as the table takes it: its patterns, and what narrows, ranks and tags them.
///
/// A value in all respects. Its content is shared by all copies until one of them changes, for a table has many routes.
public struct RouteDefinition: Sendable {
    private var storage: Storage

    private final class Storage: Sendable {
        let id: String
        let patterns: [Pattern]
        // Routes that are written one behind the other mostly share what they say here.
        let shared: SharedTerms
        // Of the patterns, of which most routes have one.
        let firstRank: Rank?
        let otherRanks: [Rank]

        init(_ id: String, _ patterns: [Pattern], _ shared: SharedTerms, firstRank: Rank?, otherRanks: [Rank]) {
            (self.id, self.patterns, self.shared) = (id, patterns, shared)
            (self.firstRank, self.otherRanks) = (firstRank, otherRanks)
        }
    }

    /// What a route says besides its id and its patterns.
    private struct Terms: Sendable, Hashable {
        var narrowings: [String: Automaton]
        var methods: [String]
        var priority: Int
        var tags: Set<String>
    }

    private final class SharedTerms: Sendable {
        let terms: Terms

        init(_ terms: Terms) { self.terms = terms }
    }

    public init(
        id: String, patterns: [Pattern], narrowings: [String: Automaton] = [:], methods: [String] = [],
        priority: Int = 0, tags: Set<String> = []
    ) {
        let terms = Terms(narrowings: narrowings, methods: methods, priority: priority, tags: tags)
        self.init(id, patterns, SharedTerms(terms), like: nil)
    }

    /// A route on the same terms as another one, to share them with it.
    package init(id: String, patterns: [Pattern], onTermsOf other: RouteDefinition) {
        self.init(id, patterns, other.storage.shared, like: other.storage.firstRank)
    }

    private init(_ id: String, _ patterns: [Pattern], _ shared: SharedTerms, like other: Rank?) {
        let first = patterns.first.map { Self.rank(of: $0, id, shared.terms, like: other) }
        let others = patterns.dropFirst().map { Self.rank(of: $0, id, shared.terms, like: first) }
        storage = Storage(id, patterns, shared, firstRank: first, otherRanks: others)
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
    private static func rank(of pattern: Pattern, _ id: String, _ terms: Terms, like other: Rank?) -> Rank {
        var precedence = Precedence(
            of: pattern, narrowings: terms.narrowings, priority: terms.priority, hasMethods: !terms.methods.isEmpty)
        // Most have their neighbour's, and one array serves both.
        if let other, other.precedence == precedence { precedence = other.precedence }
        var hash = TextHash()
        hash.combine(id)
        hash.combine(utf8: pattern.utf8)
        let headBit: UInt64 = terms.methods.contains("HEAD") ? 0 : 1 << 63
        return Rank(precedence: precedence, tie: hash.low >> 1 | headBit)
    }
}

extension RouteDefinition {
    /// Only for people, and to keep orders free of chance.
    public var id: String {
        get { storage.id }
        set { self = RouteDefinition(id: newValue, patterns: patterns, onTermsOf: self) }
    }

    public var patterns: [Pattern] {
        get { storage.patterns }
        set { self = RouteDefinition(id: id, patterns: newValue, onTermsOf: self) }
    }

    /// By the name of the capture. A value that the automaton does not accept does not match.
    public var narrowings: [String: Automaton] {
        get { storage.shared.terms.narrowings }
        set { terms.narrowings = newValue }
    }

    /// Upper-case tokens, compared exactly; none means every request, one without a method included.
    public var methods: [String] {
        get { storage.shared.terms.methods }
        set { terms.methods = newValue }
    }

    /// Higher comes first.
    public var priority: Int {
        get { storage.shared.terms.priority }
        set { terms.priority = newValue }
    }

    public var tags: Set<String> {
        get { storage.shared.terms.tags }
        set {
            var terms = terms
            terms.tags = newValue
            // They have no part in the ranks.
            storage = Storage(
                id, patterns, SharedTerms(terms), firstRank: storage.firstRank, otherRanks: storage.otherRanks)
        }
    }

    private var terms: Terms {
        get { storage.shared.terms }
        set { self = RouteDefinition(id, patterns, SharedTerms(newValue), like: nil) }
    }
}

extension RouteDefinition: Hashable {
    public static func == (left: RouteDefinition, right: RouteDefinition) -> Bool {
        if left.storage === right.storage { return true }
        return left.id == right.id && left.patterns == right.patterns
            && (left.storage.shared === right.storage.shared || left.terms == right.terms)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(id)
        hasher.combine(patterns)
        hasher.combine(terms)
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
