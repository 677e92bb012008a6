/// What a request is besides its URL, its method and the view that it opens through, in one table's terms: which sets of
/// methods answer it and which sets of tags it sees, a bit each.
///
/// A table has few different sets, however many routes it has, and a lookup asks one bit of each. Make a scope once and
/// use it for as long as the table lives.
public struct RequestScope: Sendable {
    /// By number of the set of methods; one for URLs with a trailing slash, one for those without.
    let requests: FrozenArray<UInt64>
    let slashedRequests: FrozenArray<UInt64>
    /// By number of the set of tags.
    let tags: FrozenArray<UInt64>

    /// Whether a request with the scope reaches what ends there.
    ///
    /// - Parameter terminal: Of the table that made the scope.
    @inline(__always)
    @unsafe func shows(_ terminal: PatternTree.Terminal, isSlashed: Bool) -> Bool {
        let word = Int(terminal.requests &>> 6)
        let requests = isSlashed ? unsafe slashedRequests[unchecked: word] : unsafe requests[unchecked: word]
        let tags = unsafe tags[unchecked: Int(terminal.tags &>> 6)]
        return (requests &>> UInt64(terminal.requests & 63)) & (tags &>> UInt64(terminal.tags & 63)) & 1 == 1
    }
}

/// The sets of methods and of tags that a table's entries have, numbered.
struct RequestSets: Sendable {
    /// The requests that an entry answers, but for its pattern and its tags.
    struct Requests: Hashable, Sendable {
        /// None for all.
        var methods: Set<String>
        /// Where trailing slashes count: whether the URL has one.
        var hasTrailingSlash: Bool?
    }

    enum Tags: Hashable, Sendable {
        case some(Set<String>)
        case everywhere
    }

    private(set) var requests: [Requests] = []
    private(set) var tags: [Tags] = []
    private var requestNumbers: [Requests: UInt32] = [:]
    private var tagNumbers: [Tags: UInt32] = [:]

    mutating func number(_ set: Requests) -> UInt32 {
        Self.number(set, &requests, &requestNumbers)
    }

    mutating func number(_ set: Tags) -> UInt32 {
        Self.number(set, &tags, &tagNumbers)
    }

    private static func number<Item: Hashable>(
        _ item: Item, _ items: inout [Item], _ numbers: inout [Item: UInt32]
    ) -> UInt32 {
        if let known = numbers[item] { return known }
        numbers[item] = UInt32(items.count)
        items.append(item)
        return UInt32(items.count - 1)
    }

    /// - Parameters:
    ///   - answers: Whether a set of methods answers the request.
    ///   - shows: Whether a set of tags is seen.
    func scope(answers: (Set<String>) -> Bool, shows: (Tags) -> Bool) -> RequestScope {
        func bits(slash: Bool) -> FrozenArray<UInt64> {
            Self.bits(requests) { ($0.hasTrailingSlash ?? slash) == slash && answers($0.methods) }
        }
        return RequestScope(
            requests: bits(slash: false), slashedRequests: bits(slash: true), tags: Self.bits(tags, where: shows))
    }

    private static func bits<Item>(_ items: [Item], where isIn: (Item) -> Bool) -> FrozenArray<UInt64> {
        var bits = [UInt64](repeating: 0, count: items.count / 64 + 1)
        for (number, item) in items.enumerated() where isIn(item) { bits[number / 64] |= 1 << UInt64(number % 64) }
        return FrozenArray(bits)
    }
}

extension RoutingTable {
    /// The scope of a request.
    ///
    /// - Parameters:
    ///   - method: `nil` for a request without one, which reaches only what has no methods.
    ///   - view: What the request sees.
    /// - Complexity: Linear in the different sets of methods and of tags that the table has.
    public func scope(method: String?, view: TagView = .everything) -> RequestScope {
        sets.scope(answers: { Self.answers($0, method) }, shows: view.shows)
    }

    /// The same, of which only those interceptors are seen that no view bypasses, and no routes.
    func everywhereScope(method: String?) -> RequestScope {
        sets.scope(answers: { Self.answers($0, method) }, shows: { $0 == .everywhere })
    }

    /// Of which only routes are seen that name the method.
    func namingScope(method: String, view: TagView) -> RequestScope {
        sets.scope(answers: { $0.contains(method) }, shows: view.shows)
    }

    /// Law 4: no methods answer everything; `GET` answers `HEAD` too.
    static func answers(_ methods: some Collection<String>, _ method: String?) -> Bool {
        guard !methods.isEmpty else { return true }
        guard let method else { return false }
        return methods.contains(method) || (method == "HEAD" && methods.contains("GET"))
    }
}

extension TagView {
    func shows(_ own: RequestSets.Tags) -> Bool {
        switch own {
        case .everywhere: true
        case .some(let tags): shows(tags)
        }
    }
}
