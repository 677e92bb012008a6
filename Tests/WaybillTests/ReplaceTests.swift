import Testing
import Waybill
import WaybillTestSupport

@Suite("Replacing the manifests of a router")
struct ReplaceTests {
    @Test("A replacement is current at once, as the next generation")
    func publishes() async throws {
        let router = try makeRouter("routes: [{ url: /a, handler: a }]") { $0.handlers("a", "b") }
        #expect(router.generation.number == 1)
        let generation = try router.replace(with: compile("routes: [{ url: /a, handler: b }]"))
        #expect(generation.number == 2)
        #expect(router.generation === generation)
        let outcome = try await router.open("/a")
        #expect(outcome.text == "b")
        #expect(outcome.generation == 2)
    }

    @Test("A running open ends on the generation on which it began")
    func inFlight() async throws {
        let reached = Event()
        let goOn = Event()
        let router = try makeRouter(
            """
            interceptors: { wait: { url: /a, use: wait } }
            routes: [{ url: /a, handler: a }, { url: /b, handler: old }]
            """
        ) {
            $0.interceptor("wait") { _, next in
                reached.happen()
                await goOn.wait()
                return try await next.redirect(to: "/b")
            }
            $0.handlers("a", "old", "new")
        }
        async let outcome = router.open("/a")
        await reached.wait()
        try router.replace(with: compile("routes: [{ url: /b, handler: new }]"))
        goOn.happen()
        #expect(try await outcome.text == "old")
        #expect(try await outcome.generation == 1)
        #expect(try await router.open("/b").text == "new")
    }

    @Test("Manifests that cannot be bound change nothing")
    func refused() async throws {
        let router = try makeRouter("routes: [{ url: /a, handler: a }]") { $0.handlers("a") }
        #expect(throws: ManifestErrors.self) {
            try router.replace(with: compile("routes: [{ url: /a, handler: missing }]"))
        }
        #expect(router.generation.number == 1)
        #expect(try await router.open("/a").text == "a")
    }

    @Test("Manifests that mean the same are not published")
    func same() throws {
        let router = try makeRouter("routes: [{ url: /a, handler: a, timeout: 2s }]") { $0.handlers("a") }
        let generation = try router.replace(
            with: compile("# moved\nroutes:\n  - url: /a\n    timeout: 2s\n    handler: a"))
        #expect(generation === router.generation)
        #expect(generation.number == 1)
    }

    @Test(
        "Any change of meaning is published",
        arguments: [
            "routes: [{ url: /a, handler: b }]",
            "routes: [{ url: /a, handler: a, timeout: 2s }]",
            "routes: [{ url: /a, handler: a, tags: [x] }]",
            "routes: [{ url: /a, handler: a }]\nfallback: { handler: b }",
            "routes: [{ url: /a, handler: a }]\nmodules: { store: }",
            "routes: [{ url: /a, handler: a }]\ninterceptors: { i: { url: /a, reject: no } }",
        ])
    func changed(manifest: String) throws {
        let router = try makeRouter("routes: [{ url: /a, handler: a }]") {
            $0.handlers("a", "b")
            $0.register("store") { _ in MemoryStore() }
        }
        #expect(try router.replace(with: compile(manifest)).number == 2)
    }

    @Test("A route with the same meaning stays bound, wherever it is written, and no other does")
    func bindings() async throws {
        let router = try makeRouter(
            """
            routes:
              - { url: /a, handler: h, with: { name: a } }
              - { url: /b, handler: h, with: { name: b } }
            """
        ) { $0.handler("h", configuration: NotedName.self) { _, configuration in configuration.name } }
        NotedName.decoded.clear()
        try router.replace(
            with: compile(
                """
                # moved
                routes:
                  - { url: /b, handler: h, with: { name: c } }
                  - { with: { name: 'a' }, handler: h, url: /a }
                  - { url: /d, handler: h, with: { name: d } }
                """))
        #expect(NotedName.decoded.all.sorted() == ["c", "d"])
        for (url, name) in [("/a", "a"), ("/b", "c"), ("/d", "d")] {
            #expect(try await router.open(url).text == name)
        }
    }

    @Test("Replacements from many tasks are published one after the other")
    func concurrent() async throws {
        let router = try makeRouter("routes: [{ url: /a, handler: a }]") { $0.handlers("a") }
        try await withThrowingTaskGroup(of: Int.self) { group in
            for index in 0..<20 {
                group.addTask {
                    try router.replace(with: compile("routes: [{ url: /a\(index), handler: a }]")).number
                }
            }
            var numbers: Set<Int> = []
            for try await number in group { numbers.insert(number) }
            #expect(numbers == Set(2...21))
        }
        #expect(router.generation.number == 21)
    }
}

/// Logs each time that it is decoded.
private struct NotedName: Decodable, Sendable {
    static let decoded = Log()

    let name: String

    private enum CodingKeys: CodingKey { case name }

    init(from decoder: any Decoder) throws {
        name = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .name)
        Self.decoded.note(name)
    }
}
