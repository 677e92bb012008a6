import WaybillTable

/// What stays the same for a whole open, over all its hops.
struct Opening: Sendable {
    let snapshots: SnapshotHolder
    let snapshot: Snapshot
    let url: RouteURL
    let method: String?
    let tags: Set<String>?
    let view: TagView

    /// The lane that the open holds from its beginning.
    var lane: Lane? { snapshot.route(for: url, method: method, in: view)?.route.lane }
}

/// One hop of an open: from arriving at a URL to its route, or to the next redirect.
///
/// Immutable: the same hop may run any number of times, also at the same time.
@usableFromInline
final class HopRun: Sendable {
    static let maximumHops = 8

    let opening: Opening
    let url: RouteURL
    let hit: RouteHit?
    let route: BoundRoute?
    let target: BoundTarget?
    /// The handler that the route leads to, if nothing else comes between: no time limit, no other lane.
    let plainHandler: HandlerBody?
    /// The interceptors of this hop, in running order.
    let chain: [ChainLink]
    /// The interceptors that ran in earlier hops.
    let ranBefore: [BoundInterceptor]
    /// The redirects that led here.
    let hops: [Hop]
    /// The parameters before the redirect that led here.
    let inherited: [String: String]
    /// What the redirecting interceptor set.
    let overrides: [String: String]

    /// Made while the opening's generation is held; the hop holds it from here on.
    init(
        _ opening: Opening, url: RouteURL, chain: [ChainLink], ranBefore: [BoundInterceptor] = [], hops: [Hop] = [],
        inherited: [String: String] = [:], overrides: [String: String] = [:]
    ) {
        self.opening = opening
        self.url = url
        let hit = opening.snapshot.route(for: url, method: opening.method, in: opening.view)
        self.hit = hit
        route = hit?.route
        target = hit?.route.target
        plainHandler = hops.isEmpty && hit?.route.timeout == nil ? target?.handler : nil
        self.chain = chain
        self.ranBefore = ranBefore
        self.hops = hops
        self.inherited = inherited
        self.overrides = overrides
        _ = opening.snapshot.generation.life.begin()
    }

    deinit { opening.snapshot.generation.life.end() }

    var generation: Generation { opening.snapshot.generation }

    func interceptor(at index: Int) -> BoundInterceptor { chain[index].interceptor }

    func origin(of index: Int) -> Hop.Origin { .interceptor(interceptor(at: index).id) }

    /// The flat view of law 7, over redirects as law 9 says.
    var parameters: [String: String] {
        var result = inherited
        for item in url.queryItems { result[item.name] = item.value }
        if let hit { result.merge(hit.captures.asDictionary) { _, new in new } }
        if !overrides.isEmpty { result.merge(overrides) { _, new in new } }
        return result
    }

    /// One parameter, without making the whole dictionary.
    func parameter(_ name: String) -> String? {
        overrides[name] ?? hit?.captures[name] ?? url.queryItems.last { $0.name == name }?.value ?? inherited[name]
    }
}

/// The route that a URL leads to, with what its pattern captured.
struct RouteHit: Sendable {
    let route: BoundRoute
    let captures: Captures
}

/// An interceptor of a chain, with what its pattern captured.
struct ChainLink: Sendable {
    let interceptor: BoundInterceptor
    let captures: Captures
}
