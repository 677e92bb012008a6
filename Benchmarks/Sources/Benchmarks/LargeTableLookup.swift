import WaybillTable
import Workloads

/// The GitHub workload's URLs with 100,000 routes and 1,000 interceptors in the table, against the 130 routes alone; and
/// URLs of the 100,000 themselves.
struct LargeTableLookup {
    func claims() throws -> [Claim] {
        let small = try Workload.gitHub()
        let routes = try Workload.apiRoutes(100_000)
        let interceptors = try Workload.gitHubInterceptors(500) + Workload.apiInterceptors(500)
        let large = small.adding(routes: routes, interceptors: interceptors)
        let (smallTable, largeTable) = (small.table, large.table)
        let requests = Workload.apiURLs(of: routes, count: 5_000)
        let byMethod = Dictionary(grouping: requests, by: \.method).mapValues { URLList($0.map(\.url)) }
        let urls = URLList(small.urls)
        let passes = 50
        let same = medians(callsPerRound: passes * small.urls.count) {
            lookUp(urls, passes: passes, in: largeTable)
        } _: {
            lookUp(urls, passes: passes, in: smallTable)
        }
        let own = medians(callsPerRound: requests.count, peerCallsPerRound: passes * small.urls.count) {
            byMethod.reduce(0) { $0 + lookUp($1.value, passes: 1, in: largeTable, method: $1.key) }
        } _: {
            lookUp(urls, passes: passes, in: smallTable)
        }
        let peer = "the 130 routes alone"
        return [
            .cost(
                "lookup, 130 GitHub URLs in 100,000 routes and 1,000 interceptors", same, of: peer, goal: "at most 2"),
            .cost("lookup, 5,000 URLs all over 100,000 routes", own, of: peer, goal: "none; caches are cold"),
        ]
    }
}
