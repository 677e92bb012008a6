import Testing
import WaybillOracle
import WaybillRules
import WaybillTable

@testable import WaybillManifest
@testable import WaybillSyntax

@Suite("The cost of a set's regexes")
struct AutomatonBudgetTests {
    private func file(_ name: String, _ regexes: [String]) -> (String, String) {
        let routes = regexes.enumerated().map { number, regex in
            "  - { id: \(name)\(number), url: \"/\(name)/\(number)/:a\", params: { a: \"/\(regex)/\" }, handler: h }\n"
        }
        return ("\(name).yaml", "waybill: 1\nroutes:\n" + routes.joined())
    }

    private func reading(
        _ files: [(String, String)], steps: Int = AutomatonBudget.limit, cache: CompilationCache? = nil
    ) -> SetReading {
        SetReading(
            files: ManifestFiles(texts: files), environment: Environment([:]), cache: cache, automatonSteps: steps)
    }

    private func steps(_ reading: SetReading) -> Int { reading.readings.reduce(0) { $0 + $1.automatonSteps } }

    private func constrained(_ reading: SetReading) -> [Constrained] {
        reading.manifests.flatMap(\.routes).flatMap(\.constrained)
    }

    @Test("if all files together exceed the budget, none is built, and each file reports it once")
    func together() {
        let files = [file("one", ["[ab]{3}c*", "x+"]), file("two", ["[cd]{5}"])]
        let needed = steps(reading(files))
        #expect(needed > 900)
        #expect(reading(files, steps: needed).diagnostics.isEmpty)
        #expect(constrained(reading(files, steps: needed)).allSatisfy { $0.isBuilt })
        for files in [files, files.reversed()] {
            let refused = reading(files, steps: needed - 1)
            #expect(refused.diagnostics.map(\.rule) == [.badRegex, .badRegex])
            #expect(refused.diagnostics.allSatisfy { $0.message.contains("together take too long") })
            #expect(constrained(refused).count == 3 && constrained(refused).allSatisfy { !$0.isBuilt })
        }
    }

    @Test("cached files count, and are read again once the budget allows all")
    func cached() {
        let (one, two) = (file("one", ["[ab]{3}c*"]), file("two", ["[cd]{5}"]))
        let cache = CompilationCache()
        let needed = steps(reading([one, two]))
        #expect(reading([one], steps: needed - 1, cache: cache).diagnostics.isEmpty)
        #expect(reading([one, two], steps: needed - 1, cache: cache).diagnostics.count == 2)
        #expect(reading([one, ("two.yaml", "waybill: 1\n")], steps: needed - 1, cache: cache).diagnostics.isEmpty)
    }

    @Test("an error in a regex is reported whether it is built or not")
    func errors() {
        let files = [file("one", ["("]), file("two", ["a+", "b+"])]
        let refused = reading(files, steps: 10).diagnostics.map(\.message)
        #expect(refused.count == 2 && refused.count { $0.contains("together take too long") } == 1)
    }

    @Test("a regex over its own budget is reported, also that of a broken route")
    func broken() {
        let route = "  - { url: /:a, params: { a: '/(a|b)*a(a|b){12}/', b: /x+/ } }\n"
        let whole = reading([("a.yaml", "waybill: 1\nroutes:\n" + route)])
        #expect(whole.diagnostics.count { $0.message.contains("states of its automaton") } == 1)
        #expect(whole.diagnostics.count { $0.rule == .missingKey } == 1)
        #expect(steps(whole) > 10 * steps(reading([file("b", ["x+"])])))
    }

    @Test("the diagnostics do not depend on the order of files, nor on which of them were cached")
    func determinism() {
        var generator = SplitMix(seed: 11)
        let files = (0..<12).map { file("f\($0)", (0..<10).map { "[ab]{\($0)}c*" }) }
        let needed = steps(reading(files))
        for round in 0..<12 {
            let limit = round % 2 == 0 ? Int.random(in: needed / 2..<needed, using: &generator) : needed
            let cache = CompilationCache()
            let some = files.filter { _ in Bool.random(using: &generator) }
            _ = reading(some, cache: cache)
            let found = reading(files.shuffled(using: &generator), steps: limit, cache: cache)
            let reported = Set(found.diagnostics.map { found.sources[$0.span.file].path })
            #expect(reported.count == (limit < needed ? files.count : 0) && reported.count == found.diagnostics.count)
            #expect(constrained(found).allSatisfy { $0.isBuilt == (limit == needed) })
        }
    }

    @Test("routes whose regexes are not built are not reported as overlapping")
    func relations() {
        let routes = ["a+", "b+", "c+"].map { "  - { id: \($0), url: /:a, params: { a: /\($0)/ }, handler: h }\n" }
        for steps in [AutomatonBudget.limit, 10] {
            let reading = reading([("a.yaml", "waybill: 1\nroutes:\n" + routes.joined())], steps: steps)
            let set = ManifestSet.merging(reading.manifests).set
            #expect(reading.diagnostics.count == (steps == 10 ? 1 : 0))
            #expect(set.checkRelations(RoutingTable(RankedDefinitions(set)), besides: reading.diagnostics) == [])
        }
    }
}
