import Testing
import Waybill
import WaybillTestSupport

@Suite("Adapters")
struct AdapterTests {
    func register(_ registry: inout Registry) {
        registry.register("clock") { _ in FixedClock(time: 5) }.provides((any Clockwork).self) { $0 }
        registry.adapter("adaptClock") { (clock: any Clockwork) -> any LegacyClock in ClockShim(clock: clock) }
        registry.adapter("ringBells") { (clock: any LegacyClock) -> any OldestClock in BellShim(clock: clock) }
    }

    @Test("An adapter's code wraps what provides the other protocol")
    func using() throws {
        let router = try makeRouter(
            """
            protocols: { Clockwork: {}, LegacyClock: { required: true } }
            modules: { clock: { provides: [Clockwork] } }
            adapters:
              LegacyClock: { provided: Clockwork, using: adaptClock }
            """, register)
        #expect(try router.make(Routable<any LegacyClock>()).ticks == "5 ticks")
    }

    @Test("Adapters chain, in whatever order they are written")
    func chain() throws {
        let router = try makeRouter(
            """
            protocols:
              OldestClock: { required: true }
              LegacyClock: { required: true }
              Clockwork:
            modules: { clock: { provides: [Clockwork] } }
            adapters:
              OldestClock: { provided: LegacyClock, using: ringBells }
              LegacyClock: { provided: Clockwork, using: adaptClock }
            """, register)
        #expect(try router.make(Routable<any OldestClock>()).bells == "5 ticks, rung")
    }

    @Test("An adapter without code takes a type that conforms to both")
    func identity() throws {
        let router = try makeRouter(
            """
            protocols: { Clockwork: {}, RequiredClock: { required: true } }
            modules: { clock: { provides: [Clockwork] } }
            adapters: { RequiredClock: Clockwork }
            """, register)
        for _ in 1...2 { #expect(try router.make(Routable<any RequiredClock>()).time == 5) }
    }

    @Test("An adapter without code before one with code")
    func identityThenCode() throws {
        let router = try makeRouter(
            """
            protocols: { RequiredClock: {}, Clockwork: { required: true }, LegacyClock: { required: true } }
            modules: { clock: { provides: [RequiredClock] } }
            adapters:
              Clockwork: RequiredClock
              LegacyClock: { provided: Clockwork, using: adaptClock }
            """
        ) {
            $0.register("clock") { _ in FixedClock(time: 5) }.provides((any RequiredClock).self) { $0 }
            $0.adapter("adaptClock") { (clock: any Clockwork) -> any LegacyClock in ClockShim(clock: clock) }
        }
        #expect(try router.make(Routable<any LegacyClock>()).ticks == "5 ticks")
    }

    @Test("An adapter without code for a type that does not conform is an error that names both")
    func mismatch() throws {
        let router = try makeRouter(
            """
            protocols: { Clockwork: {}, Store: { required: true } }
            modules: { clock: { provides: [Clockwork] } }
            adapters: { Store: Clockwork }
            """, register)
        let error = #expect(throws: RoutingError.self) { try router.make(Routable<any Store>()) }
        guard case .adapterMismatch("Store", "clock", "FixedClock") = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }
}
