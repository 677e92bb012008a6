import AllocationCounter
@_spi(Internal) import Hummingbird
import Waybill
import WaybillTable
import Workloads

/// The calls of a service, for the URLs of the 130 GitHub routes: `canOpen`, `resolve`, and `open` of a handler that
/// returns a constant, each against hummingbird's `RouterTrie.resolve` of the same URLs in the same round.
struct RouterCalls {
    private let name: String
    private let router: Waybill.Router
    private let urls: [String]
    private let trie: RouterTrie<Int>

    static func claims() async throws -> [Claim] {
        let plain = try RouterCalls("130 GitHub routes")
        let gated = try RouterCalls(
            "130 GitHub routes, 1,000 interceptors", interceptors: Workload.gitHubInterceptors(1_000))
        let large = try RouterCalls(
            "130 GitHub URLs in 100,000 routes", routes: Workload.apiRoutes(100_000))
        return try await plain.claims() + gated.claims() + large.claims()
    }

    private init(_ name: String, routes: [RouteDefinition] = [], interceptors: [InterceptorDefinition] = []) throws {
        self.name = name
        let workload = try Workload.gitHub()
        urls = workload.urls
        router = try workload.adding(routes: routes, interceptors: interceptors).router()
        let builder = RouterPathTrieBuilder<Int>()
        for (index, pattern) in try Workload.gitHubPatterns().enumerated() {
            builder.addEntry(RouterPath(pattern), value: index)
        }
        trie = RouterTrie(base: builder)
    }

    private func claims(passes: Int = 20, rounds: Int = 15) async throws -> [Claim] {
        var times: [[Double]] = Array(repeating: [], count: 4)
        for _ in 0..<rounds {
            for (index, call) in RouterCall.allCases.enumerated() {
                times[index].append(
                    try await nanoseconds(passes) { try await call.make(for: urls, passes: passes, of: router) })
            }
            times[3].append(
                try await nanoseconds(passes) {
                    var found = 0
                    for _ in 0..<passes { for url in urls { found &+= trie.resolve(url) == nil ? 0 : 1 } }
                    return found
                })
        }
        let medians = times.map { $0.sorted()[rounds / 2] }
        let allocated = try await allocations()
        return RouterCall.allCases.enumerated().map { index, call in
            .speed(
                "router.\(call), \(name)", (medians[index], medians[3]), over: "hummingbird RouterTrie.resolve",
                goal: "none; Scripts/instructions.sh bounds it")
        } + [
            Claim(
                name: "router.open, \(name)", figure: "\((allocated * 100).rounded() / 100) allocations a call",
                goal: "at most 6 without interceptors")
        ]
    }

    private func nanoseconds(_ passes: Int, _ body: () async throws -> Int) async throws -> Double {
        let clock = ContinuousClock()
        let start = clock.now
        let found = try await body()
        let (seconds, attoseconds) = (clock.now - start).components
        precondition(found == passes * urls.count, "every URL has a route")
        return (Double(seconds) * 1e9 + Double(attoseconds) / 1e9) / Double(found)
    }

    private func allocations() async throws -> Double {
        let before = allocation_count()
        for url in urls { _ = try await router.open(url) }
        return Double(allocation_count() - before) / Double(urls.count)
    }
}
