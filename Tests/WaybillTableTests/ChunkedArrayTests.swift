import Testing

@testable import WaybillOracle
@testable import WaybillTable

@Suite("Lists in chunks")
struct ChunkedArrayTests {
    @Test("hold what they were made of, in its order, whatever its length", arguments: [0, 1, 31, 64, 65, 127, 1_000])
    func elements(count: Int) {
        let list = ChunkedArray(0..<count)
        #expect(list.count == count)
        #expect(Array(list) == Array(0..<count))
        #expect(list.indices.map { list[$0] } == Array(0..<count))
        #expect(Array(ChunkedArray(chunks: [Array(0..<count)])) == Array(0..<count))
    }

    @Test("become others as arrays do, change after change, and share what has not changed")
    func changes() {
        var random = SplitMix(seed: 7)
        var (list, model, next) = (ChunkedArray<Int>(), [Int](), 0)
        for round in 0..<300 {
            // Small and large ones, and now and then nearly all at once.
            let share = [0, 1, 3, 60][round % 4]
            let removed = model.indices.filter { _ in Int.random(in: 0..<100, using: &random) < share }
            var new = model.indices.filter { !removed.contains($0) }.map { model[$0] }
            var added: [(place: Int, element: Int)] = []
            for _ in 0..<[0, 1, 40, 400][Int.random(in: 0..<4, using: &random)] {
                let place = Int.random(in: 0...new.count, using: &random)
                new.insert(next, at: place)
                added.append((place, next))
                next += 1
            }
            let names = Set(added.map(\.element))
            let places = new.indices.filter { names.contains(new[$0]) }.map { (place: $0, element: new[$0]) }
            let changed = list.replacing(removed, with: places)
            #expect(Array(changed) == new)
            #expect(new.indices.allSatisfy { changed[$0] == new[$0] })
            #expect(changed.chunks.dropLast().allSatisfy { (32...128).contains($0.count) })
            #expect((changed.chunks.last?.count ?? 1) <= 128)
            if removed.count + added.count <= 1, list.count > 300 {
                #expect(sharedCount(list, changed) >= list.count - 2 * 128 - 32)
            }
            (list, model) = (changed, new)
            if model.count > 3_000 { (list, model) = ([], []) }
        }
    }

    /// How many elements stand in chunks of both.
    private func sharedCount(_ old: ChunkedArray<Int>, _ new: ChunkedArray<Int>) -> Int {
        var (place, count) = (0, 0)
        while place < new.count {
            let other = old.firstIndex(of: new[place])
            let length = other.map { new.sharedLength(at: place, with: old, at: $0) } ?? 0
            count += length
            place += max(1, length)
        }
        return count
    }

    @Test("keep a change of one element to themselves")
    func values() {
        let list = ChunkedArray(0..<200)
        var copy = list
        copy[150] = -1
        #expect(list[150] == 150)
        #expect(copy[150] == -1)
        #expect(copy.indices.filter { copy[$0] != list[$0] } == [150])
    }
}
