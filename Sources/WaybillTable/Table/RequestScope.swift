import Synchronization

/// A request's method and the view that it opens through, in one table's terms: which of its audiences the request
/// belongs to.
///
/// A table has few different audiences, however many routes it has, and a lookup asks one byte where a pattern ends.
/// Make a scope once and use it for as long as the table lives. A lookup in another table works too: it makes the scope
/// again.
public struct RequestScope: Sendable {
    private let contents: Contents

    fileprivate final class Contents: Sendable {
        let request: Request
        /// That of the table whose audiences these are.
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

    /// What decides which audiences a request belongs to.
    enum Request: Sendable, Hashable {
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

    fileprivate init(_ contents: Contents) { self.contents = contents }

    var request: Request { contents.request }

    /// Whether the table made the scope.
    @inline(__always)
    func isMade(by table: RoutingTable) -> Bool { contents.table === table.routeTree }

    /// The scope of the same request in another table.
    func made(by table: RoutingTable) -> RequestScope { table.scopes.scope(of: request) }

    /// Whether a request with the scope reaches what ends there.
    @inline(__always)
    func shows(_ terminal: PatternTree.Terminal, isSlashed: Bool) -> Bool {
        contents.audiences[Int(terminal.audience)] & (isSlashed ? 2 : 1) != 0
    }

    /// Whether a request with the scope reaches what any audience of a set reaches.
    @inline(__always)
    func showsAll(of audienceSet: UInt32) -> Bool { contents.audienceSets[Int(audienceSet)] }
}

/// The scopes of one table, each made once.
///
/// Those of plain opens are made with the table and found without a lock. All others are made at the first request of
/// their kind, and share one lock for the time of a lookup in a dictionary.
final class RequestScopes: Sendable {
    private let maker: ScopeMaker
    /// Those that some entry answers. Any other one is the same as none.
    private let methods: Set<String>
    /// Few, so that the method that is asked for is found sooner without a hash of it.
    private let plain: [(method: String, scope: RequestScope)]
    private let plainWithoutMethod: RequestScope?
    private let others = Mutex<[RequestScope.Request: RequestScope]>([:])

    /// Views may be made of anything that callers ask for: beyond so many, scopes are made and not kept.
    private static let maximumKept = 256
    /// Tables with more methods or audiences than any service has make all their scopes when they are asked for.
    private static let maximumMethods = 16
    private static let maximumMadeAtOnce = 1_024

    init(_ table: PatternTree, _ audiences: Audiences, _ audienceSets: [Set<UInt32>]) {
        let maker = ScopeMaker(table: table, audiences: audiences.all, audienceSets: audienceSets)
        var methods = Set(audiences.all.flatMap(\.methods))
        if methods.contains("GET") { methods.insert("HEAD") }
        let isSmall =
            methods.count <= Self.maximumMethods && methods.count * audiences.all.count <= Self.maximumMadeAtOnce
        self.maker = maker
        self.methods = methods
        plainWithoutMethod = isSmall ? maker.scope(of: .any(method: nil, view: .everything)) : nil
        plain = (isSmall ? methods.sorted() : []).map { ($0, maker.scope(of: .any(method: $0, view: .everything))) }
    }

    func scope(of request: RequestScope.Request) -> RequestScope {
        if case .any(let method, .everything) = request, let plainWithoutMethod {
            return method.flatMap { method in plain.first { $0.method == method }?.scope } ?? plainWithoutMethod
        }
        let request = known(request)
        return others.withLock { scopes in
            if let scope = scopes[request] { return scope }
            let scope = maker.scope(of: request)
            if scopes.count < Self.maximumKept { scopes[request] = scope }
            return scope
        }
    }

    /// The same request without a method that no entry answers: clients choose methods, and must not fill what is kept.
    private func known(_ request: RequestScope.Request) -> RequestScope.Request {
        switch request {
        case .any(let method?, let view) where !methods.contains(method): .any(method: nil, view: view)
        case .everywhere(let method?) where !methods.contains(method): .everywhere(method: nil)
        case .any, .everywhere, .naming: request
        }
    }
}

/// What scopes are made of.
private struct ScopeMaker: Sendable {
    let table: PatternTree
    let audiences: [Audience]
    let audienceSets: [Set<UInt32>]

    func scope(of request: RequestScope.Request) -> RequestScope {
        let shown: [UInt8] = audiences.map { audience in
            guard request.belongs(to: audience) else { return 0 }
            return (audience.accepts(slash: false) ? 1 : 0) | (audience.accepts(slash: true) ? 2 : 0)
        }
        return RequestScope(
            RequestScope.Contents(
                request: request, table: table, audiences: shown,
                audienceSets: audienceSets.map { set in set.allSatisfy { shown[Int($0)] & 1 != 0 } }))
    }
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
    /// - Complexity: The first time linear in the different sets of methods with tags that the table has; then constant.
    public func scope(method: String?, view: TagView = .everything) -> RequestScope {
        scopes.scope(of: .any(method: method, view: view))
    }

    /// The scope of what no view bypasses: of the interceptors that run on the way of a redirect.
    package func everywhereScope(method: String?) -> RequestScope { scopes.scope(of: .everywhere(method: method)) }
}
