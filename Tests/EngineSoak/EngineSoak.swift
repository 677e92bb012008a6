import Foundation
import Waybill
import WaybillManifest
import WaybillPresentation
import WaybillTestSupport

/// Uses every feature of an engine from eight tasks while generations are replaced.
///
/// This is an executable and not a test, because Swift Testing keeps a backtrace of every thrown error, so memory would
/// grow.
@main
package struct EngineSoak {
    fileprivate static let editions = (0..<3).map { edition in
        compile(
            """
            protocols: { Soaked: }
            modules:
              soaked: { provides: [Soaked] }
              store: { scope: shared, identifiers: [store], with: { edition: \(edition) } }
              performed: { identifiers: [performed], lane: one }
            interceptors: { watch: { url: "/**", use: watch, timeout: 1h } }
            routes:
              - { url: "/made/:n", handler: make, with: { edition: \(edition) }, timeout: 1h }
              - { url: "/lane/:n", handler: make, with: { edition: \(edition) }, lane: one }
              - { url: "/actor/:n", handler: make, with: { edition: \(edition) }, lane: two, timeout: 1h }
              - { url: "/nested/:n", handler: nested, lane: one }
              - { url: "/performed/:n", module: performed }
              - { url: "/moved/:n", forward: "/made/:n" }
            """)
    }

    private struct Edition: Decodable, Sendable { var edition: Int }

    private static func router(_ holder: RouterHolder) throws -> Router {
        let router = try Router(
            compilation: editions[0],
            registry: makeRegistry { registry in
                registry.lane("one")
                registry.lane("two", on: SoakActor())
                registry.register("soaked") { _ in Counted() }.provides((any Soaked).self) { $0 }
                registry.register("store") { (context: MakeContext<Edition>) in Counted() }.retires { _ in }
                registry.register("performed") { _ in Counted() }.performs { _, _ in }.removes { _, _ in }
                registry.interceptor("watch") { request, next in
                    var outcome = try await next(request)
                    outcome.destination = [outcome.destination, Counted()]
                    return outcome
                }
                registry.handler("make", configuration: Edition.self) { request, _ in
                    _ = try request.make(identifier: "store")
                    return try request.make(Routable<any Soaked>())
                }
                registry.handler("nested") { request in
                    async let other = holder.router?.open("/actor/1")
                    return try await other?.routeID ?? ""
                }
            },
            // A cancelled sleep keeps its memory until its time is over, so a long drain would hide what grows.
            options: RouterOptions(drainTimeout: .seconds(3)))
        holder.set(router)
        return router
    }

    package struct Report: Sendable {
        package var steps = 0
        package var generations = 0
        /// The number of objects that the steps made, and how many of them are freed after the last step.
        package var made = 0
        package var freed = 0
        /// The resident memory after a third of the time, and at the end, in KiB.
        var memory: (early: Int, late: Int) = (0, 0)

        var problems: [String] {
            var problems: [String] = []
            if made != freed || made == 0 { problems.append("not every object is freed") }
            if memory.late > memory.early + memory.early / 20 + 2048 { problems.append("memory grows") }
            return problems
        }
    }

    static func main() async throws {
        let seconds = CommandLine.arguments.dropFirst().first.flatMap(Double.init) ?? 120
        let report = try await run(for: .seconds(seconds))
        print("soak: \(report.steps) steps, \(report.generations) generations in \(seconds) s")
        print("soak: \(report.made) objects made, \(report.freed) freed")
        print("soak: \(report.memory.early) KiB after a third, \(report.memory.late) KiB at the end")
        for problem in report.problems { print("soak: \(problem)") }
        if !report.problems.isEmpty { exit(1) }
    }

    /// - Parameter steps: The minimum number of steps of each task: on a busy machine the time may be over at once.
    package static func run(for time: Duration, steps: Int = 0) async throws -> Report {
        var report = Report()
        let holder = RouterHolder()
        do {
            let router = try router(holder)
            try await run(router, for: time, steps, &report)
            report.generations = router.generation.number
            holder.clear()
        }
        try await forgetOldGenerations()
        (report.made, report.freed) = Counted.counts
        return report
    }

    private static func run(
        _ router: Router, for time: Duration, _ least: Int, _ report: inout Report
    ) async throws {
        let end = ContinuousClock.now + time
        try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<8 {
                group.addTask {
                    var soaker = Soaker(router, number)
                    while soaker.steps < least || ContinuousClock.now < end {
                        try await soaker.step(swapping: editions)
                    }
                    return soaker.steps
                }
            }
            try await Task.sleep(for: time / 3)
            report.memory.early = residentMemory
            for try await steps in group { report.steps += steps }
            report.memory.late = residentMemory
        }
    }

    /// Makes every thread release the snapshot that it read last.
    ///
    /// A thread releases it by reading another router, once the thread is free, which may take a while beside other
    /// tests.
    private static func forgetOldGenerations() async throws {
        let other = try makeRouter("routes: [{ url: /a, handler: h }]") { $0.handlers("h") }
        let end = ContinuousClock.now + .seconds(40)
        while Counted.counts.made != Counted.counts.freed, ContinuousClock.now < end {
            _ = other.canOpen("/a")
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<16 { group.addTask { _ = other.canOpen("/a") } }
            }
            try await Task.sleep(for: .milliseconds(1))
        }
    }

    /// In KiB; 0 if the system does not report it.
    private static var residentMemory: Int {
        let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ")
        return (pages?.dropFirst().first).flatMap { Int($0) }.map { $0 * 4 } ?? 0
    }
}

/// The actor of one of the lanes.
private actor SoakActor {}
