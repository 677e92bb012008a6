#if Etcd
    import Foundation
    import Testing
    import WaybillReload

    @testable import WaybillEtcd

    extension EtcdTests {
        @Suite("Random faults of a real etcd", .timeLimit(.minutes(10)))
        struct FaultTests {
            /// What happens to a member, or to the fleet.
            private enum Step: CaseIterable { case push, freeze, thaw, kill, start, compact }

            /// A cluster of three, with the state that its faults leave.
            private struct Run {
                let cluster: EtcdCluster
                let fleet: Fleet
                var frozen: Set<Int> = []
                var killed: Set<Int> = []
                var steps: [String] = []
                var pushes = 0

                mutating func take(_ step: Step) async throws {
                    let member = Int.random(in: 0..<3)
                    steps.append("\(step) \(member)")
                    switch step {
                    case .push: try await push()
                    case .freeze:
                        guard !killed.contains(member) else { return }
                        cluster.freeze(member)
                        frozen.insert(member)
                    case .thaw:
                        cluster.thaw(member)
                        frozen.remove(member)
                    case .kill:
                        guard !killed.contains(member) else { return }
                        cluster.kill(member)
                        frozen.remove(member)
                        killed.insert(member)
                    case .start: if killed.remove(member) != nil { try cluster.start(member) }
                    case .compact: try? await withLimit(.seconds(3)) { [cluster] in try await cluster.compact() }
                    }
                }

                /// Publishes, if a majority lets it.
                mutating func push() async throws {
                    pushes += 1
                    let routes = pushes
                    _ = try? await withLimit(.seconds(3)) { [fleet] in try await fleet.publish("one", routes: routes) }
                }

                /// Ends all faults.
                mutating func repair() async throws {
                    for member in frozen { cluster.thaw(member) }
                    for member in killed { try cluster.start(member) }
                    (frozen, killed) = ([], [])
                    try await cluster.untilReady()
                }
            }

            /// The gate allows more than two seconds, because other work may run on its machine.
            static let limit = Duration.seconds(
                ProcessInfo.processInfo.environment["WAYBILL_WITHIN"].flatMap(Int.init) ?? 2)

            @Test(
                "Two seconds after the last fault each instance is on the pushed set, and before that none says so wrongly"
            )
            func faults() async throws {
                let cluster = try await EtcdCluster(members: 3)
                try await cluster.untilReady()
                var run = Run(cluster: cluster, fleet: Fleet(try cluster.address(), EtcdOptions()))
                try await run.fleet.publish("one")
                let instances = [
                    try await Instance("all", try cluster.address()),
                    try await Instance("one", try cluster.address([0])),
                    try await Instance("two", try cluster.address([1, 2])),
                ]
                let cases = ProcessInfo.processInfo.environment["WAYBILL_CASES"].flatMap(Int.init) ?? 20
                for number in 0..<max(1, cases / 10) {
                    run.steps = []
                    for _ in 0..<6 {
                        if let step = Step.allCases.randomElement() { try await run.take(step) }
                        try await checkClaims(of: instances, in: run)
                    }
                    try await run.repair()
                    let pointer = try await run.fleet.publish("two", routes: 1000 + number)
                    for instance in instances {
                        #expect(
                            try await instance.until(pointer.set) < Self.limit, "\(instance.name) after \(run.steps)")
                    }
                }
            }

            /// An instance that says that it is current is on the pushed set as soon as it must have noticed that it is not: two
            /// beats, and the time that a request may take.
            private func checkClaims(of instances: [Instance], in run: Run) async throws {
                let state = try? await withLimit(.seconds(3)) { [fleet = run.fleet] in try await fleet.state() }
                guard let pointer = state?.pointer else { return }
                for instance in instances {
                    let end = ContinuousClock.now + .seconds(4)
                    var isWrong = true
                    while isWrong, ContinuousClock.now < end {
                        let source = instance.status.source
                        isWrong = source?.isCurrent == true && source?.serving != pointer.set
                        if isWrong { try await Task.sleep(for: .milliseconds(5)) }
                    }
                    #expect(!isWrong, "\(instance.name) after \(run.steps)")
                }
            }
        }
    }
#endif
