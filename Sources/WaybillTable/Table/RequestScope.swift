import Synchronization

/// A request's method and view, as the audiences of one table to which the request belongs.
///
/// A table has few different audiences, whatever the number of its routes, and a lookup reads one byte where a pattern
/// ends. Create a scope once and use it as long as the table lives. A lookup in another table works too: it creates the
/// scope again, but without a method that no entry of the first table answers. So create scopes from the table in which
/// you look up.
public struct RequestScope: Sendable {
    private let contents: Contents

    fileprivate final class Contents: Sendable {
        let request: Request
        /// The tree of the table that defines the audiences.
        let table: PatternTree
        /// By audience: a bit for paths without a slash at the end, and one for those with it.
        let audiences: [UInt8]
        /// By set of audiences: whether the request belongs to all of them, without a trailing slash.
        let audienceSets: [Bool]

        init(request: Request, table: PatternTree, audiences: [UInt8], audienceSets: [Bool]) {
            self.request = request
            self.table = table
            self.audiences = audiences
            self.audienceSets = audienceSets
        }
    }

    /// The properties of a request that decide its audiences.
    enum Request: Sendable, Hashable {
        /// A request with a method, in a view.
        case any(method: String?, view: TagView)
        /// Only entries that no view bypasses.
        case everywhere(method: String?)
        /// Only entries that name the method.
        case naming(method: String, view: TagView)

        /// The tags of the view; `nil` for a view that sees everything. Empty for `everywhere`, which reaches only entries
        /// that no view bypasses.
        fileprivate var tags: Set<String>? {
            switch self {
            case .any(_, let view), .naming(_, let view): view.tags
            case .everywhere: []
            }
        }

        fileprivate func belongs(to audience: Audience) -> Bool {
            switch self {
            case .any(let method, let view): audience.answers(method) && audience.isSeen(in: view)
            case .everywhere(let method): audience.answers(method) && audience.isEverywhere
            case .naming(let method, let view): audience.methods.contains(method) && audience.isSeen(in: view)
            }
        }
    }

    fileprivate init(_ contents: Contents) { self.contents = contents }

    var request: Request { contents.request }

    /// Whether the table created the scope.
    @inline(__always)
    func isMade(by table: RoutingTable) -> Bool { contents.table === table.routeTree }

    /// Returns the scope of the same request in another table.
    func made(by table: RoutingTable) -> RequestScope { table.scopes.scope(of: request) }

    /// Whether a request with the scope reaches an entry that ends there.
    @inline(__always)
    func shows(_ terminal: PatternTree.Terminal, isSlashed: Bool) -> Bool {
        contents.audiences[Int(terminal.audience)] & (isSlashed ? 2 : 1) != 0
    }

    /// Whether a request with the scope reaches the entries of all audiences of a set.
    @inline(__always)
    func showsAll(of audienceSet: UInt32) -> Bool { contents.audienceSets[Int(audienceSet)] }
}

/// The scopes of one table, each created once.
///
/// Those of plain opens are created with the table and found without a lock, unless it has too many methods. All others
/// are created by the first request of their kind, and share a lock during a lookup in a dictionary.
final class RequestScopes: Sendable {
    private let maker: ScopeMaker
    /// The methods that some entry answers. All others are equivalent to none.
    private let methods: Set<String>
    /// There are few, so a linear search is faster than a hash table.
    private let plain: [(method: String, scope: RequestScope)]
    private let plainWithoutMethod: RequestScope
    private let others = Mutex<[RequestScope.Request: RequestScope]>([:])

    /// The limit of cached scopes, because callers can choose any views.
    private static let maximumKept = 256
    /// The limit of methods for scopes that are created with the table. No real service has more.
    private static let maximumMethods = 16
    private static let maximumMadeAtOnce = 1_024

    init(_ table: PatternTree, _ audiences: [Audience], _ audienceSets: [Set<UInt32>]) {
        let maker = ScopeMaker(table: table, audiences: audiences, audienceSets: audienceSets)
        var methods = Set(audiences.flatMap(\.methods))
        if methods.contains("GET") { methods.insert("HEAD") }
        let isSmall =
            methods.count <= Self.maximumMethods && methods.count * audiences.count <= Self.maximumMadeAtOnce
        self.maker = maker
        self.methods = methods
        plainWithoutMethod = maker.scope(of: .any(method: nil, view: .everything))
        plain = (isSmall ? methods.sorted() : []).map { ($0, maker.scope(of: .any(method: $0, view: .everything))) }
    }

    func scope(of request: RequestScope.Request) -> RequestScope { withScope(of: request) { copy $0 } }

