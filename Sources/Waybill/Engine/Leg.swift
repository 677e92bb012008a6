import Synchronization
import WaybillTable

/// What stays the same for a whole open, over all redirects.
struct Opening: Sendable {
    let generation: Generation
    let url: RouteURL
    let method: String?
    let tags: Set<String>?
    let view: TagView
    let clock: any Clock<Duration>
}

/// One stretch of an open: from arriving at a URL to its route, or to the next redirect.
///
/// The interceptors of a leg decide one after the other, so that one number says whose turn it is: interceptor `i` may
/// decide when `turn == i`, and deciding makes it `i + 1`. That is the whole exactly-once check.
final class Leg: Sendable {
    let opening: Opening
    let url: RouteURL
    let match: RouteMatch?
    /// The interceptors of this leg, in running order.
    let chain: [InterceptorMatch]
    /// The interceptors that ran in earlier legs.
    let ranBefore: [Int]
    let hops: [Hop]
    /// The parameters before the redirect that led here.
    let inherited: [String: String]
    /// What the redirecting interceptor set.
    let overrides: [String: String]
    private let turn = Atomic<Int>(0)
    /// The interceptor that was cut off by its timeout; the leg is over then.
    private let expired = Atomic<Int>(-1)

    init(
        _ opening: Opening, url: RouteURL, chain: [InterceptorMatch], ranBefore: [Int] = [], hops: [Hop] = [],
        inherited: [String: String] = [:], overrides: [String: String] = [:]
    ) {
        self.opening = opening
        self.url = url
        match = opening.generation.table.route(for: url, method: opening.method, in: opening.view)
        self.chain = chain
        self.ranBefore = ranBefore
        self.hops = hops
        self.inherited = inherited
        self.overrides = overrides
    }

    var generation: Generation { opening.generation }

    var route: BoundRoute? { match.map { generation.bound.routes[$0.route] } }

    func interceptor(at index: Int) -> BoundInterceptor { generation.bound.interceptors[chain[index].interceptor] }

    func origin(of index: Int) -> Hop.Origin { .interceptor(interceptor(at: index).id) }

    /// Takes the decision of the interceptor at `index`; throws if it is taken already.
    func decide(_ index: Int) throws(RoutingError) {
        guard !claim(index) else { return }
        if expired.load(ordering: .acquiring) == index {
            throw .timedOut(origin(of: index), after: interceptor(at: index).timeout ?? .zero)
        }
        throw .nextCalledTwice(by: interceptor(at: index).id)
    }

    /// Takes the decision away from the interceptor at `index`, unless it has decided.
    func expire(_ index: Int) -> Bool {
        guard claim(index) else { return false }
        expired.store(index, ordering: .releasing)
        return true
    }

    /// Takes the decision of the interceptor at `index`, and says whether it was still to be had.
    func claim(_ index: Int) -> Bool {
        turn.compareExchange(expected: index, desired: index + 1, ordering: .acquiringAndReleasing).exchanged
    }
}

extension Leg {
    /// The flat view of law 7, over redirects as law 9 says.
    var parameters: [String: String] {
        var result = inherited
        for item in url.queryItems { result[item.name] = item.value }
        if let match { result.merge(match.captures.asDictionary) { _, new in new } }
        if !overrides.isEmpty { result.merge(overrides) { _, new in new } }
        return result
    }

    func parameter(_ name: String) -> String? {
        overrides[name] ?? match?.captures[name] ?? url.queryItems.last { $0.name == name }?.value ?? inherited[name]
    }
}
