import WaybillManifest
import WaybillProofs
import WaybillTable

/// Which interceptors run for which routes: for all of their requests, for some, or for none.
struct InterceptorChains: Sendable {
    /// By interceptor and route. A byte each, because there may be many.
    private var shares: [[UInt8]] = []
    /// The interceptors in the order in which they run.
    private let order: [Int]
    /// The interceptors whose routes could not be decided within the limits.
    private(set) var undecided: Set<Int> = []

    private static let (none, some, all): (UInt8, UInt8, UInt8) = (0, 1, 2)

    /// - Complexity: An exact computation for each interceptor and each route that may share a URL with it.
    init(_ set: ManifestSet, _ table: RoutingTable) {
        var links = RouteLinks(set)
        order = table.interceptors.indices.sorted { table.interceptors[$0].runs(before: table.interceptors[$1]) }
        for interceptor in table.interceptors.indices {
            var row = [UInt8](repeating: Self.none, count: table.routes.count)
            if let found = links.shares(of: interceptor) {
                for (route, share) in found { row[route] = share == .all ? Self.all : Self.some }
            } else {
                undecided.insert(interceptor)
            }
            shares.append(row)
        }
    }

    /// The interceptors that run for requests of a route, in order.
    func interceptors(of route: Int) -> [Int] { order.filter { shares[$0][route] != Self.none } }

    /// Whether an interceptor runs only for some requests of a route.
    func isPartial(_ interceptor: Int, for route: Int) -> Bool { shares[interceptor][route] == Self.some }

    /// Whether an interceptor runs for requests of a route.
    func covers(_ interceptor: Int, _ route: Int) -> Bool { shares[interceptor][route] != Self.none }

    /// The routes for some of whose requests an interceptor runs.
    func covered(by interceptor: Int) -> [Int] {
        shares[interceptor].indices.filter { shares[interceptor][$0] != Self.none }
    }

    /// The routes with requests for which an interceptor does not run.
    func missed(by interceptor: Int) -> [Int] {
        shares[interceptor].indices.filter { shares[interceptor][$0] != Self.all }
    }
}
