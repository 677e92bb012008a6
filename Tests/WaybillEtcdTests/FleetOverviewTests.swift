import Testing
import WaybillReload

@testable import WaybillEtcd

@Suite("What a fleet serves at one moment")
struct FleetOverviewTests {
    private static func pointer(_ set: String, rollout: FleetPointer.Rollout? = nil) -> FleetPointer {
        FleetPointer(
            number: 7, set: set, digest: "d", at: "2026-03-01T10:00:00.000Z", by: "ann", nonce: "1", rollout: rollout)
    }

    /// - Parameters:
    ///   - reason: Why it has refused the set that it should serve, as far as it knows.
    private static func report(
        wanted: String?, serving: String?, reason: String? = nil, problem: String? = nil
    ) -> FleetInstance {
        var report = FleetInstance(
            instance: "a", at: "2026-03-01T10:00:00.000Z", digest: "d", generation: 1, ready: true, stale: false)
        (report.wanted, report.serving, report.reason, report.problem) = (wanted, serving, reason, problem)
        return report
    }

    private static func line(_ report: FleetInstance?, _ pointer: FleetPointer?) -> FleetOverview.Line {
        FleetOverview(pointer, [("a", report)]).instances[0]
    }

    @Test("A refusal of an earlier set is not reported against the set that is wanted now")
    func earlierRefusal() {
        for reason in ["unbound", "invalid"] {
            let refused = Self.report(wanted: "two", serving: "one", reason: reason, problem: "no handler 'two'")
            let now = Self.line(refused, Self.pointer("three"))
            #expect(now.state == .behind && !now.isCurrent && now.wanted == "three" && now.why == nil)
            // What it has refused is wanted again: then it is the answer.
            let again = Self.line(refused, Self.pointer("two"))
            #expect(again.state == (reason == "unbound" ? .unbound : .rejected))
            #expect(again.why == "\(reason): no handler 'two'")
            // And a set that it serves already needs no answer.
            let back = Self.line(refused, Self.pointer("one"))
            #expect(back.state == .current && back.why == nil)
        }
    }

    @Test("An instance without an answer is behind, also if it says why, and a report of another protocol is unknown")
    func states() {
        #expect(Self.line(Self.report(wanted: "one", serving: "one"), Self.pointer("two")).state == .behind)
        let waiting = Self.line(
            Self.report(wanted: "two", serving: "one", problem: "a piece is missing"), Self.pointer("two"))
        #expect(waiting.state == .behind && waiting.why == "a piece is missing")
        #expect(Self.line(nil, Self.pointer("two")).state == .unknown)
        // Without a pointer nobody can be current.
        #expect(Self.line(Self.report(wanted: nil, serving: nil), nil).state == .behind)
    }

    @Test("Those that are not current come first, and a rollout wants its set of its share alone")
    func order() {
        let rollout = FleetPointer.Rollout(set: "two", digest: "d", share: 5000)
        let names = (0..<40).map { "web-\($0)" }
        let report = Self.report(wanted: "one", serving: "one")
        let overview = FleetOverview(Self.pointer("one", rollout: rollout), names.map { ($0, report) })
        let first = names.filter { FleetPointer.place(of: $0) < 5000 }
        #expect(!first.isEmpty && first.count < names.count)
        #expect(overview.instances.prefix(first.count).map(\.name) == first)
        #expect(overview.instances.prefix(first.count).allSatisfy { $0.wanted == "two" && $0.state == .behind })
        #expect(overview.instances.dropFirst(first.count).allSatisfy { $0.wanted == "one" && $0.isCurrent })
    }

    @Test("An instance that ended is gone until it is back, and is forgotten in the end")
    func gone() {
        var instances = GoneInstances(remembered: .seconds(600))
        let start = ContinuousClock.now
        #expect(instances.update(["a", "b", "c"], at: start) == nil)
        #expect(instances.update(["c"], at: start + .seconds(10)) == ["a", "b"])
        #expect(instances.update(["b", "c"], at: start + .seconds(20)) == ["a"])
        #expect(instances.update(["b", "c"], at: start + .seconds(610)) == ["a"])
        #expect(instances.update(["b", "c"], at: start + .seconds(611)) == nil)
        // Nobody has looked for so long that other instances are no news.
        #expect(instances.update(["d"], at: start + .seconds(2000)) == nil)
        var forEver = GoneInstances(remembered: nil)
        _ = forEver.update(["a"], at: start)
        #expect(forEver.update([], at: start + .seconds(86_400)) == ["a"])
    }
}
