import Testing

@testable import WaybillManifest
@testable import WaybillTools

@Suite("Where two texts differ")
struct LineDifferenceTests {
    private func lines(_ text: String) -> [UInt8] { Array(text.utf8) }

    /// The old text with the changes applied.
    private func applied(_ difference: LineDifference) -> [UInt8] {
        var result: [UInt8] = []
        var next = 0
        for change in difference.changes {
            result += difference.old[next..<change.old.lowerBound].joined()
            result += difference.new[change.new].joined()
            next = change.old.upperBound
        }
        return result + difference.old[next...].joined()
    }

    @Test("The changes turn the old text into the new one", arguments: 0..<200)
    func application(_ seed: Int) {
        var random = SeededRandom(state: UInt64(seed))
        let texts = (0..<2).map { _ in
            let lines = (0..<Int.random(in: 0..<12, using: &random)).map { _ in "abc".randomElement(using: &random) }
            return lines.compactMap { $0 }.map(String.init).joined(separator: "\n")
        }
        let difference = LineDifference(lines(texts[0]), lines(texts[1]))
        #expect(applied(difference) == lines(texts[1]))
        #expect(difference.changes.isEmpty == (texts[0] == texts[1]))
    }

    @Test("Common lines are not part of a change")
    func minimality() {
        let difference = LineDifference(lines("a\nb\nc\nd\n"), lines("a\nx\nc\nd\ne\n"))
        #expect(difference.changes.map(\.old) == [1..<2, 4..<4])
        #expect(difference.changes.map(\.new) == [1..<2, 4..<5])
    }
}
