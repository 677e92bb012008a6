#if Etcd
    import Foundation
    import Synchronization
    import Testing
    import WaybillReload
    import WaybillTestSupport

    @testable import WaybillEtcd

    extension EtcdTests {
        @Suite("What a fleet knows about its instances", .timeLimit(.minutes(4)))
        struct FleetCodeTests {
            private static let one = CommandPlace.one
            private static let two = CommandPlace.two

            /// Three instances that serve the first set, of which the last one has an older program.
            private func mixed(_ place: CommandPlace) async throws -> (first: FleetPointer, instances: [Instance]) {
                #expect(try await place.run("push", Self.one).status == 0)
                let first = try #require(try await place.fleet.state().pointer)
                var instances: [Instance] = []
                for (name, handlers) in [("a", ["one", "two"]), ("b", ["one", "two"]), ("old", ["one"])] {
                    instances.append(try await Instance(name, try place.cluster.address(), handlers: handlers))
                }
                for instance in instances { try await instance.until(first.set) }
                try await eventually {
                    try await place.fleet.instances().filter { $0.report?.registry != nil }.count == 3
                }
                return (first, instances)
            }

            @Test("A set that one instance could not bind is refused before anything is written, with its name")
            func unbound() async throws {
                let place = try await CommandPlace()
                let (first, instances) = try await mixed(place)
                let before = try await place.cluster.keys(below: "/waybill/test/v1/sets/")
                for verb in ["push", "rollout"] {
                    let run = try await place.run(verb, Self.two, "--allow-breaking")
                    #expect(run.status == 1 && run.output.isEmpty)
                    #expect(run.errors.contains("no handler 'two' is registered"), "\(run.errors)")
                    #expect(run.errors.contains("'old' could not bind this set"), "\(run.errors)")
                    #expect(run.errors.contains("[F001 ") && !run.errors.contains("'a'"), "\(run.errors)")
                }
                #expect(try await place.cluster.keys(below: "/waybill/test/v1/sets/") == before)
                #expect(try await place.fleet.state().pointer == first)
                let allowed = try await place.run("push", Self.two, "--allow-breaking", "--allow-unbound")
                #expect(allowed.status == 0, "\(allowed.errors)")
                let second = try #require(try await place.fleet.state().pointer)
                for instance in instances.dropLast() { try await instance.until(second.set) }
            }

            @Test("Instances of one binary share a registry, and one that nobody reports is collected")
            func shared() async throws {
                let place = try await CommandPlace()
                let (_, instances) = try await mixed(place)
                let reports = try await place.fleet.instances().compactMap(\.report)
                #expect(reports[0].registry == reports[1].registry && reports[0].registry != reports[2].registry)
                func count() async throws -> Int {
                    try await place.cluster.keys(below: "/waybill/test/v1/registries/").count
                }
                #expect(try await count() == 2)
                await instances[2].end()
                #expect(try await place.run("push", Self.one + "# more\n").status == 0)
                try await eventually {
                    try await place.fleet.publish("one", routes: Int.random(in: 1...1000))
                    return try await count() == 1
                }
                // A store that lost it gets it again with the next report.
                try await place.cluster.delete("/waybill/test/v1/registries/\(try #require(reports[0].registry))")
                let last = try await place.fleet.publish("one", routes: 3)
                try await instances[0].until(last.set)
                try await eventually { try await count() == 1 }
            }

            @Test("An instance that reports no registry is named, and does not prevent a push")
            func older() async throws {
                let place = try await CommandPlace()
                try await place.cluster.put(
                    "/waybill/test/v1/instances/elder",
                    #"{"protocol":1,"instance":"elder","at":"2026-01-01T00:00:00.000Z","digest":"x","generation":1,"#
                        + #""ready":true,"stale":false}"#)
                let run = try await place.run("push", Self.one)
                #expect(run.status == 0 && run.errors.contains("the code of 'elder' is not known"), "\(run.errors)")
            }

            @Test("A push compares with the registry of a file, as a check does")
            func file() async throws {
                let place = try await CommandPlace()
                let empty =
                    #"{"version":1,"factories":[],"adapters":[],"interceptors":[],"handlers":[],"lanes":[],"#
                    + #""presenters":[],"duplicates":[]}"#
                try place.write(empty, to: "../registry.json")
                let refused = try await place.run("push", Self.one, "--registry", "registry.json")
                #expect(refused.status == 1 && refused.errors.contains("[F001 "), "\(refused.errors)")
                try place.write("registry: registry.json\n", to: "../.waybill.yaml")
                #expect(try await place.run("push", Self.one).status == 1)
                let broken = try await place.run("push", Self.one, "--registry", "missing.json")
                #expect(broken.status == 3 && broken.errors == "waybill: cannot read 'missing.json'\n")
                #expect(try await place.cluster.keys(below: "/waybill/test/").isEmpty)
            }

            @Test("A push with a log records how many of its requests change")
            func traffic() async throws {
                let place = try await CommandPlace()
                #expect(try await place.run("push", Self.one).status == 0)
                let line = "h - - [27/Nov/2026:10:00:00 +0000] \"GET /new HTTP/1.1\" 200 5\n"
                let other = line.replacingOccurrences(of: "/new", with: "/")
                try place.write(line + other + other + other, to: "../access.log")
                let more = Self.one + "  - { id: new, url: /new, handler: one }\n"
                let run = try await place.run("push", more, "--traffic", "access.log")
                #expect(run.status == 0, "\(run.errors)")
                let plan = try await place.fleet.state().pointer?.plan
                #expect(plan == "0 breaking, 1 other change; 1 of 4 requests (25.0 %) get another answer.")
                let missing = try await place.run("push", more + "# x\n", "--traffic", "none.log")
                #expect(missing.status == 3 && missing.errors.contains("none.log"), "\(missing.errors)")
            }

            @Test("A rollout whose step answers with more errors than before goes back by itself, and says which")
            func errors() async throws {
                let place = try await CommandPlace()
                #expect(try await place.run("push", Self.one).status == 0)
                let first = try #require(try await place.fleet.state().pointer)
                let names = ["a", "b", "c"].sorted { FleetPointer.place(of: $0) < FleetPointer.place(of: $1) }
                var instances: [Instance] = []
                for name in names {
                    // The requests of the first generation end well, and those of the second one do not.
                    let instance = try await Instance(name, try place.cluster.address()) { generation in
                        RequestHealth(routes: [
                            .init(id: "home", requests: 100, errors: generation == 1 ? 0 : 20, notFound: 0)
                        ])
                    }
                    instances.append(instance)
                }
                for instance in instances { try await instance.until(first.set) }
                try await eventually { try await place.fleet.instances().count == 3 }
                let start = ContinuousClock.now
                let run = try await place.run("rollout", Self.two, "--allow-breaking", "--bake", "30")
                let words = "errors from all routes: 20 of 100 requests, and none before"
                #expect(run.status == 1 && run.errors.contains(words), "\(run.errors)")
                for instance in instances { try await instance.until(first.set) }
                #expect(ContinuousClock.now - start < .seconds(20))
                let shown = try await place.run("fleet", nil, "--history")
                #expect(shown.status == 0 && shown.output.contains(words), "\(shown.output)")
                let lenient = try await place.run(
                    "rollout", Self.two, "--allow-breaking", "--bake", "0", "--more-errors", "30")
                #expect(lenient.status == 0, "\(lenient.errors)")
                for instance in instances { #expect(try await instance.answer() == "two") }
            }

            @Test("Requests of real processes that end in 404 during a step take the rollout back")
            func requests() async throws {
                let place = try await CommandPlace()
                func set(_ paths: String...) -> String {
                    "waybill: 1\nroutes:\n" + paths.map { "  - { url: \($0), handler: welcome }\n" }.joined()
                }
                #expect(try await place.run("push", set("/", "/info")).status == 0)
                let first = try #require(try await place.fleet.state().pointer)
                var processes: [NotesProcess] = []
                for name in ["a", "b", "c"] {
                    processes.append(try await NotesProcess(name, try place.cluster.address(), in: place.folder))
                }
                for process in processes {
                    try await process.until(first.set)
                    for _ in 0..<60 { #expect(try await process.answer("/info").code == 200) }
                }
                let traffic = Task { [processes] in
                    while !Task.isCancelled {
                        for process in processes { _ = try? await process.answer("/info") }
                    }
                }
                let run = try await place.run("rollout", set("/"), "--allow-breaking", "--bake", "60")
                traffic.cancel()
                await traffic.value
                #expect(run.status == 1 && run.errors.contains("404s from all routes: "), "\(run.errors)")
                for process in processes {
                    try await process.until(first.set)
                    #expect(try await process.answer("/info").code == 200)
                    await process.end(by: SIGTERM)
                }
            }

            @Test("Without a rollout, requests alone write no report; while one runs, they do")
            func quiet() async throws {
                let place = try await CommandPlace()
                let first = try await place.fleet.publish("one")
                let requests = Mutex(0)
                let instance = try await Instance("a", try place.cluster.address()) { _ in
                    let number = requests.withLock { number in
                        number += 1
                        return number
                    }
                    return RequestHealth(routes: [.init(id: "home", requests: number, errors: 1, notFound: 0)])
                }
                try await instance.until(first.set)
                func reported() async throws -> Int? {
                    try await place.fleet.instances().first?.report?.health?.requests
                }
                try await eventually { try await reported() != nil }
                // The reports of the start are written.
                try await eventually {
                    let before = try await place.cluster.requests()["Txn", default: 0]
                    let ranges = try await place.cluster.requests()["Range", default: 0]
                    try await eventually {
                        try await place.cluster.requests()["Range", default: 0] >= ranges + 6
                    }
                    return try await place.cluster.requests()["Txn", default: 0] == before
                }
                let before = try #require(try await reported())
                try await place.fleet.publish("two", share: 0)
                try await eventually { try await reported() ?? 0 > before + 3 }
                #expect(try await place.fleet.instances().first?.report?.number == 2)
                #expect(try await instance.answer() == "one")
            }

            @Test("A watch shows each change on a line of JSON, and an instance that ends")
            func watch() async throws {
                let place = try await CommandPlace()
                let first = try await place.fleet.publish("one")
                let instance = try await Instance("a", try place.cluster.address())
                try await instance.until(first.set)
                try await eventually { try await place.fleet.instances().count == 1 }
                let path = place.folder.appending(path: "watch.log")
                _ = FileManager.default.createFile(atPath: path.path, contents: nil)
                let log = try FileHandle(forWritingTo: path)
                let watch = try ChildProcess(
                    try place.arguments("fleet", ["--watch", "--format", "json"]), in: place.folder,
                    descriptors: [1: log.fileDescriptor])
                func documents() throws -> [[String: Any]] {
                    try String(contentsOf: path, encoding: .utf8).split(separator: "\n").compactMap {
                        try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
                    }
                }
                try await eventually { try documents().count == 1 }
                let second = try await place.fleet.publish("two")
                try await eventually {
                    try documents().contains { ($0["current"] as? [String: Any])?["set"] as? String == second.set }
                }
                await instance.end()
                try await eventually { try documents().last?["gone"] as? [String] == ["a"] }
                watch.send(SIGTERM)
                _ = watch.wait()
                let few = try await place.run("fleet", nil, "--expect", "1")
                #expect(few.status == 1 && few.output.hasSuffix("0 instances: 0 current, 0 not\n"), "\(few.output)")
            }
        }
    }
#endif
