#if Etcd
    import Foundation
    import Testing
    import WaybillReload
    import WaybillSyntax

    @testable import WaybillEtcd

    extension EtcdTests {
        @Suite("Publishing a set in a real etcd", .timeLimit(.minutes(2)))
        struct PublishingTests {
            private func cluster() async throws -> (EtcdCluster, Fleet) {
                let cluster = try await EtcdCluster()
                try await cluster.untilReady()
                return (cluster, Fleet(try cluster.address(), EtcdOptions()))
            }

            @Test("Of two pushes at once one is published, and the other names it")
            func race() async throws {
                let (cluster, fleet) = try await cluster()
                defer { withExtendedLifetime(cluster) {} }
                try await fleet.publish("one")
                let state = try await fleet.state()
                func push(_ name: String) async throws -> FleetPointer {
                    let file = SourceFile(path: "a.yaml", bytes: Array("waybill: 1 # \(name)\n".utf8))
                    return try await fleet.push(digest: name, [file], over: state, .init(by: name))
                }
                let winner = try await push("ann")
                await #expect(throws: FleetStore.Conflict.changed(by: "ann", number: 2)) { try await push("bob") }
                #expect(try await fleet.state().pointer == winner)
            }

            @Test("Old sets are collected, and those of the kept history can be read")
            func collection() async throws {
                let (cluster, fleet) = try await cluster()
                for number in 1...25 { try await fleet.publish("one", routes: number) }
                let history = try await fleet.history()
                #expect(history.map(\.number) == Array((6...25).reversed()))
                #expect(try await cluster.keys(below: "/waybill/test/v1/sets/").count == 20)
                #expect(try await cluster.keys(below: "/waybill/test/v1/pieces/").count == 20)
                for entry in history { #expect(try await fleet.files(of: entry.set).count == 1) }
            }

            @Test("A set of 10,000 routes has pieces that fit, and comes back as it was")
            func size() async throws {
                let (cluster, fleet) = try await cluster()
                let pointer = try await fleet.publish("one", routes: 10_000)
                let pieces = try await cluster.keys(below: "/waybill/test/v1/pieces/").count
                #expect(pieces > 1 && pieces < 10)
                let files = try await fleet.files(of: pointer.set)
                #expect(String(decoding: try #require(files.first).bytes, as: UTF8.self).contains("/r9999/items"))
            }

            @Test("A set that is too large is refused before anything is written")
            func tooLarge() async throws {
                let (cluster, fleet) = try await cluster()
                let file = SourceFile(path: "a.yaml", bytes: [UInt8](repeating: 0x61, count: FleetArchive.byteLimit))
                await #expect(throws: FleetArchive.Problem.self) {
                    try await fleet.push(digest: "x", [file], over: fleet.state(), .init(by: "test"))
                }
                #expect(try await cluster.keys(below: "/waybill/test/v1/").isEmpty)
            }

            @Test("A piece whose contents are not what its key says is not served")
            func damage() async throws {
                let (cluster, fleet) = try await cluster()
                let first = try await fleet.publish("one")
                let instance = try await Instance("a", try cluster.address())
                try await instance.until(first.set)
                let state = try await fleet.state()
                let other = try await fleet.publish("two")
                try await instance.until(other.set)
                let piece = try #require(try await fleet.store.set(first.set).pieces.first)
                try await cluster.put("/waybill/test/v1/pieces/\(piece)", "changed")
                _ = try await fleet.rollBack(over: fleet.state(), .init(by: "test"))
                try await eventually { instance.status.source?.reason?.contains("other contents") == true }
                #expect(try await instance.answer() == "two")
                #expect(instance.status.source?.isCurrent == false)
                #expect(state.pointer == first)
            }

            @Test("A rollout reaches the instances in the order of their places, and a rollback takes it back")
            func rollout() async throws {
                let (cluster, fleet) = try await cluster()
                let first = try await fleet.publish("one")
                let names = ["a", "b", "c"].sorted { FleetPointer.place(of: $0) < FleetPointer.place(of: $1) }
                var instances: [Instance] = []
                for name in names { instances.append(try await Instance(name, try cluster.address())) }
                for instance in instances { try await instance.until(first.set) }
                let half = try await fleet.publish("two", share: FleetPointer.place(of: names[0]) + 1)
                let set = try #require(half.rollout).set
                try await instances[0].until(set)
                #expect(try await instances[0].answer() == "two")
                for instance in instances[1...] { #expect(try await instance.answer() == "one") }
                await #expect(throws: Fleet.Refusal.self) { try await fleet.publish("three") }
                _ = try await fleet.grow(
                    to: FleetPointer.place(of: names[1]) + 1, over: fleet.state(), .init(by: "test"))
                try await instances[1].until(set)
                #expect(try await instances[2].answer() == "one")
                _ = try await fleet.rollBack(over: fleet.state(), .init(by: "test"))
                for instance in instances {
                    #expect(try await instance.until(first.set) < .seconds(5))
                    #expect(try await instance.answer() == "one")
                }
            }

            @Test(
                "A rollback publishes the set before the current one, or that of a number, and refuses what is not kept"
            )
            func rollback() async throws {
                let (cluster, fleet) = try await cluster()
                defer { withExtendedLifetime(cluster) {} }
                let first = try await fleet.publish("one")
                let second = try await fleet.publish("two")
                try await fleet.publish("three")
                #expect(try await fleet.rollBack(over: fleet.state(), .init(by: "test")).set == second.set)
                let back = try await fleet.rollBack(to: 1, over: fleet.state(), .init(by: "test"))
                #expect(back.set == first.set && back.number == 5)
                await #expect(
                    throws: Fleet.Refusal(description: "there is no number 9; the kept numbers are 5, 4, 3, 2, 1")
                ) {
                    try await fleet.rollBack(to: 9, over: fleet.state(), .init(by: "test"))
                }
            }

            @Test("The place of an instance in a rollout never changes")
            func places() {
                #expect(["web-1", "web-2", "10.0.0.1:8080"].map(FleetPointer.place) == [4123, 3233, 7347])
            }
        }
    }
#endif
