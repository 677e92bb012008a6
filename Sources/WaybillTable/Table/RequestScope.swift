/// What a request is besides its URL, its method and the view that it opens through, in one table's terms: which of its
/// audiences the request belongs to.
///
/// A table has few different audiences, however many routes it has, and a lookup asks one byte where a pattern ends. Make
/// a scope once and use it for as long as the table lives.
public struct RequestScope: Sendable {
    /// By audience: 1 for those that the request belongs to, without a trailing slash and with one.
    private let audiences: FrozenArray<UInt8>
    private let slashedAudiences: FrozenArray<UInt8>
    /// By crowd: 1 where the request belongs to all of its audiences, without a trailing slash.
    private let crowds: FrozenArray<UInt8>

    /// Whether a request with the scope reaches what ends there.
    ///
    /// - Parameter terminal: Of the table that made the scope.
    @inline(__always)
    @unsafe func shows(_ terminal: PatternTree.Terminal, isSlashed: Bool) -> Bool {
        let audience = Int(terminal.audience)
        return unsafe (isSlashed ? slashedAudiences[unchecked: audience] : audiences[unchecked: audience]) != 0
    }

    /// Whether a request with the scope reaches all that belongs to a crowd.
    ///
    /// - Parameter crowd: Of the table that made the scope for a ``Lookup``.
    @inline(__always)
    @unsafe func showsAll(of crowd: UInt32) -> Bool { unsafe crowds[unchecked: Int(crowd)] != 0 }

    fileprivate init(_ audiences: [Audience], crowds: [Set<UInt32>] = [], where isIn: (Audience) -> Bool) {
        let shown: [UInt8] = audiences.map { $0.accepts(slash: false) && isIn($0) ? 1 : 0 }
        self.audiences = FrozenArray(shown)
        slashedAudiences = FrozenArray(audiences.map { $0.accepts(slash: true) && isIn($0) ? 1 : 0 })
        self.crowds = FrozenArray(crowds.map { $0.allSatisfy { shown[Int($0)] != 0 } ? 1 : 0 })
    }
}

/// The requests that an entry is for, but for its pattern.
struct Audience: Hashable, Sendable {
    /// Sorted; none for all.
    var methods: [String]
    /// Where trailing slashes count: whether the URL has one.
    var hasTrailingSlash: Bool?
    /// Sorted.
    var tags: [String]
    /// Whether no view bypasses the entry.
    var isEverywhere = false

    /// Sorted arrays compare at the price of their texts, where sets would hash each element once more. The last tag is
    /// enough to tell most of them apart.
    func hash(into hasher: inout Hasher) {
        hasher.combine(methods.first)
        hasher.combine(tags.last)
        hasher.combine(methods.count << 16 | tags.count << 1 | (isEverywhere ? 1 : 0))
    }

    func accepts(slash: Bool) -> Bool { (hasTrailingSlash ?? slash) == slash }

    func answers(_ method: String?) -> Bool { Self.answers(method, with: methods) }

    /// Law 4: no methods answer everything; `GET` answers `HEAD` too.
    static func answers(_ method: String?, with methods: some Collection<String>) -> Bool {
        guard !methods.isEmpty else { return true }
        guard let method else { return false }
        return methods.contains(method) || (method == "HEAD" && methods.contains("GET"))
    }

    func isSeen(in view: TagView) -> Bool { isEverywhere || view.shows(tags) }
}

/// The audiences that a table's entries have, numbered.
struct Audiences: Sendable {
    private(set) var all: [Audience] = []
    private var numbers: [Audience: UInt32] = [:]
    /// By a hash of what an entry says: the number that it got before. Most say what another one said.
    private var recent: [UInt64: Said] = [:]
    /// What the last one said: most say what their neighbour does.
    private var last: Said?

    private struct Said: Sendable {
        var methods: [String]
        var tags: Set<String>
        var hasTrailingSlash: Bool?
        var isEverywhere: Bool
        var number: UInt32

        func isSame(_ methods: [String], _ tags: Set<String>, _ hasTrailingSlash: Bool?, _ isEverywhere: Bool) -> Bool {
            self.hasTrailingSlash == hasTrailingSlash && self.isEverywhere == isEverywhere && self.methods == methods
                && self.tags == tags
        }
    }

    mutating func number(
        methods: [String], tags: Set<String>, hasTrailingSlash: Bool?, isEverywhere: Bool = false
    ) -> UInt32 {
        if let last, last.isSame(methods, tags, hasTrailingSlash, isEverywhere) { return last.number }
        let said = said(methods: methods, tags: tags, hasTrailingSlash: hasTrailingSlash, isEverywhere: isEverywhere)
        last = said
        return said.number
    }

    private mutating func said(
        methods: [String], tags: Set<String>, hasTrailingSlash: Bool?, isEverywhere: Bool
    ) -> Said {
        var hash = TextHash()
        hash.combine((hasTrailingSlash.map { $0 ? 4 : 2 } ?? 0) | (isEverywhere ? 1 : 0))
        for method in methods { hash.combine(method) }
        var sum = TextHash()
        for tag in tags {
            var own = TextHash()
            own.combine(tag)
            sum.add(own)
        }
        hash.combine(sum.low)
        if let known = recent[hash.low], known.isSame(methods, tags, hasTrailingSlash, isEverywhere) { return known }
        let audience = Audience(
            methods: methods.count > 1 ? Set(methods).sorted() : methods, hasTrailingSlash: hasTrailingSlash,
            tags: tags.sorted(), isEverywhere: isEverywhere)
        let said = Said(
            methods: methods, tags: tags, hasTrailingSlash: hasTrailingSlash, isEverywhere: isEverywhere,
            number: number(of: audience))
        recent[hash.low] = said
        return said
    }

    private mutating func number(of audience: Audience) -> UInt32 {
        if let known = numbers[audience] { return known }
        let number = UInt32(all.count)
        numbers[audience] = number
        all.append(audience)
        return number
    }
}

extension RoutingTable {
    /// The scope of a request.
    ///
    /// - Parameters:
    ///   - method: `nil` for a request without one, which reaches only what has no methods.
    ///   - view: What the request sees.
    /// - Complexity: Linear in the different sets of methods with tags that the table has, and in those that the
    ///   interceptors of its routes have together.
    public func scope(method: String?, view: TagView = .everything) -> RequestScope {
        RequestScope(audiences.all, crowds: interceptorPlans.crowds) { $0.answers(method) && $0.isSeen(in: view) }
    }

    /// The same for ``match(_:in:)`` alone, which follows no plans.
    func matchingScope(method: String?, view: TagView) -> RequestScope {
        RequestScope(audiences.all) { $0.answers(method) && $0.isSeen(in: view) }
    }

    /// The same, of which only those interceptors are seen that no view bypasses, and no routes.
    func everywhereScope(method: String?) -> RequestScope {
        RequestScope(audiences.all) { $0.answers(method) && $0.isEverywhere }
    }

    /// Of which only routes are seen that name the method.
    func namingScope(method: String, view: TagView) -> RequestScope {
        RequestScope(audiences.all) { $0.methods.contains(method) && $0.isSeen(in: view) }
    }
}
