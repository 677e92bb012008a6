import Testing

@testable import WaybillManifest
@testable import WaybillRules

@Suite("Names in broken texts")
struct BrokenTextsTests {
    private let texts = BrokenTexts(["modules:\n  clock: [", "provides: TimeService, é-acute myapp://edit"])

    @Test(
        "A name may be declared where its words appear", arguments: ["clock", "TimeService", "é-acute", "myapp://edit"])
    func held(_ name: String) {
        #expect(texts.mayHold(name))
    }

    @Test("A part of a longer word is not a name", arguments: ["cloc", "Time", "clocks", "edit.notes", "acut"])
    func notHeld(_ name: String) {
        #expect(!texts.mayHold(name))
    }

    @Test("Nothing may be declared if everything was read")
    func nothing() {
        #expect(!BrokenTexts([]).mayHold("clock"))
    }
}
