import Synchronization
import Testing
import WaybillTable

@testable import WaybillManifest
@testable import WaybillRules
@testable import WaybillSyntax
@testable import WaybillTools

@Suite("Mutation testing")
struct MutationTests {
    private static let manifest = """
        waybill: 1
        protocols: { Editor: }
        modules: { editor: { provides: [Editor], tags: [views] } }
        interceptors:
          gate: { url: "/notes/**", use: gate, tags: [views], order: 1 }
          log: { url: "/**", use: log, applies: everywhere, order: 2 }
          closed: { url: "/closed/**", reject: "not now", order: 3 }
          short: { url: "/n/:id", rewrite: "/notes/:id" }
        routes:
          - { id: show, url: "/notes/:id", methods: [GET, PUT], params: { id: int }, module: editor }
          - { id: named, url: "/notes/:name", handler: named, tags: [money] }
          - { id: special, url: "/notes/7", handler: never, priority: 1 }
          - { id: shut, url: /closed/door, handler: never }
          - { id: old, url: "/old/:id", forward: "/notes/:id" }
          - { id: told, url: "/told/:id", redirect: { to: "/notes/:id", status: 308 } }
          - { id: home, url: /, handler: home }
        fallback: { handler: notFound, tags: { views: { module: editor } } }

        """

    /// The run without tests.
    private static let bare = Compilation.compile(text: manifest).mutate()

    private func compile(_ tests: String) -> Compilation { .compile(text: Self.manifest + "tests:\n" + tests) }

    private func run(_ tests: String = "") throws -> MutationRun {
        try #require(tests.isEmpty ? Self.bare : compile(tests).mutate())
    }

    /// That of one mutant, as a run with the tests has it.
    private func verdict(_ words: String, _ tests: String) throws -> MutationResult.Verdict {
        let compilation = compile(tests)
        let subject = try #require(compilation.routedSet)
        let mutation = try #require(subject.mutations().first { subject.words(for: $0.kind) == words })
        return MutationTrial(subject, compilation.set.tests).verdict(of: mutation.kind)
    }

    @Test("each part of a route or an interceptor that has an effect on requests is mutated once")
    func operators() throws {
        let words = Set(try run().results.map(\.words))
        let wanted: Set = [
            "route 'show' has the URL '/notes-x/:id' instead of '/notes/:id'",
            "':id' of route 'show' takes any value",
            "route 'show' does not answer 'GET'",
            "route 'show' does not answer 'PUT'",
            "route 'show' does not have the tag 'views'",
            "interceptor 'gate' does not run for route 'show'",
            "interceptor 'log' does not run for route 'home'",
            "route 'named' does not have the tag 'money'",
            "route 'special' has the URL '/notes/7-x' instead of '/notes/7'",
            "the priority of route 'special' is -1 instead of 1",
            "route 'old' leads to '/notes-x/:id'",
            "route 'told' leads to '/notes-x/:id'",
            "route 'told' has the status 307 instead of 308",
            "route 'home' has the URL '/x' instead of '/'",
            "interceptor 'gate' does not have the tag 'views'",
            "the order of interceptor 'gate' is -1 instead of 1",
            "interceptor 'log' does not apply everywhere",
            "interceptor 'log' has the URL '/x/**' instead of '/**'",
            "interceptor 'short' leads to '/notes-x/:id'",
            "there is no fallback",
            "there is no fallback for views of 'views'",
        ]
        #expect(wanted.subtracting(words) == [])
        #expect(!words.contains("interceptor 'closed' does not run for route 'show'"))
    }

    @Test(
        "a test that fails on a mutant kills it",
        arguments: [
            (
                "interceptor 'gate' does not run for route 'show'",
                "{ open: /notes/1, expect: { interceptors: [gate, log] } }"
            ),
            ("':id' of route 'show' takes any value", "{ open: /notes/a, expect: { route: named } }"),
            ("route 'show' does not answer 'PUT'", "{ open: /notes/1, method: PUT, expect: { route: show } }"),
            (
                "route 'show' does not have the tag 'views'",
                "{ open: /notes/1, tags: [views], expect: { route: show } }"
            ),
            ("the priority of route 'special' is -1 instead of 1", "{ open: /notes/7, expect: { route: special } }"),
            ("route 'old' leads to '/notes-x/:id'", "{ open: /old/1, expect: { route: show } }"),
            (
                "route 'told' leads to '/notes-x/:id'",
                "{ open: /told/1, expect: { redirect: { to: /notes/1, status: 308 } } }"
            ),
            (
                "route 'told' has the status 307 instead of 308",
                "{ open: /told/1, expect: { redirect: { to: /notes/1, status: 308 } } }"
            ),
            (
                "interceptor 'log' does not apply everywhere",
                "{ open: /notes/1, tags: [views], expect: { interceptors: [gate, log] } }"
            ),
            (
                "there is no fallback for views of 'views'",
                "{ open: /nowhere, tags: [views], expect: { fallback: editor } }"
            ),
        ])
    func killing(_ words: String, _ test: String) throws {
        #expect(try verdict(words, "  - \(test)\n") == .killed(by: 0))
        let bare = try #require(try run().results.first { $0.words == words })
        #expect(bare.verdict != .killed(by: 0))
    }

