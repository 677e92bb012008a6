import Testing
import WaybillReload

@testable import WaybillEtcd

@Suite("How requests end before and during a rollout")
struct FleetHealthTests {
    private static let limits = FleetHealth.Limits(errors: 1, notFound: 5)

    private static func health(_ routes: (id: String, requests: Int, errors: Int, notFound: Int)...) -> RequestHealth {
        RequestHealth(
            routes: routes.map { .init(id: $0.id, requests: $0.requests, errors: $0.errors, notFound: $0.notFound) })
    }

    private static func problem(_ before: RequestHealth, _ now: RequestHealth) -> String? {
        FleetHealth([now]).problem(since: FleetHealth([before]), limits)
    }

    @Test("A share is worse beyond the limit, in total or for one route, and from enough requests on")
    func worse() {
        let before = Self.health(("a", 1000, 0, 0), ("b", 100, 2, 10))
        #expect(Self.problem(before, Self.health(("a", 1000, 10, 0))) == nil)
        #expect(
            Self.problem(before, Self.health(("a", 1000, 20, 0)))
                == "errors from all routes: 20 of 1000 requests, and 2 of 1100 before")
        #expect(Self.problem(before, Self.health(("a", 10_000, 0, 0), ("b", 100, 3, 10))) == nil)
        #expect(
            Self.problem(before, Self.health(("a", 10_000, 0, 0), ("b", 100, 5, 10)))
                == "errors from route 'b': 5 of 100 requests, and 2 of 100 before")
        #expect(
            Self.problem(before, Self.health(("a", 10_000, 0, 0), ("b", 100, 0, 16)))
                == "404s from route 'b': 16 of 100 requests, and 10 of 100 before")
        #expect(Self.problem(before, Self.health(("a", 49, 49, 0))) == nil)
        #expect(Self.problem(before, Self.health(("a", 60, 4, 0))) == nil)
    }

    @Test("Requests that no route serves count in total")
    func unmatched() {
        let now = RequestHealth(unmatched: .init(id: "", requests: 100, errors: 0, notFound: 100))
        #expect(
            Self.problem(Self.health(("a", 100, 0, 0)), now)
                == "404s from all routes: 100 of 100 requests, and none before")
    }

    @Test("A report has the worst routes alone, and one that was left out before is not judged by itself")
    func bounded() {
        let many = (0..<100).map { RequestHealth.Route(id: "r\($0)", requests: 1000, errors: $0, notFound: 0) }
        let health = RequestHealth(routes: many)
        #expect(health.requests == 100_000 && health.routes.count == RequestHealth.routeLimit)
        #expect(health.routes.first?.id == "r99" && health.routes.last?.id == "r90")
        let now = Self.health(("r10", 1000, 50, 0), ("x", 100_000, 0, 0))
        #expect(Self.problem(health, now) == nil)
        #expect(Self.problem(Self.health(("x", 1000, 0, 0)), now) != nil)
    }
}
