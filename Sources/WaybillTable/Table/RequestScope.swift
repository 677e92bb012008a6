/// A request's method and the view that it opens through, in one table's terms: which of its audiences the request
/// belongs to.
///
/// A table has few different audiences, however many routes it has, and a lookup asks one byte where a pattern ends.
/// Make a scope once and use it for as long as the table lives. A lookup in another table works too: it makes the scope
/// again.
public struct RequestScope: Sendable {
    private let request: Request
    /// That of the table whose audiences these are.
    private let table: PatternTree
    /// By audience: a bit for paths without a slash at the end, and one for those with it.
    private let audiences: [UInt8]
    /// By set of audiences: whether the request belongs to all of them, without a trailing slash.
    private let audienceSets: [Bool]

    /// What decides which audiences a request belongs to.
    enum Request: Sendable {
        /// A request of a method, in a view.
        case any(method: String?, view: TagView)
        /// The same, but only what no view bypasses.
        case everywhere(method: String?)
        /// The same, but only what names the method.
        case naming(method: String, view: TagView)

        fileprivate func belongs(to audience: Audience) -> Bool {
            switch self {
            case .any(let method, let view): audience.answers(method) && audience.isSeen(in: view)
            case .everywhere(let method): audience.answers(method) && audience.isEverywhere
            case .naming(let method, let view): audience.methods.contains(method) && audience.isSeen(in: view)
            }
        }
    }

    fileprivate init(_ request: Request, in table: RoutingTable) {
        self.request = request
        self.table = table.routeTree
        let audiences: [UInt8] = table.audiences.all.map { audience in
            guard request.belongs(to: audience) else { return 0 }
            return (audience.accepts(slash: false) ? 1 : 0) | (audience.accepts(slash: true) ? 2 : 0)
        }
        audienceSets = table.interceptorPlans.audienceSets.map { set in
            set.allSatisfy { audiences[Int($0)] & 1 != 0 }
        }
        self.audiences = audiences
    }

    /// Whether the table made the scope.
    @inline(__always)
    func isMade(by table: RoutingTable) -> Bool { self.table === table.routeTree }

    /// The scope of the same request in another table.
    func made(by table: RoutingTable) -> RequestScope { RequestScope(request, in: table) }

    /// Whether a request with the scope reaches what ends there.
    @inline(__always)
    func shows(_ terminal: PatternTree.Terminal, isSlashed: Bool) -> Bool {
        audiences[Int(terminal.audience)] & (isSlashed ? 2 : 1) != 0
    }

    /// Whether a request with the scope reaches what any audience of a set reaches.
    @inline(__always)
    func showsAll(of audienceSet: UInt32) -> Bool { audienceSets[Int(audienceSet)] }
}

/// The requests that an entry is for, but for its pattern.
struct Audience: Hashable, Sendable {
    /// None for all.
    var methods: [String]
    var tags: Set<String>
    /// Where trailing slashes count: whether the URL has one.
    var hasTrailingSlash: Bool?
    /// Whether no view bypasses the entry.
    var isEverywhere = false

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
        scope(of: .any(method: method, view: view))
    }

    func scope(of request: RequestScope.Request) -> RequestScope { RequestScope(request, in: self) }
}
