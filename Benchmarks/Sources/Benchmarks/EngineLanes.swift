import Waybill
import WaybillManifest

/// Opens that wait for a hundred lanes, a hundred for each, against opens of which one at a time waits for one lane.
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
            own.append(try await nanoseconds(opens, byTasks: opens, onLanes: Self.lanes))
            peer.append(try await nanoseconds(opens, byTasks: 2, onLanes: 1))
        }
        let times = (own.sorted()[rounds / 2], peer.sorted()[rounds / 2])
        return [
            .cost(
                "open on a lane, 10,000 waiters on 100 lanes", times, of: "one waiter on one lane", goal: "at most 2")
        ]
    }

    private func nanoseconds(_ opens: Int, byTasks tasks: Int, onLanes lanes: Int) async throws -> Double {
        let router = router
        let start = ContinuousClock.now
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<tasks {
                let url = "/\(task % lanes)"
                group.addTask {
                    for _ in 0..<opens / tasks { _ = try await router.open(url) }
                }
            }
            try await group.waitForAll()
        }
        let (seconds, attoseconds) = (ContinuousClock.now - start).components
        return (Double(seconds) * 1e9 + Double(attoseconds) / 1e9) / Double(opens)
    }
}
