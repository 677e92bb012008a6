import Testing
import WaybillOracle

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
        var random = SplitMix(seed: UInt64(seed))
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

    @Test("The changes turn the old text into the new one, even if the texts are divided", arguments: 0..<400)
    func division(_ seed: Int) {
        var random = SplitMix(seed: UInt64(seed))
        let count = Int.random(in: 0..<30, using: &random)
        let old = (0..<count).map { _ in "\(Int.random(in: 0..<25, using: &random))\n" }
        var new = old
        for _ in 0..<Int.random(in: 0..<12, using: &random) where !new.isEmpty {
            let line = new.remove(at: Int.random(in: 0..<new.count, using: &random))
            if Bool.random(using: &random) { new.insert(line, at: Int.random(in: 0...new.count, using: &random)) }
        }
        let difference = LineDifference(lines(old.joined()), lines(new.joined()), limit: 2)
        #expect(applied(difference) == lines(new.joined()))
        #expect(difference.changes.isEmpty == (old == new))
    }

    @Test("Lines that appear once stay common in a large text whose other lines are all repeated")
    func anchors() {
        let old = (0..<2_000).map { "- id: \($0)\n  url: /\n  methods: [GET]\n" }.joined()
        let new = (0..<2_000).map { "- id: \($0)\n  methods: [GET]\n  url: /\n" }.joined()
        let difference = LineDifference(lines(old), lines(new))
        #expect(applied(difference) == lines(new))
        #expect(difference.changes.count == 4_000)
        #expect(difference.changes.allSatisfy { $0.old.count + $0.new.count == 1 })
    }

    @Test("A large range without lines that appear once counts as replaced, because a search would take too long")
    func repetition() {
        let old = "start\n" + String(repeating: "a\nb\n", count: 1_000) + "end\n"
        let new = "start\n" + String(repeating: "b\nb\na\n", count: 1_000) + "b\nend\n"
        let difference = LineDifference(lines(old), lines(new))
        #expect(applied(difference) == lines(new))
        #expect(difference.changes.map(\.old) == [1..<1_998])
    }

    @Test("A large text whose lines move has the longest part in order as common lines")
    func movedLines() {
        let sorted = (0..<1_200).map { "line \($0)\n" }
        let moved = sorted[1_000...] + sorted[..<1_000]
        let difference = LineDifference(lines(sorted.joined()), lines(moved.joined()))
        #expect(difference.changes.map(\.old) == [0..<0, 1_000..<1_200])
        #expect(difference.changes.map(\.new) == [0..<200, 1_200..<1_200])
    }
}
