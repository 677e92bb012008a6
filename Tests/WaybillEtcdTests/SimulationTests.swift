#if Etcd
    import Foundation
    import Synchronization
    import Testing
    import WaybillReload

    @testable import WaybillEtcd

    extension EtcdTests {
        /// `Scripts/fleet.sh simulate` runs it and prints a table of times.
        @Suite(
            "Many instances of one real etcd",
            .enabled(if: ProcessInfo.processInfo.environment["WAYBILL_SIMULATION"] != nil), .timeLimit(.minutes(10)))
        struct SimulationTests {
            /// Many sources in this process. They read, watch and report as those of services do, and bind nothing.
            private final class Sources: Sendable {
                let sources: [EtcdSource]
                private let arrivals = Mutex<[Int: (set: String, at: ContinuousClock.Instant)]>([:])
                private let tasks = Mutex<[Task<Void, Never>]>([])

                init(_ count: Int, _ address: EtcdAddress) {
                    let logger = LogLines().logger
                    sources = (0..<count).map { EtcdSource(address, instance: "instance-\($0)", logger: logger) }
                }

                func start(_ status: ReloadStatus) {
                    let started = sources.enumerated().map { index, source in
                        Task {
                            await source.follow {
                                status
                            } changed: {
                                let set = source.snapshot().id ?? ""
                                self.arrivals.withLock { $0[index] = (set, .now) }
                            }
                        }
                    }
                    tasks.withLock { $0 = started }
                }

                func end() async {
                    for task in tasks.withLock(\.self) { task.cancel() }
                    for task in tasks.withLock(\.self) { await task.value }
                }

                /// Waits until all have a set.
                ///
                /// - Returns: How long each took from a moment on, sorted.
                func delays(of set: String, since start: ContinuousClock.Instant) async throws -> [Duration] {
                    try await eventually {
                        arrivals.withLock { $0.values.count { $0.set == set } } == sources.count
                    }
                    return arrivals.withLock { $0.values.map { $0.at - start } }.sorted()
                }
            }

            @Test("All of them get each set, whatever happened before")
            func simulation() async throws {
                let count = ProcessInfo.processInfo.environment["WAYBILL_SIMULATION"].flatMap(Int.init) ?? 1000
                let cluster = try await EtcdCluster()
                try await cluster.untilReady()
                let fleet = Fleet(try cluster.address(), EtcdOptions())
                let first = try await fleet.publish("one", routes: 100)
                let one = try await Instance("one", try cluster.address())
                try await one.until(first.set)
                let all = Sources(count, try cluster.address())
                print("| \(count) instances | median | p99 | worst | etcd's memory | etcd's processor time |")
                print("|---|---|---|---|---|---|")
                var cost = cluster.cost()
                func row(_ name: String, _ set: String, since start: ContinuousClock.Instant) async throws {
                    let delays = try await all.delays(of: set, since: start)
                    let now = cluster.cost()
                    let times = [delays[count / 2], delays[count * 99 / 100], delays[count - 1]].map(Self.words)
                    let seconds = now.seconds < cost.seconds ? now.seconds : now.seconds - cost.seconds
                    print(
                        "| \(name) | \(times.joined(separator: " | ")) | \(now.mebibytes) MiB | \(Self.words(.seconds(seconds))) |"
                    )
                    cost = now
                }
                var start = ContinuousClock.now
                all.start(one.status)
                try await row("all start at once, 100 routes", first.set, since: start)
                for (name, routes) in [("push of 100 routes", 101), ("push of 10,000 routes", 10_000)] {
                    let pointer = try await fleet.publish("two", routes: routes)
                    try await row(name, pointer.set, since: .now)
                }
                try await cluster.compact()
                try await row("push after a compaction", try await fleet.publish("one", routes: 102).set, since: .now)
                cluster.freeze(0)
                try await Task.sleep(for: .seconds(5))
                cluster.thaw(0)
                try await row(
                    "push after five seconds without an answer", try await fleet.publish("one", routes: 103).set,
                    since: .now)
                cluster.kill(0)
                try await Task.sleep(for: .seconds(5))
                start = .now
                try cluster.start(0)
                try await cluster.untilReady()
                try await row(
                    "start of etcd after a crash, and push", try await fleet.publish("one", routes: 104).set,
                    since: start)
                cluster.kill(0)
                start = .now
                try cluster.startEmpty(0)
                try await cluster.untilReady()
                try await row(
                    "start of an empty etcd, and push", try await fleet.publish("one", routes: 105).set, since: start)
                await all.end()
            }

            private static func words(_ duration: Duration) -> String {
                let hundredths = Int((duration / .milliseconds(10)).rounded())
                return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100) s"
            }
        }
    }
#endif
