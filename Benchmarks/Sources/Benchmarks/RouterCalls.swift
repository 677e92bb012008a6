import AllocationCounter
@_spi(Internal) import Hummingbird
import Waybill
import WaybillManifest
import WaybillSyntax
import WaybillTable
import Workloads

/// What a service calls, over the URLs of the 130 GitHub routes: `canOpen`, `resolve`, and `open` of a handler that returns a
/// constant, each beside hummingbird's `RouterTrie.resolve` of the same URLs in the same round.
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

    private init(
        _ name: String, routes: [RouteDefinition] = [], interceptors: [InterceptorDefinition] = []
    ) throws {
        self.name = name
        let workload = try Workload.gitHub()
        urls = workload.urls
        var files: [(String, String)] = []
        for (index, file) in Self.files(of: workload.routes + routes).enumerated() {
            files.append(("Routes/\(index).yaml", file))
        }
        if !interceptors.isEmpty {
            let lines = interceptors.map { "  \($0.id): { url: \"\($0.patterns[0].text)\", use: pass }\n" }
            files.append(("Routes/interceptors.yaml", "waybill: 1\ninterceptors:\n" + lines.joined()))
        }
        var registry = Registry()
        registry.handler("constant") { _ in 1 }
        registry.interceptor("pass") { request, next in try await next(request) }
        router = try Waybill.Router(
            compilation: .compile(files: ManifestFiles(texts: files), purpose: .load), registry: registry)
        let builder = RouterPathTrieBuilder<Int>()
        for (index, pattern) in try Workload.gitHubPatterns().enumerated() {
            builder.addEntry(RouterPath(pattern), value: index)
        }
        trie = RouterTrie(base: builder)
    }

    /// Manifests of a thousand routes each.
    private static func files(of routes: [RouteDefinition]) -> [String] {
        stride(from: 0, to: routes.count, by: 1_000).map { start in
            let lines = routes[start..<min(start + 1_000, routes.count)].map { route in
                let methods = route.methods.isEmpty ? "" : ", methods: [\(route.methods.joined(separator: ", "))]"
                return "  - { url: \"\(route.patterns[0].text)\"\(methods), handler: constant }\n"
            }
            return "waybill: 1\nroutes:\n" + lines.joined()
        }
    }

    private func claims(passes: Int = 20, rounds: Int = 15) async throws -> [Claim] {
        var times: [[Double]] = Array(repeating: [], count: 4)
        for _ in 0..<rounds {
            times[0].append(try await nanoseconds(passes) { router.canOpen($0) ? 1 : 0 })
            times[1].append(try await nanoseconds(passes) { try router.resolve($0).routeID == nil ? 0 : 1 })
            times[2].append(try await nanoseconds(passes) { try await router.open($0).destination as? Int ?? 0 })
            times[3].append(try await nanoseconds(passes) { trie.resolve($0) == nil ? 0 : 1 })
        }
        let medians = times.map { $0.sorted()[rounds / 2] }
        let allocated = try await allocations()
        return zip(["canOpen", "resolve", "open"], [("40", 0), ("10", 1), ("4", 2)]).map { call, goal in
            .speed(
                "router.\(call), \(name)", (medians[goal.1], medians[3]), over: "hummingbird RouterTrie.resolve",
                goal: goal.0)
        } + [
            Claim(
                name: "router.open, \(name)", figure: "\((allocated * 100).rounded() / 100) allocations a call",
                goal: "at most 6 without interceptors")
        ]
    }

    private func nanoseconds(_ passes: Int, _ body: (String) async throws -> Int) async throws -> Double {
        var sum = 0
        let clock = ContinuousClock()
        let start = clock.now
        for _ in 0..<passes {
            for url in urls { sum &+= try await body(url) }
        }
        let (seconds, attoseconds) = (clock.now - start).components
        precondition(sum == passes * urls.count, "every URL has a route")
        return (Double(seconds) * 1e9 + Double(attoseconds) / 1e9) / Double(passes * urls.count)
    }

    private func allocations() async throws -> Double {
        let before = allocation_count()
        for url in urls { _ = try await router.open(url) }
        return Double(allocation_count() - before) / Double(urls.count)
    }
}