    @Test("a fallback that serves other methods has a mutant that leaves them, and a test for it is proposed")
    func otherMethods() throws {
        let set = """
            waybill: 1
            routes: [{ id: a, url: /a, methods: [POST], handler: a }]
            fallback: { handler: lost, other_methods: true }
            tests:
              - { open: /a, method: POST, expect: { route: a } }
              - { open: /b, expect: { fallback: lost } }

            """
        let words = "the fallback does not serve requests with the wrong method"
        let run = try #require(Compilation.compile(text: set).mutate())
        let result = try #require(run.results.first { $0.words == words })
        guard case .survived(let draft) = result.verdict else {
            Issue.record("\(result.verdict)")
            return
        }
        #expect(draft.inline == "{ open: /a, expect: { fallback: lost } }")
        let killed = try #require(Compilation.compile(text: set + "  - \(draft.inline)\n").mutate())
        #expect(killed.results.first { $0.words == words }?.verdict == .killed(by: 2))
    }

    @Test("a mutant that treats every request alike is equivalent, and not a survivor")
    func equivalence() throws {
        let words = "the order of interceptor 'gate' is -1 instead of 1"
        #expect(try run().results.first { $0.words == words }?.verdict == .equivalent)
    }

    @Test("a survivor comes with a test that passes on the original and fails on the mutant")
    func proposals() throws {
        let bare = try run()
        #expect(bare.results.filter { $0.verdict == .undecided }.map(\.words) == [])
        let survivors = bare.results.compactMap(\.survival).map(\.yaml)
        let tests = Array(Set(survivors)).sorted().map { $0.replacing("\n", with: "\n  ") }
        let full = try run(tests.map { "  \($0)\n" }.joined())
        #expect(full.tests.count == tests.count)
        #expect(full.results.filter { $0.survival != nil }.map(\.words) == [])
    }

    @Test("every prefix of the order of mutants is spread evenly over the set")
    func spreading() {
        #expect(spreadIndices(below: 8) == [0, 4, 2, 6, 1, 5, 3, 7])
        for count in [0, 1, 2, 3, 7, 100] { #expect(spreadIndices(below: count).sorted() == Array(0..<count)) }
    }

    @Test("a run whose budget is spent reports how many mutants were not run")
    func budget() throws {
        let compilation = Compilation.compile(text: Self.manifest)
        let all = try run()
        #expect(all.notRun == 0 && all.budget == nil)
        // Each read of the clock takes a second: one at the start, and one for each mutant.
        let looks = Mutex(0)
        let start = ContinuousClock.now
        var limits = MutationLimits(budget: .seconds(11))
        limits.now = {
            looks.withLock { looks in
                defer { looks += 1 }
                return start + .seconds(looks)
            }
        }
        let some = try #require(compilation.mutate(within: limits))
        #expect(some.results.count == 10)
        #expect(some.notRun == all.results.count - 10)
        #expect(MutationReport(some).summaryLine.contains(", \(some.notRun) not run within 11 s (score "))
        let none = try #require(compilation.mutate(within: MutationLimits(budget: .zero)))
        #expect(none.results.isEmpty && none.notRun == all.results.count)
    }

    @Test("a run in parallel gives the same results each time")
    func repetition() throws {
        let runs = try (0..<4).map { _ in try run("  - { open: /notes/a, expect: { route: named } }\n") }
        for run in runs { #expect(run.results.map(\.verdict) == runs[0].results.map(\.verdict)) }
    }

    @Test("a request is found that a pattern of another route would match, but does not serve")
    func rivals() throws {
        let text = """
            waybill: 1
            interceptors: { gate: { url: "/a/*", use: gate } }
            routes:
              - { id: show, url: "/a/:id", handler: show }
              - { id: other, urls: [/a/1, "/**"], handler: other }

            """
        let mutated = Compilation.compile(text: text).mutate()
        let result = try #require(
            mutated?.results.first { $0.words == "interceptor 'gate' does not run for route 'show'" })
        #expect(result.survival?.facts == [.route("show"), .interceptors(["gate"])])
    }

    @Test("a proposed test names declared tags only")
    func vocabulary() throws {
        let text = """
            waybill: 1
            tags: { api: Programs., views: Screens. }
            interceptors:
              gate: { url: "/notes/**", use: gate, tags: [views], applies: everywhere }
            routes:
              - { id: show, url: "/notes/:id", handler: show, tags: [api] }

            """
        let mutated = Compilation.compile(text: text).mutate()
        let result = try #require(
            mutated?.results.first { $0.words == "interceptor 'gate' does not apply everywhere" })
        #expect(result.survival?.tags == ["api"])
    }

    @Test("a survivor that a comment suppresses is listed with its reason, and does not count")
    func suppressions() throws {
        let text = """
            waybill: 1
            routes:
              # waybill:allow K004 -- nobody goes there until 2027-01
              - { id: a, url: /a, handler: a }
              - { id: b, url: /b, handler: b }
            tests: [{ open: /b, expect: { route: b } }]

            """
        let mutated = Compilation.compile(text: text).mutate()
        let run = try #require(mutated)
        let report = MutationReport(run, today: CalendarDay(year: 2026, month: 5, day: 1))
        #expect(report.survivors.isEmpty && report.score == 100)
        #expect(report.suppressed.map(\.reason) == ["nobody goes there until 2027-01"])
        #expect(report.summaryLine == "mutants: 1 killed, 0 survived, 1 suppressed (score 100 %)")
        let late = MutationReport(run, minimum: 51, today: CalendarDay(year: 2027, month: 5, day: 1))
        #expect(late.isScoreLow && late.diagnostics.map(\.rule.id) == ["K004"])
        #expect(late.summaryLine == "mutants: 1 killed, 1 survived (score 50 %, below the required 51 %)")
    }
}
