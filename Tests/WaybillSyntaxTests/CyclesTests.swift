import Testing
import WaybillOracle

@testable import WaybillSyntax

@Suite("Cycles of a graph")
struct CyclesTests {
    @Test("The cycles of a graph are listed once each, from their smallest names")
    func cycles() {
        let cycles = Cycles(in: [
            "a": ["b"], "b": ["c", "e"], "c": ["a", "d"], "d": ["d"], "e": ["b"], "f": ["a"],
        ])
        #expect(cycles.paths == [["a", "b", "c"], ["b", "e"], ["d"]])
        #expect(cycles.members == ["a", "b", "c", "d", "e"])
    }

    @Test("Edges to vertices without edges of their own, and repeated edges, add no cycle")
    func looseEdges() {
        let cycles = Cycles(in: [3: [1, 9, 1], 1: [3, 3, 7]])
        #expect(cycles.paths == [[1, 3]])
        #expect(cycles.members == [1, 3])
    }

    @Test("The list of cycles is cut, but not that of their members")
    func manyCycles() {
        let count = 150
        let cycles = Cycles(
            in: Dictionary(uniqueKeysWithValues: (0..<count).map { ($0, Array(0..<count)) }))
        #expect(cycles.members == Set(0..<count))
        #expect(!cycles.paths.isEmpty && cycles.paths.joined().count < 20_000)
    }

    @Test("The members of cycles are the vertices that lead back to themselves, in any graph")
    func members() {
        var generator = SplitMix(seed: 7)
        for _ in 0..<300 {
            let names = (0..<6).map { "n\($0)" }
            let edges = Dictionary(
                uniqueKeysWithValues: names.map { name in
                    (name, names.filter { _ in Int.random(in: 0..<5, using: &generator) == 0 })
                })
            let cycles = Cycles(in: edges)
            #expect(cycles.members == Set(names.filter { Self.reached(from: edges[$0] ?? [], edges).contains($0) }))
            #expect(Set(cycles.paths.joined()).isSubset(of: cycles.members))
            #expect(cycles.paths.isEmpty == cycles.members.isEmpty)
            for path in cycles.paths {
                for (index, name) in path.enumerated() {
                    #expect(edges[name]?.contains(path[(index + 1) % path.count]) == true)
                }
            }
        }
    }

    private static func reached(from names: [String], _ edges: [String: [String]]) -> Set<String> {
        var reached: Set<String> = []
        var waiting = names
        while let next = waiting.popLast() {
            if reached.insert(next).inserted { waiting += edges[next] ?? [] }
        }
        return reached
    }
}