    /// Lends the scope of a request. Returning it would count a reference, which takes a quarter of the time of a lookup.
    func withScope<R>(of request: RequestScope.Request, _ body: (borrowing RequestScope) -> R) -> R {
        guard case .any(let method, let view) = request, view.tags == nil else { return body(otherScope(of: request)) }
        guard let method else { return body(plainWithoutMethod) }
        if let index = plain.firstIndex(where: { $0.method == method }) { return body(plain[index].scope) }
        return methods.contains(method) ? body(otherScope(of: request)) : body(plainWithoutMethod)
    }

    @inline(never)
    private func otherScope(of request: RequestScope.Request) -> RequestScope {
        let request = known(request)
        return others.withLock { scopes in
            if let scope = scopes[request] { return scope }
            let scope = maker.scope(of: request)
            if scopes.count < Self.maximumKept { scopes[request] = scope }
            return scope
        }
    }

    /// Returns the request without a method that no entry answers, because clients choose methods and must not fill the
    /// cache.
    private func known(_ request: RequestScope.Request) -> RequestScope.Request {
        switch request {
        case .any(let method?, let view) where !methods.contains(method): .any(method: nil, view: view)
        case .everywhere(let method?) where !methods.contains(method): .everywhere(method: nil)
        case .any, .everywhere, .naming: request
        }
    }
}

/// Creates scopes.
private struct ScopeMaker: Sendable {
    private let table: PatternTree
    private let audiences: [Audience]
    private let audienceSets: [[UInt32]]
    /// The audiences that no view bypasses.
    private let everywhere: [Int]
    /// The others by each of their tags, because there may be thousands, each seen in a few views. Those without tags
    /// are in no tag view.
    private let byTag: [String: [Int]]

    init(table: PatternTree, audiences: [Audience], audienceSets: [Set<UInt32>]) {
        self.table = table
        self.audiences = audiences
        self.audienceSets = audienceSets.map(Array.init)
        everywhere = audiences.indices.filter { audiences[$0].isEverywhere }
        var byTag: [String: [Int]] = [:]
        for (index, audience) in audiences.enumerated() where !audience.isEverywhere {
            for tag in audience.tags { byTag[tag, default: []].append(index) }
        }
        self.byTag = byTag
    }

    /// - Complexity: Linear in the numbers of audiences and sets. Only audiences that the view may show are compared.
    func scope(of request: RequestScope.Request) -> RequestScope {
        var shown = [UInt8](repeating: 0, count: audiences.count)
        func show(_ index: Int) {
            let audience = audiences[index]
            guard shown[index] == 0, request.belongs(to: audience) else { return }
            shown[index] = (audience.accepts(slash: false) ? 1 : 0) | (audience.accepts(slash: true) ? 2 : 0)
        }
        if let tags = request.tags {
            everywhere.forEach(show)
            for tag in tags { byTag[tag]?.forEach(show) }
        } else {
            audiences.indices.forEach(show)
        }
        return RequestScope(
            RequestScope.Contents(
                request: request, table: table, audiences: shown,
                audienceSets: audienceSets.map { set in set.allSatisfy { shown[Int($0)] & 1 != 0 } }))
    }
}

/// The requests of an entry, apart from its pattern.
struct Audience: Hashable, Sendable {
    /// Empty for all.
    var methods: [String]
    var tags: Set<String>
    /// Whether the URL has a trailing slash, if that matters.
    var hasTrailingSlash: Bool?
    /// Whether no view bypasses the entry.
    var isEverywhere = false

    func accepts(slash: Bool) -> Bool { (hasTrailingSlash ?? slash) == slash }

    func answers(_ method: String?) -> Bool { Self.answers(method, with: methods) }

    /// Law 4: no methods answer everything; `GET` also answers `HEAD`.
    static func answers(_ method: String?, with methods: some Collection<String>) -> Bool {
        guard !methods.isEmpty else { return true }
        guard let method else { return false }
        return methods.contains(method) || (method == "HEAD" && methods.contains("GET"))
    }

    func isSeen(in view: TagView) -> Bool { isEverywhere || view.shows(tags) }
}

extension RoutingTable {
    /// Returns the scope of a request.
    ///
    /// - Parameters:
    ///   - method: `nil` for a request without one, which reaches only entries without methods.
    ///   - view: The view of the request.
    /// - Complexity: The first call is linear in the different sets of methods and tags of the table; later calls are
    ///   constant.
    public func scope(method: String?, view: TagView = .everything) -> RequestScope {
        scopes.scope(of: .any(method: method, view: view))
    }

    /// Returns the scope of the interceptors that no view bypasses, which run on the way of a redirect.
    ///
    /// - Parameter method: In upper case; `nil` reaches only interceptors without methods.
    /// - Complexity: As ``scope(method:view:)``.
    public func everywhereScope(method: String?) -> RequestScope { scopes.scope(of: .everywhere(method: method)) }
}
