import Testing

@testable import WaybillManifest

@Suite("The graph of protocols")
struct ProtocolGraphTests {
    @Test("A composed protocol is provided by a module with all its parts, also composed ones and through adapters")
    func provided() throws {
        let compilation = Compilation.compile(
            text: """
                waybill: 1
                protocols:
                  A:
                  B:
                  C:
                  AB: { all_of: [A, B] }
                  ABC: { all_of: [AB, C] }
                  Old: { required: true }
                  Half: { all_of: [A, Far] }
                  Far:
                adapters: { Old: ABC }
                modules:
                  first: { provides: [A, B] }
                  second: { provides: [A, B, C] }
                """)
        #expect(ProtocolGraph.provided(by: compilation.set) == ["A", "B", "C", "AB", "ABC", "Old"])
    }
}
