#if Etcd
    import Testing
    import WaybillReload

    @testable import WaybillEtcd

    extension EtcdTests {
        @Suite("Instances of a fleet whose wire to a real etcd has faults", .timeLimit(.minutes(2)))
        struct WireTests {
            private func cluster() async throws -> (EtcdCluster, Fleet, Wire) {
                let cluster = try await EtcdCluster()
                try await cluster.untilReady()
                return (cluster, Fleet(try cluster.address(), EtcdOptions()), try await Wire(to: cluster.port(0)))
            }

            private func instance(_ wire: Wire, _ log: LogLines = LogLines()) async throws -> Instance {
                try await Instance("a", EtcdAddress("etcd://127.0.0.1:\(wire.port)/waybill/test"), log: log)
            }

            @Test(
                "An instance that gets no answers, or those of another server, serves on, says why, and is current after it",
                arguments: [
                    (Wire.State.html, "not that of etcd's JSON gateway"), (.silent, "no answer in time"),
                    (.cut, "no member of etcd answers"),
                ])
            func fault(_ state: Wire.State, _ words: String) async throws {
                let (cluster, fleet, wire) = try await cluster()
                defer { withExtendedLifetime(cluster) {} }
                let first = try await fleet.publish("one")
                let instance = try await instance(wire)
                try await instance.until(first.set)
                wire.become(state)
                let second = try await fleet.publish("two")
                try await eventually("\(instance.status)") {
                    instance.status.source?.reason?.contains(words) == true
                }
                #expect(instance.status.source?.fresh == false && instance.status.ready)
                #expect(try await instance.answer() == "one")
                wire.become(.whole)
                #expect(try await instance.until(second.set) < FaultTests.limit)
                #expect(try await instance.answer() == "two")
            }

            @Test("An etcd that answers slowly is followed, and a push is live within two seconds")
            func slow() async throws {
                let (cluster, fleet, wire) = try await cluster()
                defer { withExtendedLifetime(cluster) {} }
                try await fleet.publish("one")
                wire.become(.slow)
                let instance = try await instance(wire)
                try await instance.until(try #require(try await fleet.state().pointer).set)
                let second = try await fleet.publish("two")
                #expect(try await instance.until(second.set) < FaultTests.limit)
            }

            @Test("Another cluster under the same name is noticed, and its set is followed")
            func swap() async throws {
                let (cluster, fleet, wire) = try await cluster()
                let (other, otherFleet, _) = try await self.cluster()
                defer { withExtendedLifetime(cluster) {} }
                for name in ["one", "two"] { try await fleet.publish(name) }
                let first = try await fleet.publish("one", routes: 1)
                let second = try await otherFleet.publish("three")
                let log = LogLines()
                let instance = try await instance(wire, log)
                try await instance.until(first.set)
                wire.lead(to: other.port(0))
                #expect(try await instance.until(second.set) < FaultTests.limit)
                #expect(try await instance.answer() == "three")
                #expect(log.all.contains { $0.hasPrefix("warning another cluster of etcd answers") }, "\(log.all)")
            }
        }
    }
#endif
