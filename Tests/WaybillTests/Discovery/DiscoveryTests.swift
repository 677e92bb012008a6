import Testing
import Waybill
import WaybillManifest
import WaybillTestSupport
import WaybillTesting

@Suite("Discovery and events")
struct DiscoveryTests {
    func router() throws -> Router {
        try Router(
            manifest: """
                protocols: { Editor: {}, Clockwork: {}, RequiredClock: { required: true } }
                adapters: { RequiredClock: Clockwork }
                modules:
                  special: { kind: view, identifiers: [special], provides: [Editor], present: [push], tags: [views] }
                  screen: { factory: plain, identifiers: [screen] }
                  clock: { provides: [Clockwork], tags: [tools] }
                """
        ) {
            $0.register("special") { _ in SpecialScreen() }.provides((any Editor).self) { $0 }
            $0.register("plain") { _ in Screen() }
            $0.register("clock") { _ in FixedClock() }.provides((any Clockwork).self) { $0 }
        }
    }

    @Test("Every module is listed in the order of ids, and filtered by kind, tag and factory")
    func listing() throws {
        let generation = try router().generation
        #expect(generation.modules.map(\.id) == ["clock", "screen", "special"])
        #expect(generation.modules(of: .view).map(\.id) == ["special"])
        #expect(generation.modules(tagged: "tools").map(\.id) == ["clock"])
        #expect(generation.modules(madeBy: "plain").map(\.id) == ["screen"])
    }

    @Test("A module is found by protocol through adapters, and by identifier")
    func problem() throws {
        let generation = try router().generation
        #expect(try generation.module(for: Routable<any RequiredClock>()).id == "clock")
        #expect(try generation.module(identifier: "screen").provides.isEmpty)
        #expect(throws: RoutingError.self) { try generation.module(identifier: "scren") }
        #expect(throws: RoutingError.self) { try generation.module(for: Routable<any Store>()) }
    }

    @Test("By an object: the modules that make its type, then those of its superclasses")
    func byThing() throws {
        let generation = try router().generation
        #expect(generation.modules(making: SpecialScreen()).map(\.id) == ["special", "screen"])
        #expect(generation.modules(making: Screen()).map(\.id) == ["screen"])
        #expect(generation.modules(making: 1).isEmpty)
    }

    @Test("An event reaches all modules that handle it, in the order of ids, even if one fails")
    func events() async throws {
        struct No: Error {}
        let log = Log()
        let router = try Router(
            manifest:
                "modules: { b: { identifiers: [b] }, a: { identifiers: [a] }, c: { identifiers: [c] }, d: { identifiers: [d] } }"
        ) {
            $0.register("b") { _ in 1 }.on("launch") { _, _ in throw No() }
            $0.register("a") { _ in 1 }.on("launch") { payload, _ in log.note("a \(payload as? Int ?? 0)") }
            $0.register("c") { _ in 1 }.on("launch") { _, context in
                log.note("c \(try context.make(identifier: "d"))")
            }
            $0.register("d") { _ in 4 }
        }
        await #expect(throws: No.self) { try await router.report("launch", 7) }
        #expect(log.all == ["a 7", "c 4"])
        try await router.report("nobody takes it")
    }

    @Test("A protocol is rebound to a mock; identifiers still name modules")
    func rebinding() throws {
        let router = try Router(manifest: MakingTests.clock) {
            $0.register("clock") { _ in FixedClock(time: 1) }.provides((any Clockwork).self) { $0 }
            $0.rebind((any Clockwork).self, to: { FixedClock(time: 99) }) { $0 }
        }
        #expect(try router.make(Routable<any Clockwork>()).time == 99)
        #expect((try router.make(identifier: "app://clock") as? FixedClock)?.time == 1)
    }
}
