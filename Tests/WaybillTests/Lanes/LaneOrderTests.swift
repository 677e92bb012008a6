import Testing
import Waybill
import WaybillTestSupport

@Suite("The order on a lane", .timeLimit(.minutes(1)))
struct LaneOrderTests {
    private func router(
        _ log: Log, _ begun: Event, _ finish: Event, options: RouterOptions = RouterOptions()
    ) throws -> Router {
        try makeRouter("routes: [{ url: \"/:n\", handler: work, lane: one }]", options: options) {
            $0.lane("one")
            $0.handler("work") { request in
                log.note(request["n"] ?? "")
                if request["n"] == "first" {
                    begun.happen()
                    await finish.wait()
                }
                return ""
            }
        }
    }

    @Test("Waiting work is served in order, also a thousand, and cancelled waits are skipped")
    func firstComeFirstServed() async throws {
        let (log, begun, finish) = (Log(), Event(), Event())
        let router = try router(log, begun, finish)
        let first = Task { try await router.open("/first") }
        await begun.wait()
        let lane = try #require(router.runtime.lanes["one"])
        var waiting: [Task<Void, any Error>] = []
        for number in 0..<1000 {
            waiting.append(Task { _ = try await router.open("/\(number)") })
            while lane.waiterCount <= number { await Task.yield() }
        }
        for number in stride(from: 0, to: 1000, by: 3) { waiting[number].cancel() }
        for number in stride(from: 0, to: 1000, by: 3) {
            await #expect(throws: CancellationError.self) { try await waiting[number].value }
        }
        finish.happen()
        _ = try await first.value
        for number in 0..<1000 where number % 3 != 0 { try await waiting[number].value }
        #expect(log.all == ["first"] + (0..<1000).filter { $0 % 3 != 0 }.map(String.init))
        #expect(lane.waiterCount == 0)
    }

    @Test("A lane with too many waiting opens rejects one more, and accepts the next when one has left")
    func full() async throws {
        let (log, begun, finish) = (Log(), Event(), Event())
        let router = try router(log, begun, finish, options: RouterOptions(laneWaiterLimit: 2))
        let first = Task { try await router.open("/first") }
        await begun.wait()
        let lane = try #require(router.runtime.lanes["one"])
        let waiting = [1, 2].map { number in Task { try await router.open("/\(number)") } }
        while lane.waiterCount < 2 { await Task.yield() }
        let error = await #expect(throws: RoutingError.self) { try await router.open("/3") }
        guard case .laneFull("one", 2) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect("\(try #require(error))" == "lane 'one' is full: 2 opens are already waiting")
        waiting[0].cancel()
        await #expect(throws: CancellationError.self) { try await waiting[0].value }
        async let fourth = router.open("/4")
        while lane.waiterCount < 2 { await Task.yield() }
        finish.happen()
        _ = try await (first.value, waiting[1].value, fourth)
        #expect(Set(log.all) == ["first", "2", "4"])
    }
}
