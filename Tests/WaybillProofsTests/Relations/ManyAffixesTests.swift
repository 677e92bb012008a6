import Testing

@testable import WaybillOracle
@testable import WaybillProofs
@testable import WaybillTable

@Suite("Many affixes at one place")
struct ManyAffixesTests {
    private func index(_ patterns: [String]) throws -> PatternIndex {
        let routes = try patterns.map { RouteDefinition(id: $0, patterns: [try Pattern($0)]) }
        let table = RankedDefinitions(RoutingTable(routes: routes))
        return PatternIndex(ofRoutesIn: table, table.settings)
    }

    private func affix(_ prefix: String, _ suffix: String) -> Affix {
        Affix(prefix: Array(prefix.utf8)[...], suffix: Array(suffix.utf8)[...])
    }

    @Test("sorted texts give those that begin with a text and those that it begins with, and few others")
    func related() {
        var random = SplitMix(seed: 7)
        for _ in 0..<200 {
            let texts = (0..<40).map { _ in
                (0..<Int.random(in: 0...5, using: &random)).map { _ in UInt8.random(in: 97...99, using: &random) }[...]
            }
            let order = TextOrder(texts)
            #expect(order.distinctCount == Set(texts).count)
            for text in texts + [[], [97, 97, 97, 97, 97, 97], [100]] {
                let related = order.related(to: text)
                let wanted = texts.indices.filter { texts[$0].starts(with: text) || text.starts(with: texts[$0]) }
                #expect(Set(related).isSuperset(of: wanted) && Set(related).count == related.count)
            }
        }
    }

    @Test("the affixes that accept a literal, or a text of another, are those that a comparison with each finds")
    func agreement() throws {
        var random = SplitMix(seed: 11)
        func text() -> String {
            String((0..<Int.random(in: 0...3, using: &random)).map { _ in Bool.random(using: &random) ? "-" : "~" })
        }
        for _ in 0..<50 {
            let ends = Set((0..<60).map { _ in [text(), text()] }).filter { $0 != ["", ""] }.sorted { $0[0] < $1[0] }
            let index = try index(ends.map { "/\($0[0]):x\($0[1])" })
            let root = index.heads[0].node
            #expect(index.orderedAffixes[root] != nil || ends.count < 16)
            var work = WorkBudget.unlimited
            for literal in (0..<20).map({ _ in text() + text() }) {
                let found = try index.affixes(of: root, taking: Array(literal.utf8)[...], &work).map(index.affix)
                let wanted = ends.filter {
                    literal.utf8.count > $0[0].utf8.count + $0[1].utf8.count && literal.hasPrefix($0[0])
                        && literal.hasSuffix($0[1])
                }
                #expect(Set(found.map(spelled)) == Set(wanted))
            }
            for own in ends.prefix(20) {
                let found = try index.affixes(of: root, intersecting: affix(own[0], own[1]), &work).map(index.affix)
                let wanted = ends.filter {
                    ($0[0].hasPrefix(own[0]) || own[0].hasPrefix($0[0]))
                        && ($0[1].hasSuffix(own[1]) || own[1].hasSuffix($0[1]))
                }
                #expect(Set(found.map(spelled)) == Set(wanted))
            }
        }
    }

    private func spelled(_ affix: Affix) -> [String] {
        [affix.prefix, affix.suffix].map { String(decoding: $0, as: UTF8.self) }
    }

    @Test(
        "one among hundreds is found in a few steps",
        arguments: ["/f/p%-:id", "/f/:id-s%", "/f/same-:id-%", "/f/%-:id.x"])
    func steps(shape: String) throws {
        let index = try index((100..<900).map { shape.replacing("%", with: "\($0)") })
        var work = WorkBudget(stepsLeft: 10)
        let text = shape.dropFirst(3).replacing(":id", with: "~").replacing("%", with: "567")
        let request = SampleRequest(segments: [Array("f".utf8), Array(text.utf8)], hasTrailingSlash: false)
        #expect(try index.matches(request, below: .max, &work).count == 1)
    }

    @Test("an affix that is added later is found too")
    func later() throws {
        var index = try index((0..<40).map { "/p\($0)-:id" })
        index.add(try Pattern("/q-:id"), [:], as: 40)
        index.add(try Pattern("/p7-:id-x"), [:], as: 41)
        var work = WorkBudget.unlimited
        for (text, count) in [("q-1", 1), ("p7-1-x", 2), ("p8-1-x", 1)] {
            let request = SampleRequest(segments: [Array(text.utf8)], hasTrailingSlash: false)
            #expect(try index.matches(request, below: .max, &work).count == count)
        }
    }

    @Test("routes whose prefixes differ are decided; if all overlap with all, the budget ends, which is reported")
    func decided() throws {
        func proofs(_ patterns: [String], _ limits: ProofLimits) throws -> RouteProofs {
            let routes = try patterns.map { RouteDefinition(id: $0, patterns: [try Pattern($0)]) }
            return RoutingTable(routes: routes).proofs(within: limits)
        }
        let limits = ProofLimits(walkPerEntry: 20, minimumWalk: 0)
        let apart = try proofs((0..<300).map { "/f/p\($0)-:id" }, limits)
        #expect(apart.undecided.isEmpty && apart.undecidedHints.isEmpty && apart.problems.isEmpty)
        let together = try proofs((0..<150).flatMap { ["/f/p\($0)-:id", "/f/:id-s\($0)"] }, limits)
        #expect(!together.undecided.isEmpty || !together.undecidedHints.isEmpty)
    }

    @Test("the walks of a table have a common limit, whatever its size")
    func limit() {
        let limits = ProofLimits(walkPerEntry: 300, minimumWalk: 100, maximumWalk: 5_000)
        #expect([0, 10, 1_000_000].map { limits.walkBudget(entries: $0).stepsLeft } == [100, 3_100, 5_000])
    }

    @Test("a table reports how many affixes a lookup may have to compare")
    func maximumAffixesAtOneNode() throws {
        let gate = InterceptorDefinition(
            id: "gate", patterns: try (0..<5).map { try Pattern("/g/\($0)-:x") })
        let routes = try ["/a", "/f/a-:x", "/f/:x-b"].map { RouteDefinition(id: $0, patterns: [try Pattern($0)]) }
        #expect(RoutingTable(routes: routes, interceptors: [gate]).maximumAffixesAtOneNode == 5)
        #expect(RoutingTable(routes: routes).maximumAffixesAtOneNode == 2)
        #expect(RoutingTable(routes: []).maximumAffixesAtOneNode == 0)
    }
}
