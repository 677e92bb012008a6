#if Etcd
    import Foundation
    import Testing
    import WaybillManifest
    import WaybillReload
    import WaybillRules
    import WaybillSyntax
    import WaybillTestSupport

    @testable import WaybillEtcd

    extension EtcdTests {
        @Suite("The commands of a fleet over a real etcd", .timeLimit(.minutes(4)))
        struct FleetCommandTests {
            private typealias Place = CommandPlace

            private static let one = Place.one
            private static let two = Place.two
            private static let executable = Place.executable
            private static let environment = Place.environment

            @Test("A push publishes who, why and what changes")
            func push() async throws {
                let place = try await Place()
                let first = try await place.run("push", Self.one, "--message", "The start")
                #expect(first.status == 0 && first.output.hasPrefix("number 1: set "), "\(first.errors)")
                let same = try await place.run("push")
                #expect(same.output == first.output)
                let second = try await place.run("push", Self.one + "  - { id: more, url: /more, handler: two }\n")
                #expect(second.status == 0, "\(second.errors)")
                let history = try await place.fleet.history()
                #expect(history.map(\.by) == ["ann", "ann"])
                #expect(history.map(\.message) == [nil, "The start"])
                #expect(history[0].plan == "0 breaking, 2 other changes")
            }

            @Test("A push is refused before anything is written, with the status of the check")
            func refusals() async throws {
                let place = try await Place()
                #expect(try await place.run("push", Self.one).status == 0)
                let before = try await place.cluster.keys(below: "/waybill/test/")
                let cases: [(text: String, more: [String], status: Int32, words: String)] = [
                    ("waybill: 1\nroutes:\n  - { id: home, url: /, handlers: one }\n", [], 1, "handlers"),
                    (Self.one + "tests:\n  - { open: /, expect: unmatched }\n", [], 1, "unmatched"),
                    ("waybill: 1\nroutes:\n  - { id: x, url: /x, handler: one }\n", [], 1, "R001"),
                    (Self.one, ["missing"], 3, "does not exist"),
                ]
                for one in cases {
                    try place.write(one.text)
                    let arguments = try place.arguments("push", one.more)
                    let run = try await ProgramRun.ofProgram(
                        arguments, in: place.folder, environment: Self.environment)
                    #expect(run.end.status == one.status && run.errors.contains(one.words), "\(run.errors)")
                    #expect(run.output.isEmpty)
                }
                #expect(try await place.cluster.keys(below: "/waybill/test/") == before)
                let allowed = try await place.run("push", cases[2].text, "--allow-breaking")
                #expect(allowed.status == 0, "\(allowed.errors)")
            }

            @Test("The status of a fleet names who does not serve what it should, and a rollback takes the set back")
            func status() async throws {
                let place = try await Place()
                #expect(try await place.run("push", Self.one).status == 0)
                let instances = [
                    try await Instance("new", try place.cluster.address()),
                    try await Instance("old", try place.cluster.address(), handlers: ["one"]),
                ]
                let first = try #require(try await place.fleet.state().pointer)
                for instance in instances { try await instance.until(first.set) }
                try await eventually {
                    try await place.fleet.instances().filter { $0.report?.isCurrent == true }.count == 2
                }
                #expect(try await place.run("fleet").status == 0)
                let push = try await place.run("push", Self.two, "--allow-breaking", "--allow-unbound")
                #expect(push.status == 0, "\(push.errors)")
                try await eventually { try await place.fleet.instances().contains { $0.report?.reason != nil } }
                let shown = try await place.run("fleet")
                #expect(shown.status == 1)
                #expect(
                    shown.output.contains("  old  unbound    set ")
                        && shown.output.contains("; unbound: no handler 'two'"),
                    "\(shown.output)")
                #expect(shown.output.contains("1 refuse it, 1 serve it: the code there does not fit the set"))
                #expect(shown.output.contains("2 instances: 1 current, 1 not\n"))
                let json = try await place.run("fleet", nil, "--format", "json", "--history")
                let object = try #require(
                    try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
                #expect((object["history"] as? [Any])?.count == 2 && (object["instances"] as? [Any])?.count == 2)
                let back = try await place.run("rollback", nil, "--message", "One cannot")
                #expect(
                    back.status == 0 && back.output.hasPrefix("number 3: set \(first.set.prefix(12))"), "\(back.errors)"
                )
                for instance in instances { try await instance.until(first.set) }
            }

            @Test("A rollout whose first step fails is back everywhere within five seconds, and says who refused it")
            func failedRollout() async throws {
                let place = try await Place()
                #expect(try await place.run("push", Self.one).status == 0)
                let names = ["a", "b", "c"].sorted { FleetPointer.place(of: $0) < FleetPointer.place(of: $1) }
                let first = try #require(try await place.fleet.state().pointer)
                var instances: [Instance] = []
                for name in names {
                    // The first one has an older program.
                    instances.append(
                        try await Instance(
                            name, try place.cluster.address(), handlers: name == names[0] ? ["one"] : ["one", "two"]))
                }
                for instance in instances { try await instance.until(first.set) }
                try await eventually { try await place.fleet.instances().count == 3 }
                let start = ContinuousClock.now
                let run = try await place.run(
                    "rollout", Self.two, "--allow-breaking", "--allow-unbound", "--bake", "30")
                #expect(
                    run.status == 1 && run.errors.contains("the rollout has failed at '\(names[0])': unbound"),
                    "\(run.errors)")
                for instance in instances { try await instance.until(first.set) }
                #expect(ContinuousClock.now - start < .seconds(5))
                #expect(try await place.fleet.state().pointer?.message?.contains("failed: '\(names[0])'") == true)
            }

            @Test("A rollout reaches all instances in steps")
            func rollout() async throws {
                let place = try await Place()
                #expect(try await place.run("push", Self.one).status == 0)
                let first = try #require(try await place.fleet.state().pointer)
                var instances: [Instance] = []
                for name in ["a", "b", "c"] { instances.append(try await Instance(name, try place.cluster.address())) }
                for instance in instances { try await instance.until(first.set) }
                try await eventually { try await place.fleet.instances().count == 3 }
                let run = try await place.run("rollout", Self.two, "--allow-breaking", "--bake", "0")
                #expect(run.status == 0, "\(run.errors)")
                for instance in instances { #expect(try await instance.answer() == "two") }
                let steps = try await place.fleet.history().reversed().map { $0.rollout?.share }
                #expect(steps.count >= 3 && steps.first == .some(nil) && steps.last == .some(nil))
            }

            @Test("A push that is killed at any moment leaves a whole set, and the next one works")
            func kills() async throws {
                let place = try await Place()
                // Much to write, and little to check.
                let comments = String(repeating: "# \(String(repeating: "x", count: 97))\n", count: 15_000)
                #expect(try await place.run("push", Self.one).status == 0)
                let whole = try await duration { _ = try await place.run("push", Self.one + comments) }
                let count = ProcessInfo.processInfo.environment["WAYBILL_CASES"].flatMap(Int.init) ?? 20
                for number in 0..<min(count, 200) {
                    try place.write(Self.one + comments + "# \(number)\n")
                    let child = try ChildProcess(
                        try place.arguments("push", ["--quiet"]), in: place.folder, descriptors: [:])
                    // The moment is what is tried.
                    try await Task.sleep(for: whole * Double.random(in: 0.3...1.05))
                    child.send(SIGKILL)
                    _ = child.wait()
                    let pointer = try #require(try await place.fleet.state().pointer)
                    #expect(try await !place.fleet.files(of: pointer.set).isEmpty)
                }
                let last = try await place.run("push", Self.one + "# last\n")
                #expect(last.status == 0, "\(last.errors)")
                let sets = try await place.cluster.keys(below: "/waybill/test/v1/sets/")
                #expect(sets.count <= FleetStore.historyLimit)
            }

            @Test("A push to an etcd that is full says so and what to do, and instances serve on; after that it works")
            func quota() async throws {
                let place = try await Place(["--quota-backend-bytes", "\(16 << 20)"])
                #expect(try await place.run("push", Self.one).status == 0)
                let first = try #require(try await place.fleet.state().pointer)
                let instance = try await Instance("a", try place.cluster.address())
                try await instance.until(first.set)
                for number in 0..<30 {
                    let value = String(repeating: "x", count: 1 << 20)
                    guard (try? await place.cluster.put("/other/\(number)", value)) != nil else { break }
                }
                let refused = try await place.run("push", Self.two, "--allow-breaking")
                #expect(refused.status == 3 && refused.output.isEmpty)
                #expect(
                    refused.errors.contains("etcd is full") && refused.errors.contains("etcdctl alarm disarm"),
                    "\(refused.errors)")
                #expect(try await place.run("fleet").output.contains("etcd has the alarm NOSPACE: "))
                #expect(instance.status.source?.isCurrent == true)
                #expect(try await instance.answer() == "one")

                try await place.cluster.freeSpace(below: "/other/")
                let second = try await place.run("push", Self.two, "--allow-breaking")
                #expect(second.status == 0, "\(second.errors)")
                try await instance.until(try #require(try await place.fleet.state().pointer).set)
                #expect(try await !place.run("fleet").output.contains("alarm"))
            }

            private func duration(_ body: () async throws -> Void) async throws -> Duration {
                let start = ContinuousClock.now
                try await body()
                return .now - start
            }

            @Test(
                "A wrong address is wrong usage, and a store that does not answer is a failure; both say so in one line"
            )
            func addresses() async throws {
                let folder = FileManager.default.temporaryDirectory
                let cases: [(verb: String, address: String, status: Int32)] = [
                    ("fleet", "http://a", 2), ("fleet", "etcd://127.0.0.1:1/x", 3), ("inspect", "http://a", 2),
                    ("inspect", "etcd://127.0.0.1:1/x", 3),
                ]
                for (verb, address, status) in cases {
                    let run = try await ProgramRun.ofProgram(
                        [Self.executable, verb, "--to", address], in: folder,
                        environment: Self.environment)
                    #expect(run.end.status == status && run.output.isEmpty)
                    #expect(
                        run.errors.split(separator: "\n").count == 1 && run.errors.hasPrefix("waybill: "),
                        "\(run.errors)")
                }
            }
        }
    }
#endif
