#if Etcd
    import Foundation
    import Synchronization
    import Testing
    import WaybillReload
    import WaybillTestSupport

    @testable import WaybillEtcd

    extension EtcdTests {
        /// `WAYBILL_RUNS=1000` tries more, and prints figures.
        @Suite("The promise of a fleet over a real etcd", .timeLimit(.minutes(30)))
        struct PromiseTests {
            @Test(
                """
                Within two seconds after the last fault an instance is on the pushed set, or says that it is not: cuts, silence, \
                slowness, other servers, compactions, crashes, older backups and tokens that expire
                """)
            func promise() async throws {
                let count = ProcessInfo.processInfo.environment["WAYBILL_RUNS"].flatMap(Int.init)
                let place = try await GuardedCluster()
                let figures = Mutex(Figures())
                for first in stride(from: 0, to: count ?? 20, by: 20) {
                    let numbers = first..<min(first + 20, count ?? 20)
                    let round = try await Round(place, numbers)
                    try await round.suffer()
                    try await round.check(figures)
                }
                if count != nil { print(figures.withLock(\.words)) }
            }

            /// How long instances took after the last fault, and what the rounds had.
            private struct Figures {
                var delays: [Duration] = []
                var said = 0
                var faults: [String: Int] = [:]

                var words: String {
                    let sorted = delays.sorted()
                    let parts = [("median", 0.5), ("p99", 0.99), ("worst", 1)].map { name, part in
                        let delay = sorted[min(sorted.count - 1, Int(Double(sorted.count) * part))]
                        return "\(name) \(Int(delay / .milliseconds(1))) ms"
                    }
                    let faults = faults.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
                    return "promise: \(sorted.count) instances on the set: \(parts.joined(separator: ", ")); "
                        + "\(said) said that they are not; faults: \(faults.joined(separator: ", "))"
                }
            }

            /// A member of etcd whose tokens expire after two seconds, whether they are used or not.
            private struct GuardedCluster {
                let cluster: EtcdCluster
                var options = EtcdOptions()

                init() async throws {
                    let folder = FileManager.default.temporaryDirectory.path + "/etcd-\(UUID().uuidString)"
                    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
                    for arguments in [
                        ["genrsa", "-out", "\(folder)/key.pem", "2048"],
                        ["rsa", "-in", "\(folder)/key.pem", "-pubout", "-out", "\(folder)/public.pem"],
                    ] {
                        let run = try await ProgramRun.ofProgram(["/usr/bin/openssl"] + arguments)
                        try #require(run.end.status == 0, "\(run.errors)")
                    }
                    let token = "jwt,pub-key=\(folder)/public.pem,priv-key=\(folder)/key.pem,sign-method=RS256,ttl=2s"
                    cluster = try await EtcdCluster(
                        ["--auth-token", token, "--bcrypt-cost", "4"], folder: folder)
                    try await cluster.untilReady()
                    options.credentials = try await cluster.askForUsers()
                }
            }

            /// Some fleets in one cluster, each of which is a run.
            private final class Round: Sendable {
                let place: GuardedCluster
                let runs: [Run]

                init(_ place: GuardedCluster, _ numbers: Range<Int>) async throws {
                    self.place = place
                    runs = try await withThrowingTaskGroup(of: Run.self) { group in
                        for number in numbers {
                            group.addTask { try await Run(number, place.cluster, place.options) }
                        }
                        return try await group.reduce(into: []) { $0.append($1) }
                    }
                }

                /// Lets everything happen at once, and ends all faults.
                func suffer() async throws {
                    try await withThrowingTaskGroup(of: Void.self) { group in
                        group.addTask { try await self.disturbStore() }
                        for run in runs { group.addTask { try await run.suffer() } }
                        try await group.waitForAll()
                    }
                    for run in runs { run.repair() }
                    try await place.cluster.untilReady(place.options)
                }

                /// What happens to the store happens to all runs.
                private func disturbStore() async throws {
                    let cluster = place.cluster
                    let kind = Int.random(in: 0..<4)
                    let backup = kind == 0 ? try await cluster.backUp(place.options) : nil
                    try await pause(1200)
                    switch kind {
                    case 0:
                        cluster.kill(0)
                        for run in runs { run.model.withLock { $0.forget() } }
                        try await cluster.restore(try #require(backup))
                        try cluster.start(0)
                    case 1:
                        cluster.kill(0)
                        try await pause(800)
                        try cluster.start(0)
                    case 2:
                        cluster.freeze(0)
                        try await pause(2000)
                        cluster.thaw(0)
                    default: try await cluster.compact(place.options)
                    }
                    for run in runs {
                        run.model.withLock { $0.faults.append(["restore", "crash", "freeze", "compaction"][kind]) }
                    }
                    try await cluster.untilReady(place.options)
                }

                func check(_ figures: borrowing Mutex<Figures>) async throws {
                    let results = try await withThrowingTaskGroup(of: [Run.Result].self) { group in
                        for run in runs { group.addTask { try await run.check() } }
                        return try await group.reduce(into: []) { $0 += $1 }
                    }
                    figures.withLock { figures in
                        figures.delays += results.compactMap(\.delay)
                        figures.said += results.count { $0.delay == nil }
                        for run in runs {
                            for fault in run.model.withLock(\.faults) { figures.faults[fault, default: 0] += 1 }
                        }
                    }
                }
            }

            /// A fleet of two instances, each with a wire of its own.
            private final class Run: Sendable {
                let fleet: Fleet
                let wires: [Wire]
                let instances: [Instance]
                let model = Mutex(Model())

                struct Result: Sendable {
                    /// After the last fault; `nil` for an instance that said in time that it is not on the set.
                    var delay: Duration?
                }

                init(_ number: Int, _ cluster: EtcdCluster, _ options: EtcdOptions) async throws {
                    let address = try cluster.address(prefix: "/waybill/run\(number)")
                    fleet = Fleet(address, options)
                    (wires, instances) = try await {
                        var (wires, instances): ([Wire], [Instance]) = ([], [])
                        for name in ["a", "b"] {
                            let wire = try await Wire(to: cluster.port(0))
                            wires.append(wire)
                            instances.append(
                                try await Instance(
                                    name, EtcdAddress("etcd://127.0.0.1:\(wire.port)/waybill/run\(number)"), options,
                                    startLimit: .zero))
                        }
                        return (wires, instances)
                    }()
                    await change { fleet, by in try await fleet.publish("one", by: by) }
                }

                func suffer() async throws {
                    for _ in 0..<Int.random(in: 3...7) {
                        try await pause(500)
                        let routes = model.withLock(\.changes)
                        switch Int.random(in: 0..<8) {
                        case 0, 1: await change { try await $0.publish("two", routes: routes, by: $1) }
                        case 2: await change { try await $0.publish("three", routes: routes, share: 4000, by: $1) }
                        case 3: await change { try await $0.rollBack(over: $0.state(), .init(by: $1)) }
                        default:
                            guard let wire = wires.randomElement(), let state = Wire.State.allCases.randomElement()
                            else { continue }
                            wire.become(state)
                            if state != .whole { model.withLock { $0.faults.append("\(state)") } }
                        }
                    }
                }

                /// Changes the fleet, if that works now.
                private func change(_ body: @escaping @Sendable (Fleet, String) async throws -> FleetPointer) async {
                    let by = model.withLock { $0.begin() }
                    let pointer = try? await withLimit(.seconds(3)) { [fleet] in try await body(fleet, by) }
                    model.withLock { $0.end(by, pointer?.by == by) }
                }

                func repair() { for wire in wires { wire.become(.whole) } }

                func check() async throws -> [Result] {
                    if Bool.random() { await change { try await $0.rollBack(over: $0.state(), .init(by: $1)) } }
                    let start = ContinuousClock.now
                    let pointer = try #require(try await fleet.state().pointer)
                    let model = model.withLock(\.self)
                    #expect(model.possible.contains(pointer.by), "\(pointer.by) after \(model)")
                    let results = try await withThrowingTaskGroup(of: Result.self) { group in
                        for instance in instances {
                            group.addTask {
                                try await self.check(instance, pointer.set(for: instance.name), since: start, model)
                            }
                        }
                        return try await group.reduce(into: []) { $0.append($1) }
                    }
                    for instance in instances { await instance.end() }
                    return results
                }

                private func check(
                    _ instance: Instance, _ set: String, since start: ContinuousClock.Instant, _ model: Model
                ) async throws -> Result {
                    func isOn() -> Bool { instance.status.source.map { $0.isCurrent && $0.serving == set } ?? false }
                    while !isOn(), .now - start < FaultTests.limit { try await Task.sleep(for: .milliseconds(10)) }
                    let source = try #require(instance.status.source)
                    if source.isCurrent, source.serving == set { return Result(delay: .now - start) }
                    #expect(!source.isCurrent, "\(instance.name) says that it is current after \(model): \(source)")
                    // It says so, and is on the set later.
                    try await eventually("\(instance.name) after \(model): \(source)") { isOn() }
                    return Result()
                }
            }

            /// Which change of a fleet may be the last one.
            private struct Model {
                /// Who has tried a change: each has a name of its own.
                var changes = 0
                var possible: Set<String> = []
                var faults: [String] = []
                private var all: Set<String> = []
                private var isForgetful = false

                mutating func begin() -> String {
                    changes += 1
                    all.insert("change \(changes)")
                    return "change \(changes)"
                }

                /// - Parameter isDone: Whether the store said so. Otherwise nobody knows.
                mutating func end(_ change: String, _ isDone: Bool) {
                    possible = isForgetful ? all : isDone ? [change] : possible.union([change])
                }

                /// The store has a backup, so any earlier change may be the last one.
                mutating func forget() {
                    isForgetful = true
                    possible = all
                }
            }
        }
    }

    /// Waits for a random time of so many milliseconds at most: the moment is what is tried.
    private func pause(_ milliseconds: Int) async throws {
        try await Task.sleep(for: .milliseconds(Int.random(in: 0...milliseconds)))
    }
#endif
