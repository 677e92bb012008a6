import Testing

@testable import WaybillProofs
@testable import WaybillTable

@Suite("The cost of automata in a budget of work")
struct WorkBudgetTests {
    private func stepsLeft(
        of steps: Int, memo: AutomatonMemo = AutomatonMemo(.standard),
        after body: (inout ProofWork) throws(WorkBudget.Exhausted) -> Void
    ) -> Int? {
        var work = ProofWork(stepsLeft: steps, memo: memo)
        return (try? body(&work)).map { work.budget.stepsLeft }
    }

    @Test("a literal's automaton costs its length, once", arguments: [false, true])
    func literals(folding: Bool) throws {
        let literal = TextSet.literal(Array(repeating: UInt8(ascii: "a"), count: 5_000), folding: folding)
        let memo = AutomatonMemo(.standard)
        #expect(stepsLeft(of: 5_000) { work throws(WorkBudget.Exhausted) in _ = try literal.automaton(&work) } == nil)
        let first = stepsLeft(of: 100_000, memo: memo) { work throws(WorkBudget.Exhausted) in
            _ = try literal.automaton(&work)
        }
        #expect(try #require(first) < 95_000)
        let again = stepsLeft(of: 1_000, memo: memo) { work throws(WorkBudget.Exhausted) in
            _ = try literal.automaton(&work)
        }
        #expect(try #require(again) > 800)
    }

    @Test("a literal's automaton matches only the literal, and with folding its spellings in other case")
    func members() throws {
        var work = ProofWork(stepsLeft: .max)
        for (folding, other) in [(false, false), (true, true)] {
            let automaton = try TextSet.literal(Array("ab-é".utf8), folding: folding).automaton(&work)
            #expect(automaton.matches(Array("ab-é".utf8)[...]))
            #expect(automaton.matches(Array("aB-é".utf8)[...]) == other)
            for text in ["", "ab-", "ab-éx", "ab-É", "xab-é"] { #expect(!automaton.matches(Array(text.utf8)[...])) }
            #expect(automaton._checkInvariants() == [])
        }
    }

    @Test("questions of one search about guards make each automaton once")
    func guards() throws {
        let table = RoutingTable(
            routes: [RouteDefinition(id: "r", patterns: [try Pattern("/a/:id/b")])],
            interceptors: [InterceptorDefinition(id: "i", patterns: [try Pattern("/**")])])
        let question = GuardQuestion(route: 0, guards: Guards([0], terminating: [0], in: table), views: [nil])
        func search(_ steps: Int) -> GuardSearch { GuardSearch(table, within: ProofLimits(relation: steps)) }
        let least = try #require((1...10_000).first { search($0).gap(question).isDecided })
        let poor = search(least - 1)
        #expect(!poor.gap(question).isDecided)
        #expect(poor.gap(question).isDecided)
    }

    @Test("each pattern that ends at one place of the index costs a step", arguments: ["/a", "/**"])
    func patternsAtOnePlace(text: String) throws {
        let routes = try (0..<100).map { number in
            RouteDefinition(id: "r\(number)", patterns: [try Pattern(text)], methods: ["M\(number)"])
        }
        let index = PatternIndex(ofRoutesIn: RankedDefinitions(RoutingTable(routes: routes)), .init())
        for (steps, isEnough) in [(99, false), (200, true)] {
            var work = WorkBudget(stepsLeft: steps)
            let request = SampleRequest(segments: [Array("a".utf8)], hasTrailingSlash: false)
            let found = try? index.matches(request, below: .max, &work)
            #expect(found?.count == (isEnough ? 100 : nil))
            work = WorkBudget(stepsLeft: steps)
            let pattern = try Pattern("/a")
            let isComplete: Void? = try? index.overlaps(with: pattern, &work) { _ in true }
            #expect((isComplete != nil) == isEnough)
        }
    }

    @Test("routes of one pattern with different methods or priorities are not compared in pairs")
    func onePattern() throws {
        let pattern = try Pattern("/:a/:b")
        let limits = ProofLimits(walkPerEntry: 20, minimumWalk: 0, relation: 60_000, relations: 60_000)
        let byMethod = (0..<2_000).map { number in
            RouteDefinition(id: "r\(number)", patterns: [pattern], methods: ["M\(number)"])
        }
        let byPriority = (0..<2_000).map { number in
            RouteDefinition(id: "r\(number)", patterns: [pattern], priority: number)
        }
        for routes in [byMethod, byPriority] {
            var prover = RouteProver(RankedDefinitions(RoutingTable(routes: routes)), limits)
            #expect(prover.conflicts() == [])
            #expect(prover.undecided == [])
        }
        #expect(RoutingTable(routes: byMethod).proofs(within: limits).undecided == [])
    }

    @Test("a wildcard host costs its length")
    func hosts() throws {
        let suffix = String(repeating: "a.", count: 2_000) + "com"
        let pattern = try Pattern("//*.\(suffix)/x")
        let left = stepsLeft(of: 4_000) { work throws(WorkBudget.Exhausted) in
            _ = try HeadSet.heads(of: pattern, &work)
        }
        #expect(left == nil)
    }

    @Test("a long repetitive suffix is within the budget of a question")
    func repetition() throws {
        let pattern = try Pattern("/aString:yor" + String(repeating: "\u{FFFD}", count: 340))
        let routes = ["r", "s"].map { RouteDefinition(id: $0, patterns: [pattern]) }
        #expect(RoutingTable(routes: routes).conflicts().count == 1)
    }

    @Test("automata that differ in an entry or two have different hashes")
    func hashes() throws {
        var work = ProofWork(stepsLeft: .max)
        var hashes: Set<Int> = []
        for number in 1000..<2000 {
            hashes.insert(try TextSet.literal(Array("item-\(number)".utf8), folding: true).automaton(&work).hashValue)
        }
        #expect(hashes.count > 990)
    }
}
