import Testing

@testable import WaybillManifest
@testable import WaybillRules

@Suite("The providers of protocols")
struct ProtocolProvidersTests {
    @Test("A composed protocol is served by a module with all its parts, also composed ones and through adapters")
    func served() throws {
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
        #expect(ProtocolProviders(compilation.set).served == ["A", "B", "C", "AB", "ABC", "Old"])
    }
}
