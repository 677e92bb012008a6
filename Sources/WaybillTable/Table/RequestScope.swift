/// What a request is besides its URL, its method and the view that it opens through, in one table's terms: which of its
/// audiences the request belongs to, a bit each.
///
/// A table has few different audiences, however many routes it has, and a lookup asks one bit where a pattern ends. Make
/// a scope once and use it for as long as the table lives.
public struct RequestScope: Sendable {
    /// For URLs without a trailing slash, and for those with one.
    private let bits: FrozenArray<UInt64>
    private let slashedBits: FrozenArray<UInt64>

    /// Whether a request with the scope reaches what ends there.
    ///
    /// - Parameter terminal: Of the table that made the scope.
    @inline(__always)
    @unsafe func shows(_ terminal: PatternTree.Terminal, isSlashed: Bool) -> Bool {
        let audience = terminal.audience
        let word = Int(audience &>> 6)
        let bits = unsafe isSlashed ? slashedBits[unchecked: word] : bits[unchecked: word]
        return bits &>> UInt64(audience) & 1 == 1
    }

    fileprivate init(_ audiences: [Audience], where isIn: (Audience) -> Bool) {
        func bits(slash: Bool) -> FrozenArray<UInt64> {
            var bits = [UInt64](repeating: 0, count: audiences.count / 64 + 1)
            for (number, audience) in audiences.enumerated() where audience.accepts(slash: slash) && isIn(audience) {
                bits[number / 64] |= 1 << UInt64(number % 64)
            }
            return FrozenArray(bits)
        }
        self.bits = bits(slash: false)
        slashedBits = bits(slash: true)
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

    mutating func number(of audience: Audience) -> UInt32 {
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
    /// - Complexity: Linear in the different sets of methods with tags that the table has.
    public func scope(method: String?, view: TagView = .everything) -> RequestScope {
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
