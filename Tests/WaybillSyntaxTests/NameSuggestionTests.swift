import Testing
import WaybillOracle

@testable import WaybillSyntax

@Suite("Names that were probably meant")
struct NameSuggestionTests {
    @Test("have the distance of the full table")
    func distances() {
        var generator = SplitMix(seed: 20)
        let letters = ["a", "b", "c", "A", "é", "-"]
        for _ in 0..<4_000 {
            let (left, right) = (word(letters, &generator), word(letters, &generator))
            let distance = Self.distance(left.lowercased(), right.lowercased())
            let isNear = left != right && distance <= max(1, left.unicodeScalars.count / 3)
            #expect(didYouMean(left, among: [right]).isEmpty != isNear, "'\(left)' '\(right)' \(distance)")
            #expect(isOneEdit(left, right) == (Self.distance(left, right) == 1), "'\(left)' '\(right)'")
        }
    }

    @Test("are the three nearest, whatever the order of all")
    func nearest() {
        let names = ["order", "orders", "ordres", "border", "odrer", "older", "orders", "other"]
        let wanted = ["order", "orders", "ordres"]
        #expect(didYouMean("Orders", among: names.reversed()) == ["orders", "order", "ordres"])
        #expect(Set(didYouMean("Orders", among: names)) == Set(wanted))
    }

    @Test("are the three with the least distances of many")
    func nearestOfMany() {
        var generator = SplitMix(seed: 21)
        for _ in 0..<300 {
            let name = word(["a", "b", "A"], &generator)
            let names = (0..<40).map { _ in word(["a", "b", "A"], &generator) }
            let reach = max(1, name.count / 3)
            let near = Set(names).filter { $0 != name }
                .map { (distance: Self.distance(name.lowercased(), $0.lowercased()), name: $0) }
                .filter { $0.distance <= reach }.sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }
            #expect(didYouMean(name, among: names) == near.prefix(3).map(\.name), "'\(name)' among \(names)")
        }
    }

    @Test("are three that differ only in case, if there are as many")
    func nearestAtNoDistance() {
        let names = ["aab", "AAA", "aAA", "AaA", "aaA"]
        #expect(didYouMean("aaa", among: names) == ["AAA", "AaA", "aAA"])
        #expect(didYouMean("aaa", among: names.reversed()) == ["AAA", "AaA", "aAA"])
    }

    @Test("are given for a limited number of names and amount of work")
    func limits() {
        let few = NameSuggestions(names: 2)
        #expect((0..<3).map { _ in few.near("tiem", among: ["time"]) } == [["time"], ["time"], []])
        let tired = NameSuggestions(work: 1_000)
        #expect(tired.near("tiem", among: ["time"]) == ["time"])
        #expect(tired.near("tiem", among: Array(repeating: "time", count: 100)).isEmpty)
        #expect(tired.near("tiem", among: ["time"]).isEmpty)
        #expect(few.isExhausted && tired.isExhausted)
    }

    @Test("are searched for once if a name is repeated among names of one kind")
    func repeated() {
        let few = NameSuggestions(names: 2)
        for _ in 0..<3 {
            #expect(few.near("tiem", among: ["time"], kind: "a") == ["time"])
            #expect(few.near("tiem", among: ["item"], kind: "b") == ["item"])
        }
        #expect(!few.isExhausted)
        #expect(few.near("tiem", among: ["time"], kind: "c").isEmpty && few.isExhausted)
    }

    private func word(_ letters: [String], _ generator: inout SplitMix) -> String {
        let count = Int.random(in: 1...9, using: &generator)
        return (0..<count).map { _ in letters.randomElement(using: &generator) ?? "" }.joined()
    }

    /// The distance by optimal string alignment, computed with the whole table.
    private static func distance(_ left: String, _ right: String) -> Int {
        let (left, right) = (Array(left.unicodeScalars), Array(right.unicodeScalars))
        var table = (0...left.count).map { row in (0...right.count).map { row == 0 ? $0 : row } }
        for row in left.indices {
            for column in right.indices {
                var best = min(
                    table[row][column] + (left[row] == right[column] ? 0 : 1), table[row][column + 1] + 1,
                    table[row + 1][column] + 1)
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    best = min(best, table[row - 1][column - 1] + 1)
                }
                table[row + 1][column + 1] = best
            }
        }
        return table[left.count][right.count]
    }
}
