import Waybill
import WaybillManifest
import WaybillRules

/// Opens that wait for a hundred lanes, a hundred for each, against opens of which one at a time waits for one lane. Each
/// open has a task of its own in both, so that the difference is the cost of the waiters.
struct EngineLanes {
    private static let lanes = 100
    private let router: Router

    init() throws {
        var registry = Registry()
        for lane in 0..<Self.lanes { registry.lane(LaneName(rawValue: "lane\(lane)")) }
        registry.handler("work") { _ in
            await Task.yield()  // others begin to wait meanwhile
            return 1
        }
        let routes = (0..<Self.lanes).map { "  - { url: /\($0), handler: work, lane: lane\($0) }\n" }
        let manifest = "waybill: 1\nroutes:\n" + routes.joined()
        router = try Router(compilation: .compile(text: manifest, path: "Bench.yaml"), registry: registry)
    }

    func claims(opens: Int = 10_000, rounds: Int = 15) async throws -> [Claim] {
        var (own, peer): ([Double], [Double]) = ([], [])
        for _ in 0..<rounds {
            own.append(try await nanoseconds(opens, atOnce: opens, onLanes: Self.lanes))
            peer.append(try await nanoseconds(opens, atOnce: 2, onLanes: 1))
        }
        let times = (own.sorted()[rounds / 2], peer.sorted()[rounds / 2])
        return [
            .cost(
                "open on a lane, 10,000 waiters on 100 lanes", times, of: "one waiter on one lane", goal: "at most 2")
        ]
    }

    private func nanoseconds(_ opens: Int, atOnce: Int, onLanes lanes: Int) async throws -> Double {
        let router = router
        let start = ContinuousClock.now
        try await withThrowingTaskGroup(of: Void.self) { group in
            for open in 0..<opens {
                if open >= atOnce { try await group.next() }
                let url = "/\(open % lanes)"
                group.addTask { _ = try await router.open(url) }
            }
            try await group.waitForAll()
        }
        let (seconds, attoseconds) = (ContinuousClock.now - start).components
        return (Double(seconds) * 1e9 + Double(attoseconds) / 1e9) / Double(opens)
    }
}
