import Testing

@testable import WaybillManifest

@Suite("Which protocols lead to which")
struct ProtocolGraphTests {
    @Test("The cycles of a graph are told once each, from their smallest names")
    func cycles() {
        let (paths, members) = ProtocolGraph.cycles(in: [
            "a": ["b"], "b": ["c", "e"], "c": ["a", "d"], "d": ["d"], "e": ["b"], "f": ["a"],
        ])
        #expect(paths == [["a", "b", "c"], ["b", "e"], ["d"]])
        #expect(members == ["a", "b", "c", "d", "e"])
    }

    @Test("What lies on a cycle is what leads back to itself, whatever the graph")
    func members() {
        var generator = SplitMix(state: 7)
        for _ in 0..<300 {
            let names = (0..<6).map { "n\($0)" }
            let edges = Dictionary(
                uniqueKeysWithValues: names.map { name in
                    (name, names.filter { _ in Int.random(in: 0..<5, using: &generator) == 0 })
                })
            let (paths, members) = ProtocolGraph.cycles(in: edges)
            #expect(members == Set(names.filter { Self.reached(from: edges[$0] ?? [], edges).contains($0) }))
            #expect(Set(paths.joined()).isSubset(of: members))
            #expect(paths.isEmpty == members.isEmpty)
            for path in paths {
                for (index, name) in path.enumerated() {
                    #expect(edges[name]?.contains(path[(index + 1) % path.count]) == true)
                }
            }
        }
    }

    private static func reached(from names: [String], _ edges: [String: [String]]) -> Set<String> {
        var (reached, waiting) = (Set<String>(), names)
        while let next = waiting.popLast() {
            if reached.insert(next).inserted { waiting += edges[next] ?? [] }
        }
        return reached
    }

    @Test("A composed protocol is provided by a module that has all its parts, composed ones too, and through adapters")
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
