import Testing
import Waybill
import WaybillTestSupport

@Suite("The module that serves a protocol of several modules")
struct DefaultModuleTests {
    private func router(_ manifest: String) throws -> Router {
        try makeRouter(manifest) { registry in
            for name in ["memory", "disk"] {
                registry.register(name) { _ in MemoryStore(name: name) }
                    .provides((any Store).self) { $0 }
                    .provides((any Labelled).self) { $0 }
                    .provides((any Store & Labelled).self) { $0 }
            }
            registry.adapter("label") { (store: any Store) -> any LegacyClock in LabelClock(ticks: store.name) }
        }
    }

    private static let modules = """

        modules:
          memory: { provides: [Store, Labelled], identifiers: [memory] }
          disk: { provides: [Store, Labelled], identifiers: [disk] }
        """

    @Test("The default serves callers who ask by type, and the others stay reachable", arguments: ["memory", "disk"])
    func choosing(_ name: String) throws {
        let router = try router(
            "protocols: { Store: { default: \(name) }, Labelled: { default: memory } }" + Self.modules)
        #expect(try router.make(Routable<any Store>()).name == name)
        #expect(try router.make(Routable<any Store>()) { _ in }.name == name)
        #expect(try router.generation.module(for: Routable<any Store>()).id == name)
        for other in ["memory", "disk"] {
            #expect(try (router.make(identifier: other) as? MemoryStore)?.name == other)
        }
        let found = router.generation.modules(making: MemoryStore())
        #expect(found.map(\.id) == ["disk", "memory"])
    }

    @Test("An adapter leads to the default of its protocol, with code and without", arguments: ["", "label"])
    func adapters(_ code: String) throws {
        let required =
            code.isEmpty
            ? "OtherStore: { required: true, swift: \"any Store & Labelled\" }" : "LegacyClock: { required: true }"
        let adapter = code.isEmpty ? "OtherStore: Store" : "LegacyClock: { provided: Store, using: label }"
        let router = try router(
            """
            protocols: { Store: { default: disk }, Labelled: { default: memory }, \(required) }
            adapters: { \(adapter) }
            """ + Self.modules)
        if code.isEmpty {
            #expect(try router.make(Routable<any Store & Labelled>()).name == "disk")
        } else {
            #expect(try router.make(Routable<any LegacyClock>()).ticks == "disk")
        }
    }

    @Test("A composed protocol has a default of its own, and those of its parts do not decide it")
    func composed() throws {
        let parts = "Store: { default: memory }, Labelled: { default: memory }"
        let own = try router(
            "protocols: { \(parts), Both: { all_of: [Store, Labelled], default: disk } }" + Self.modules)
        #expect(try own.make(Routable<any Store & Labelled>()).name == "disk")
        #expect(try own.make(Routable<any Store>()).name == "memory")
        let none = try router("protocols: { \(parts), Both: { all_of: [Store, Labelled] } }" + Self.modules)
        let error = #expect(throws: RoutingError.self) { try none.make(Routable<any Store & Labelled>()) }
        guard case .ambiguous(_, ["disk", "memory"]) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("A changed default is used by the next make, and shared instances of the others stay")
    func switching() throws {
        func manifest(_ name: String) -> String {
            """
            protocols: { Store: { default: \(name) } }
            modules:
              memory: { provides: [Store], scope: shared, identifiers: [memory] }
              disk: { provides: [Store], scope: shared, identifiers: [disk] }
            """
        }
        let router = try router(manifest("memory"))
        let first = try router.make(Routable<any Store>())
        #expect(first.name == "memory")
        try router.replace(with: compile(manifest("disk")))
        #expect(try router.make(Routable<any Store>()).name == "disk")
        #expect(try router.make(identifier: "memory") as? MemoryStore === first as? MemoryStore)
    }
}

private struct LabelClock: LegacyClock {
    var ticks: String
}
