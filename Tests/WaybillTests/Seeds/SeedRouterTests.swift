import Testing
import Waybill
import WaybillTestSupport
import WaybillTesting

/// ZIKRouter's features of the engine that no other suite shows.
@Suite("ZIKRouter's features")
struct SeedRouterTests {
    @Test("A registry is a value: later registrations do not change a router")
    func closed() throws {
        var registry = makeRegistry { $0.register("clock") { _ in FixedClock() }.provides((any Clockwork).self) { $0 } }
        let router = try Router(compilation: compile(MakingTests.clock), registry: registry)
        registry.handler("late") { _ in 1 }
        #expect(throws: ManifestErrors.self) {
            try router.replace(with: compile(MakingTests.clock + "\nroutes: [{ url: /late, handler: late }]"))
        }
    }

    @Test("A factory may serve several modules, beside a module with its own factory")
    func severalModules() throws {
        let router = try Router(
            manifest:
                "modules: { a: { identifiers: [a], factory: f }, b: { identifiers: [b], factory: f }, c: { identifiers: [c] } }"
        ) {
            $0.register("f") { _ in Screen("f") }
            $0.register("c") { _ in Screen("c") }
        }
        #expect(router.generation.modules(making: Screen()).map(\.id) == ["a", "b", "c"])
        #expect((try router.make(identifier: "b") as? Screen)?.title == "f")
    }

    @Test("Code and manifest can express the same", arguments: [true, false])
    func bothWays(byCode: Bool) async throws {
        let (handled, log) = (
            byCode ? "" : "routes: [{ url: \"/notes/:id\", handler: notes, tags: [t], lane: l }]", Log()
        )
        let intercepted = byCode ? "" : "interceptors: { gate: { url: \"/notes/*\", use: gate, tags: [t] } }\n"
        let body: @Sendable (RouteRequest) async throws -> String = { "note \($0["id"] ?? "")" }
        let gate: InterceptorBody = { request, next in
            log.note("gate \(request.captures)")
            return try await next(request)
        }
        let router = try Router(manifest: intercepted + handled) {
            $0.lane("l")
            $0.handler("notes", body)
            $0.interceptor("gate", gate)
        }
        if byCode {
            try router.map("/notes/:id", tags: ["t"], lane: "l", body)
            try router.intercept("/notes/*", tags: ["t"], gate)
        }
        #expect(try await router["t"].open("/notes/5?x=1").text == "note 5")
        #expect(!router["u"].canOpen("/notes/5") && router.canOpen("/notes/5") && !router.canOpen("/notes"))
        #expect(log.all == ["gate [:]"])
    }
}
