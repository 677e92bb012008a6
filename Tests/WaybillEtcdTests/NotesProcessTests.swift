#if Etcd
    import Foundation
    import Testing
    import WaybillReload
    import WaybillTestSupport

    @testable import WaybillEtcd

    extension EtcdTests {
        /// What a fleet is in production: programs that push, programs that serve, and three members of etcd.
        @Suite("Processes of the reference service in a fleet over a real etcd", .timeLimit(.minutes(4)))
        struct NotesProcessTests {
            /// A cluster of three, and a folder with the set of the reference service.
            private final class Place: Sendable {
                let cluster: EtcdCluster
                let fleet: Fleet
                let folder: URL

                init() async throws {
                    cluster = try await EtcdCluster(members: 3)
                    try await cluster.untilReady()
                    fleet = Fleet(try cluster.address(), EtcdOptions())
                    folder = FileManager.default.temporaryDirectory.appending(path: "fleet-\(UUID().uuidString)")
                    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                    let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                        .deletingLastPathComponent()
                    try FileManager.default.copyItem(
                        at: repository.appending(path: "Routes"), to: folder.appending(path: "Routes"))
                }

                deinit { try? FileManager.default.removeItem(at: folder) }

                /// Publishes the set with `/where`, which leads to a place.
                ///
                /// - Returns: The id of the set.
                func push(_ place: String) async throws -> String {
                    let text =
                        "waybill: 1\nroutes:\n  - { id: where, url: /where, redirect: { to: /\(place), status: 302 } }\n"
                        + "tests:\n  - { open: /where, expect: { redirect: { to: /\(place), status: 302 } } }\n"
                    try Data(text.utf8).write(to: folder.appending(path: "Routes/where.yaml"))
                    let run = try await ProgramRun.ofProgram(
                        [
                            NotesProcess.program("waybill-fleet"), "push", "Routes", "--to", "\(try cluster.address())",
                            "--allow-breaking",
                        ], in: folder, environment: ["PATH": "/usr/bin:/bin", "USER": "ann"])
                    try #require(run.end.status == 0, "\(run.errors)")
                    return try #require(try await fleet.state().pointer).set
                }

                func start(_ name: String, members: [Int]? = nil) async throws -> NotesProcess {
                    try await NotesProcess(name, try cluster.address(members), in: folder)
                }

                func end(_ instances: [NotesProcess]) async {
                    for instance in instances { await instance.end(by: SIGKILL) }
                }
            }

            @Test("A push is live in all of them within two seconds, also without the leader, and after a cut")
            func push() async throws {
                let place = try await Place()
                let first = try await place.push("first")
                let leader = try await place.cluster.leader()
                let others = (0..<3).filter { $0 != leader }
                let instances = [
                    try await place.start("a"), try await place.start("b"),
                    try await place.start("cut", members: [others[0]]),
                ]
                for instance in instances { try await instance.until(first) }
                try await expect("second", try await place.push("second"), in: instances)

                place.cluster.kill(leader)
                // Until there is another leader, nobody can publish.
                try await place.cluster.untilReady()
                try await expect("third", try await place.push("third"), in: instances)
                try place.cluster.start(leader)
                try await place.cluster.untilReady()

                let cut = instances[2]
                place.cluster.freeze(others[0])
                let last = try await place.push("last")
                try await expect("last", last, in: Array(instances[..<2]))
                try await eventually { try await cut.status.source?.fresh == false }
                #expect(try await cut.answer("/where").location == "/third")
                #expect(try await cut.status.ready)
                place.cluster.thaw(others[0])
                try await expect("last", last, in: [cut])
                await place.end(instances)
            }

            private func expect(_ place: String, _ set: String, in instances: [NotesProcess]) async throws {
                let start = ContinuousClock.now
                for instance in instances {
                    try await instance.until(set)
                    #expect(try await instance.answer("/where").location == "/\(place)")
                }
                #expect(.now - start < FaultTests.limit)
            }

            @Test(
                "The report of a killed instance ends with its lease, and that of one that is asked to end ends at once"
            )
            func reports() async throws {
                let place = try await Place()
                let set = try await place.push("first")
                let killed = try await place.start("killed")
                let asked = try await place.start("asked")
                for instance in [killed, asked] { try await instance.until(set) }
                func names() async throws -> [String] { try await place.fleet.instances().map(\.name) }
                try await eventually { try await names() == ["asked", "killed"] }

                await killed.end(by: SIGKILL)
                let start = ContinuousClock.now
                #expect(try await names() == ["asked", "killed"])
                try await eventually { try await names() == ["asked"] }
                #expect(.now - start < .seconds(4) + FaultTests.limit)

                let end = await asked.end(by: SIGTERM)
                #expect(end.status == 0)
                #expect(try await names().isEmpty)
            }

            @Test("A new instance of a fleet without a set is not ready, and answers 503 until there is one")
            func empty() async throws {
                let place = try await Place()
                let instance = try await place.start("new")
                #expect(try await instance.answer("/notes").code == 503)
                #expect(try await instance.answer("/unknown").code == 503)
                #expect(try await !instance.status.ready)
                let set = try await place.push("first")
                try await expect("first", set, in: [instance])
                #expect(try await instance.answer("/notes").code == 200)
                #expect(try await instance.answer("/unknown").code == 404)
                await place.end([instance])
            }
        }
    }
#endif
