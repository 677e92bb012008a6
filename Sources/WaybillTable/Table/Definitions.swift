/// A route as the table takes it: its patterns, and what narrows, ranks and tags them.
///
/// A value in all respects. Its content is shared by all copies until one of them changes, for a table has many routes.
public struct RouteDefinition: Sendable {
    private var storage: Storage

    private final class Storage: Sendable {
        let id: String
        let parts: Parts

        init(_ id: String, _ parts: Parts) { (self.id, self.parts) = (id, parts) }
    }

    /// What a definition says besides its id. It is made once, while all of it is at hand, for passes over all routes of a set
    /// would have to fetch it again.
    package struct Parts: Sendable {
        fileprivate let patterns: [Pattern]
        // Routes that are written one behind the other mostly share what they say here.
        fileprivate let shared: SharedTerms
        // Of the patterns, of which most routes have one.
        fileprivate let firstRank: Rank?
        fileprivate let otherRanks: [Rank]
    }

    /// What a route says besides its id and its patterns.
    package struct Terms: Sendable, Hashable {
        package var narrowings: [String: Automaton]
        package var methods: [String]
        package var priority: Int
        package var tags: Set<String>

        package init(
            narrowings: [String: Automaton] = [:], methods: [String] = [], priority: Int = 0, tags: Set<String> = []
        ) {
            (self.narrowings, self.methods) = (narrowings, methods)
            (self.priority, self.tags) = (priority, tags)
        }
    }

    fileprivate final class SharedTerms: Sendable {
        let terms: Terms

        init(_ terms: Terms) { self.terms = terms }
    }

    public init(
        id: String, patterns: [Pattern], narrowings: [String: Automaton] = [:], methods: [String] = [],
        priority: Int = 0, tags: Set<String> = []
    ) {
        let terms = Terms(narrowings: narrowings, methods: methods, priority: priority, tags: tags)
        self.init(id: id, Parts(id: id, patterns, terms))
    }

    /// - Parameter parts: Made for a definition of this id.
    package init(id: String, _ parts: Parts) { storage = Storage(id, parts) }

    /// Where a pattern stands among all.
    func rank(of pattern: Int) -> Rank {
        if pattern == 0, let first = storage.parts.firstRank { return first }
        return storage.parts.otherRanks[pattern - 1]
    }

    var patternCount: Int { storage.parts.firstRank == nil ? 0 : 1 + storage.parts.otherRanks.count }

    /// Where a pattern of a route stands among those of all routes.
    struct Rank: Sendable {
        var precedence: Precedence
        /// Breaks ties: those that name `HEAD` come first (law 4), and numbers made of ids and patterns decide what is
        /// left.
        var tie: UInt64
    }
}

extension RouteDefinition.Parts {
    package init(id: String, _ patterns: [Pattern], _ terms: RouteDefinition.Terms) {
        self.init(id: id, patterns, RouteDefinition.SharedTerms(terms), like: nil)
    }

    /// Of a definition on the same terms as another one.
    package init(id: String, _ patterns: [Pattern], like other: RouteDefinition.Parts) {
        self.init(id: id, patterns, other.shared, like: other.firstRank)
    }

    private init(
        id: String, _ patterns: [Pattern], _ shared: RouteDefinition.SharedTerms, like other: RouteDefinition.Rank?
    ) {
        let first = patterns.first.map { Self.rank(of: $0, id, shared.terms, like: other) }
        self.init(
            patterns: patterns, shared: shared, firstRank: first,
            otherRanks: patterns.dropFirst().map { Self.rank(of: $0, id, shared.terms, like: first) })
    }

    private static func rank(
        of pattern: Pattern, _ id: String, _ terms: RouteDefinition.Terms, like other: RouteDefinition.Rank?
    ) -> RouteDefinition.Rank {
        var precedence = Precedence(
            of: pattern, narrowings: terms.narrowings, priority: terms.priority, hasMethods: !terms.methods.isEmpty)
        // Most have their neighbour's, and one array serves both.
        if let other, other.precedence == precedence { precedence = other.precedence }
        var hash = TextHash()
        hash.combine(id)
        hash.combine(pattern.text)
        let headBit: UInt64 = terms.methods.contains("HEAD") ? 0 : 1 << 63
        return RouteDefinition.Rank(precedence: precedence, tie: hash.low >> 1 | headBit)
    }

    /// The same with more tags: they have no part in the ranks.
    package func adding(tags: some Sequence<String>) -> Self {
        var terms = shared.terms
        terms.tags.formUnion(tags)
        return with(tags: terms.tags)
    }

    fileprivate func with(tags: Set<String>) -> Self {
        var terms = shared.terms
        terms.tags = tags
        return Self(
            patterns: patterns, shared: RouteDefinition.SharedTerms(terms), firstRank: firstRank, otherRanks: otherRanks
        )
    }
}

extension RouteDefinition {
    /// Only for people, and to keep orders free of chance.
    public var id: String {
        get { storage.id }
        set { self = RouteDefinition(id: newValue, Parts(id: newValue, patterns, terms)) }
    }

    public var patterns: [Pattern] {
        get { storage.parts.patterns }
        set { self = RouteDefinition(id: id, Parts(id: id, newValue, terms)) }
    }

    /// By the name of the capture. A value that the automaton does not accept does not match.
    public var narrowings: [String: Automaton] {
        get { storage.parts.shared.terms.narrowings }
        set { terms.narrowings = newValue }
    }

    /// Upper-case tokens, compared exactly; none means every request, one without a method included.
    public var methods: [String] {
        get { storage.parts.shared.terms.methods }
        set { terms.methods = newValue }
    }

    /// Higher comes first.
    public var priority: Int {
        get { storage.parts.shared.terms.priority }
        set { terms.priority = newValue }
    }

    public var tags: Set<String> {
        get { storage.parts.shared.terms.tags }
        set { storage = Storage(id, storage.parts.with(tags: newValue)) }
    }

    private var terms: Terms {
        get { storage.parts.shared.terms }
        set { self = RouteDefinition(id: id, Parts(id: id, patterns, newValue)) }
    }
}

extension RouteDefinition: Hashable {
    public static func == (left: RouteDefinition, right: RouteDefinition) -> Bool {
        if left.storage === right.storage { return true }
        return left.id == right.id && left.patterns == right.patterns
            && (left.storage.parts.shared === right.storage.parts.shared || left.terms == right.terms)
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
