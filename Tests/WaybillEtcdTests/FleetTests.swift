#if Etcd
    import Foundation
    import Testing
    import WaybillReload
    import WaybillSyntax

    @testable import WaybillEtcd

    extension EtcdTests {
        @Suite("A fleet over a real etcd", .timeLimit(.minutes(2)))
        struct FleetTests {
            private func cluster(_ members: Int = 1) async throws -> (EtcdCluster, Fleet) {
                let cluster = try await EtcdCluster(members: members)
                try await cluster.untilReady()
                return (cluster, Fleet(try cluster.address(), EtcdOptions()))
            }

            @Test("A push is live on three instances within two seconds, also after the leader was killed")
            func leader() async throws {
                let (cluster, fleet) = try await cluster(3)
                let first = try await fleet.publish("one")
                var instances: [Instance] = []
                for name in ["a", "b", "c"] { instances.append(try await Instance(name, try cluster.address())) }
                for instance in instances { try await instance.until(first.set) }
                let second = try await fleet.publish("two")
                for instance in instances {
                    #expect(try await instance.until(second.set) < FaultTests.limit)
                    #expect(try await instance.answer() == "two")
                }
                cluster.kill(try await cluster.leader())
                // The members elect another leader.
                var third: FleetPointer?
                try await eventually {
                    third = try? await fleet.publish("three")
                    return third != nil
                }
                for instance in instances {
                    #expect(try await instance.until(try #require(third).set) < FaultTests.limit)
                    #expect(try await instance.answer() == "three")
                }
                let reports = try await fleet.instances()
                #expect(reports.map(\.name) == ["a", "b", "c"])
            }

            @Test(
                "An instance that is cut off serves on and says so, and is current two seconds after the cut, over a compaction"
            )
            func cut() async throws {
                let (cluster, fleet) = try await cluster(3)
                let first = try await fleet.publish("one")
                let leader = try await cluster.leader()
                let others = (0..<3).filter { $0 != leader }
                let near = try await Instance("near", try cluster.address([leader]))
                let far = try await Instance("far", try cluster.address([others[0]]))
                try await near.until(first.set)
                try await far.until(first.set)
                cluster.freeze(others[0])
                let second = try await fleet.publish("two")
                #expect(try await near.until(second.set) < FaultTests.limit)
                try await eventually { far.status.source?.fresh == false }
                #expect(try await far.answer() == "one")
                #expect(far.status.ready && far.status.healthy)
                try await fleet.publish("three")
                let last = try await fleet.publish("two", routes: 3)
                try await cluster.compact()
                cluster.thaw(others[0])
                #expect(try await far.until(last.set) < FaultTests.limit)
                #expect(try await far.answer() == "two")
            }

            @Test("A member without its leader does not keep an instance waiting silently")
            func minority() async throws {
                let (cluster, fleet) = try await cluster(3)
                let first = try await fleet.publish("one")
                let leader = try await cluster.leader()
                let (second, third) = ((leader + 1) % 3, (leader + 2) % 3)
                let instance = try await Instance("a", try cluster.address([second]))
                try await instance.until(first.set)
                cluster.freeze(leader)
                cluster.freeze(third)
                try await eventually { instance.status.source?.fresh == false }
                #expect(try await instance.answer() == "one")
                cluster.thaw(leader)
                cluster.thaw(third)
                try await instance.until(first.set)
            }

            @Test("A set that one instance cannot bind is tried once there, and its report says why")
            func unbound() async throws {
                let (cluster, fleet) = try await cluster()
                let first = try await fleet.publish("one")
                let log = LogLines()
                let old = try await Instance("old", try cluster.address(), handlers: ["one"], log: log)
                let new = try await Instance("new", try cluster.address())
                try await old.until(first.set)
                let second = try await fleet.publish("two")
                try await new.until(second.set)
                try await eventually {
                    try await fleet.instances().first { $0.name == "old" }?.report?.reason == "unbound"
                }
                let report = try #require(try await fleet.instances().first { $0.name == "old" }?.report)
                #expect(report.wanted == second.set && report.serving == first.set && !report.isCurrent)
                #expect(report.problem?.contains("two") == true)
                // Beats of the store do not try it again.
                let attempts = old.status.lastAttempt.number
                let revision = try #require(old.status.source?.age)
                try await eventually { (old.status.source?.age ?? 0) < revision }
                #expect(old.status.lastAttempt.number == attempts)
                #expect(try await old.answer() == "one")
                let third = try await fleet.publish("one", routes: 1)
                try await old.until(third.set)
            }

            @Test(
                "Without etcd an instance starts from its last good set and says that it is stale; without one it is not ready"
            )
            func start() async throws {
                let (cluster, fleet) = try await cluster()
                let first = try await fleet.publish("one")
                let place = FileManager.default.temporaryDirectory.path + "/fleet-\(UUID().uuidString)"
                defer { try? FileManager.default.removeItem(atPath: place) }
                let before = try await Instance("a", try cluster.address(), lastGood: "\(place)/good.json")
                try await before.until(first.set)
                await before.end()
                cluster.kill(0)
                let stored = try await Instance(
                    "a", try cluster.address(), lastGood: "\(place)/good.json", startLimit: .milliseconds(300))
                #expect(try await stored.answer() == "one")
                #expect(stored.status.ready && stored.status.stale && stored.status.source?.fresh == false)
                let empty = try await Instance("b", try cluster.address(), startLimit: .milliseconds(300))
                #expect(!empty.status.ready)
                try cluster.start(0)
                #expect(try await stored.until(first.set) < .seconds(10))
                #expect(!stored.status.stale)
                try await empty.until(first.set)
                #expect(empty.status.ready)
                #expect(try await empty.answer() == "one")
            }

            @Test("A store that was wiped or restored does not leave an instance behind, however its revisions go back")
            func restore() async throws {
                let (cluster, fleet) = try await cluster()
                for name in ["one", "two", "one", "two"] { try await fleet.publish(name) }
                let last = try await fleet.publish("three")
                let instance = try await Instance("a", try cluster.address())
                try await instance.until(last.set)
                cluster.kill(0)
                try cluster.startEmpty(0)
                try await cluster.untilReady()
                try await eventually { instance.status.source?.reason?.contains("nothing is published") == true }
                #expect(try await instance.answer() == "three")
                #expect(instance.status.source?.isCurrent == false)
                let again = try await fleet.publish("one")
                #expect(again.number == 1)
                #expect(try await instance.until(again.set) < FaultTests.limit)
                #expect(try await instance.answer() == "one")
            }

            @Test(
                "After an older backup was restored, an instance serves the set of the backup, and then what is pushed")
            func olderBackup() async throws {
                let (cluster, fleet) = try await cluster()
                let old = try await fleet.publish("one")
                let backup = try await cluster.backUp()
                for name in ["two", "three", "two"] { try await fleet.publish(name) }
                let last = try await fleet.publish("three")
                let instance = try await Instance("a", try cluster.address())
                try await instance.until(last.set)
                cluster.kill(0)
                try await cluster.restore(backup)
                try cluster.start(0)
                try await cluster.untilReady()
                #expect(try await fleet.state().pointer == old)
                #expect(try await instance.until(old.set) < FaultTests.limit)
                #expect(try await instance.answer() == "one")
                let next = try await fleet.publish("two")
                #expect(next.number == 2)
                #expect(try await instance.until(next.set) < FaultTests.limit)
            }

            @Test(
                "Clocks that differ by an hour change nothing: the order is that of the store",
                arguments: [-3600.0, 3600])
            func clocks(_ offset: Double) async throws {
                let (cluster, fleet) = try await cluster()
                let first = try await fleet.publish("one")
                let instance = try await Instance("a", try cluster.address())
                try await instance.until(first.set)
                // Somebody whose clock differs publishes, and an instance with such a clock reports.
                let second = try await fleet.publish("two")
                let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
                let date = try style.parse(second.at)
                var pointer = try await fleet.publish("three")
                pointer.at = (date + offset).formatted(style)
                try await cluster.put(
                    "/waybill/test/v1/current", String(decoding: JSONEncoder().encode(pointer), as: UTF8.self))
                #expect(try await instance.until(pointer.set) < FaultTests.limit)
                try await eventually { try await fleet.instances().first?.report?.isCurrent == true }
                var report = try #require(try await fleet.instances().first?.report)
                report.instance = "b"
                report.at = pointer.at
                try await cluster.put(
                    "/waybill/test/v1/instances/b", String(decoding: JSONEncoder().encode(report), as: UTF8.self))
                #expect(try await fleet.instances().map { $0.report?.isCurrent } == [true, true])
                let back = try await fleet.rollBack(over: fleet.state(), .init(by: "test"))
                #expect(back.set == second.set)
                #expect(try await instance.until(back.set) < FaultTests.limit)
            }

            @Test("An instance that ends takes its report back, and one that starts again has one")
            func leaving() async throws {
                let (cluster, fleet) = try await cluster()
                let first = try await fleet.publish("one")
                for _ in 0..<2 {
                    let instance = try await Instance("a", try cluster.address())
                    try await instance.until(first.set)
                    try await eventually { try await fleet.instances().first?.report?.isCurrent == true }
                    await instance.end()
                    #expect(try await fleet.instances().isEmpty)
                }
            }

            @Test("A compaction without a change compiles and swaps nothing, and a beat costs three requests for two")
            func compaction() async throws {
                let (cluster, fleet) = try await cluster()
                let first = try await fleet.publish("one")
                let instance = try await Instance("a", try cluster.address())
                try await instance.until(first.set)
                // The report is complete when the executable was read.
                try await eventually {
                    let report = try await fleet.instances().first?.report
                    return report?.isCurrent == true && report?.build != nil
                }
                let attempts = instance.status.lastAttempt.number
                try await cluster.put("/other", "x")
                try await cluster.compact()
                let start = try await cluster.requests()
                var end = start
                try await eventually {
                    end = try await cluster.requests()
                    return end["Range", default: 0] >= start["Range", default: 0] + 6
                }
                let renewals = end["LeaseKeepAlive", default: 0] - start["LeaseKeepAlive", default: 0]
                #expect((2...4).contains(renewals))
                for method in ["Watch", "Put", "Txn", "LeaseGrant"] { #expect(end[method] == start[method]) }
                #expect(instance.status.lastAttempt.number == attempts && instance.status.generation == 1)
                #expect(instance.status.source?.isCurrent == true)
            }

            @Test(
                "Values that cannot be read change nothing, and the next good one serves",
                arguments: ["", "not JSON", "{}", "[]", #"{"protocol":2,"set":"x"}"#, #"{"protocol":1,"number":"x"}"#])
            func values(_ value: String) async throws {
                let (cluster, fleet) = try await cluster()
                let first = try await fleet.publish("one")
                let instance = try await Instance("a", try cluster.address())
                try await instance.until(first.set)
                try await cluster.put("/waybill/test/v1/unknown", value)
                try await cluster.put("/waybill/test/v1/current", value)
                try await eventually { instance.status.source?.reason?.contains("pointer") == true }
                #expect(try await instance.answer() == "one")
                #expect(instance.status.ready)
            }
        }
    }
#endif
