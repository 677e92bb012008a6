import Testing
import Waybill
import WaybillTestSupport

@Suite("The Swift type that a module names")
struct ModuleTypeTests {
    @Test("must be what its factory makes", arguments: ["MemoryStore", "WaybillTestSupport.MemoryStore"])
    func match(type: String) {
        #expect(
            problems("modules: { store: { swift: \(type) } }") { $0.register("store") { _ in MemoryStore() } }.isEmpty)
    }

    @Test("is an error if its factory makes another one")
    func mismatch() {
        let found = problems("modules: { store: { swift: MemoryStore } }") {
            $0.register("store") { _ in FixedClock() }
        }
        #expect(found == ["1:28 F002 factory 'store' makes 'FixedClock', not 'MemoryStore'"])
    }

    @Test("is not compared with a type that was inferred from 'provides'")
    func guessed() {
        let found = problems("modules: { store: { swift: MemoryStore } }") {
            $0.register("store") { _ in
                let name = "several statements"
                return MemoryStore(name: name)
            }
            .provides((any Store).self) { $0 }
        }
        #expect(found.allSatisfy { !$0.contains("makes 'Store', not") })
    }
}
