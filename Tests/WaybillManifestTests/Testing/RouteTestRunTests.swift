import Testing
import WaybillManifest
import WaybillRules
import WaybillSyntax

@Suite("Running the tests of a set")
struct RouteTestRunTests {
    private static let routes = """
        waybill: 1
        protocols: { Editor: }
        modules: { editor: { provides: [Editor] } }
        interceptors:
          gate: { url: /notes/*, use: gate, tags: [views], order: 1 }
          log: { url: "/**", use: log, applies: everywhere, order: 2 }
          closed: { url: /closed/**, reject: "not now", order: 3 }
          short: { url: /n/:id, rewrite: /notes/:id }
        routes:
          - { id: notes.show, url: /notes/:id, methods: [GET], params: { id: int }, module: editor, tags: [views] }
          - { id: notes.save, url: /notes/:id, methods: [PUT], handler: save }
          - { id: shut, url: /closed/door, handler: never }
          - { id: old, url: /old/:id, forward: /notes/:id }
          - { id: lost, url: /lost/:id, forward: /nowhere/:id }
          - { id: told, url: /told/:id, redirect: { to: /notes/:id, status: 308 } }
          - { id: later, url: /later/:id, forward: /told/:id }
        fallback: { handler: notFound, tags: { views: { module: editor } } }

        """

    private func run(_ tests: String, filter: [String] = []) throws -> [RouteTestResult] {
        let compilation = Compilation.compile(text: Self.routes + "tests:\n" + tests)
        let errors = compilation.diagnostics.filter { $0.severity == .error }
        #expect(errors.map(\.message) == [])
        let run = compilation.runTests(filter: RouteTestFilter(filter))
        return try #require(run).results
    }

    /// The result of a single test: `subject: expected X, got Y` for each difference.
    private func verdict(_ test: String) throws -> [String] {
        try run("  - " + test + "\n")[0].mismatches.map { "\($0.subject): expected \($0.expected), got \($0.got)" }
    }

    @Test(
        "a correct expectation passes",
        arguments: [
            "{ open: /notes/1, expect: { route: notes.show, module: editor, url: /notes/1, forward: [] } }",
            "{ open: /notes/1, method: PUT, expect: { route: notes.save, handler: save } }",
            "{ open: '/notes/1?draft=x', expect: { params: { id: 1, draft: x } } }",
            "{ open: /notes/1, expect: { interceptors: [gate, log] } }",
            "{ open: /notes/1, expect: { interceptors: { contains: [log], not: [short, closed] } } }",
            "{ open: /notes/1, tags: [views], expect: { interceptors: [gate, log] } }",
            "{ open: /n/1, expect: { route: notes.show, url: /notes/1, interceptors: [short, log] } }",
            "{ open: /n/1, expect: { forward: /notes/1 } }",
            "{ open: /n/1, expect: { forward: '/notes/:id' } }",
            "{ open: /old/1, expect: { forward: '/notes/:id', route: notes.show } }",
            "{ open: /old/1, expect: { forward: [/notes/1] } }",
            "{ open: /closed/door, expect: rejected }",
            "{ open: /closed/door, expect: { rejected: closed, route: shut, interceptors: [log, closed] } }",
            "{ open: /closed/window, expect: { rejected: closed } }",
            "{ open: /nowhere, expect: unmatched }",
            "{ open: /notes/1, method: DELETE, expect: unmatched }",
            "{ open: /notes/1, method: DELETE, expect: method-not-allowed }",
            "{ open: /old/1, method: DELETE, expect: method-not-allowed }",
            "{ open: /nowhere, expect: { fallback: notFound, interceptors: [log] } }",
            "{ open: /nowhere, tags: [views], expect: { fallback: editor } }",
            "{ open: /lost/1, expect: unmatched }",
            "{ open: /lost/1, expect: { forward: /nowhere/1, url: /nowhere/1 } }",
            "{ open: 'http:/x', expect: invalid-url }",
            "{ open: '/told/1?a=b', expect: { redirect: { to: '/notes/1?a=b', status: 308 }, route: told } }",
            "{ open: /told/1, expect: { redirect: { to: '/notes/:id' }, params: { id: 1 }, interceptors: [log] } }",
            "{ open: /later/1, expect: { redirect: { to: /notes/1, status: 308 } } }",
            "{ open: /later/1, expect: { forward: /told/1, url: /told/1 } }",
        ])
    func passes(_ test: String) throws { #expect(try verdict(test) == []) }

    @Test(
        "a wrong expectation fails, with the expected and the actual result",
        arguments: [
            (
                "{ open: /notes/1, expect: { route: notes.save, handler: save } }",
                [
                    "route: expected 'notes.save', got 'notes.show'",
                    "handler: expected 'save', got module editor",
                ]
            ),
            ("{ open: /notes/x, expect: { route: notes.show } }", ["route: expected 'notes.show', got unmatched"]),
            (
                "{ open: /notes/1, expect: { params: { id: '01', no: x } } }",
                [
                    "parameter 'id': expected '01', got '1'",
                    "parameter 'no': expected 'x', got no such parameter",
                ]
            ),
            (
                "{ open: /notes/1, expect: { interceptors: [log, gate] } }",
                ["interceptors: expected [log, gate], got [gate, log]"]
            ),
            (
                "{ open: /notes/1, expect: { interceptors: { contains: [short], not: [log] } } }",
                [
                    "interceptors: expected 'short' among them, got [gate, log]",
                    "interceptors: expected 'log' not among them, got [gate, log]",
                ]
            ),
            ("{ open: /notes/1, expect: { forward: /n/1 } }", ["forward: expected '/n/1', got no forward"]),
            ("{ open: /old/1, expect: { forward: [] } }", ["forward: expected [], got [/notes/1]"]),
            ("{ open: /old/1, expect: { url: /old/1 } }", ["url: expected '/old/1', got '/notes/1'"]),
            (
                "{ open: /closed/door, expect: { route: shut } }",
                ["route: expected 'shut', got rejected by 'closed'"]
            ),
            ("{ open: /closed/window, expect: unmatched }", ["outcome: expected unmatched, got rejected by 'closed'"]),
            (
                "{ open: /notes/1, expect: { rejected: closed } }",
                ["rejected: expected 'closed', got route 'notes.show' (module editor)"]
            ),
            (
                "{ open: /lost/1, expect: { route: notes.show } }",
                ["route: expected 'notes.show', got route lost leads to a URL that no route matches"]
            ),
            ("{ open: /nowhere, expect: { fallback: editor } }", ["fallback: expected 'editor', got 'notFound'"]),
            (
                "{ open: /notes/1, method: DELETE, expect: { fallback: notFound } }",
                ["fallback: expected 'notFound', got no fallback"]
            ),
            (
                "{ open: /notes/1, method: DELETE, expect: { handler: save } }",
                ["handler: expected 'save', got unmatched"]
            ),
            ("{ open: /nowhere, expect: method-not-allowed }", ["outcome: expected method-not-allowed, got unmatched"]),
            (
                "{ open: /notes/1, expect: unmatched }",
                ["outcome: expected unmatched, got route 'notes.show' (module editor)"]
            ),
            ("{ open: /notes/x, expect: invalid-url }", ["outcome: expected invalid-url, got unmatched"]),
            (
                "{ open: /told/1, expect: { redirect: { to: /notes/2, status: 301 } } }",
                ["redirect: expected '/notes/2' with status 301, got '/notes/1' with status 308"]
            ),
            (
                "{ open: /told/1, expect: { forward: [/notes/1], route: notes.show } }",
                [
                    "route: expected 'notes.show', got 'told'",
                    "forward: expected [/notes/1], got a redirect to '/notes/1' with status 308",
                ]
            ),
            (
                "{ open: /told/1, expect: { module: editor, forward: /notes/1 } }",
                [
                    "module: expected 'editor', got redirect /notes/:id with status 308",
                    "forward: expected '/notes/1', got a redirect to '/notes/1' with status 308",
                ]
            ),
            (
                "{ open: /told/1, expect: unmatched }",
                ["outcome: expected unmatched, got a redirect to '/notes/1' with status 308"]
            ),
            (
                "{ open: /old/1, expect: { redirect: { to: /notes/1 } } }",
                ["redirect: expected '/notes/1' for the client, got a forward to '/notes/1'"]
            ),
            (
                "{ open: /notes/1, expect: { redirect: { to: /notes/1, status: 308 } } }",
                ["redirect: expected '/notes/1' with status 308, got no redirect"]
            ),
            (
                "{ open: 'http:/x', expect: { interceptors: [] } }",
                ["outcome: expected a URL, got no URL: a network scheme needs '//' and a host"]
            ),
        ])
    func fails(_ test: String, _ verdict: [String]) throws { #expect(try self.verdict(test) == verdict) }

    @Test("a failure is reported at the expectation, and explains where the request goes")
    func placeOfFailures() throws {
        let compilation = Compilation.compile(
            text: Self.routes + "tests:\n  - open: /notes/x\n    expect: { route: notes.show }\n")
        let result = try #require(compilation.runTests()?.results.first)
        let source = compilation.sources[0]
        #expect(source.text(in: result.mismatches[0].span) == "notes.show")
        #expect(result.explanation?.outcome == .unmatched)
        #expect(result.explanation?.candidates.map(\.lost).first == "parameter 'id' does not accept 'x'")
    }

    @Test("a route after a redirect for the client fails with the reason")
    func reasonOfClientRedirect() throws {
        let result = try run("  - { open: /told/1, expect: { route: notes.show } }\n")[0]
        #expect(result.reasons.first == "route told redirects the client to /notes/1")
    }

    @Test("a filter selects tests by name, URL, file, expected route and visited routes")
    func filters() throws {
        let tests = """
              - { name: the door is shut, open: /closed/door, expect: rejected }
              - { open: /old/1, expect: { url: /notes/1 } }
              - { open: /notes/1?draft, expect: { route: notes.show } }

            """
        func kept(_ texts: String...) throws -> [String] { try run(tests, filter: texts).map(\.test.open.value) }
        #expect(try kept("door is") == ["/closed/door"])
        #expect(try kept("/notes/1?d") == ["/notes/1?draft"])
        #expect(try kept("notes.show") == ["/old/1", "/notes/1?draft"])
        #expect(try kept("the*shut", "ol*/1") == ["/closed/door", "/old/1"])
        #expect(try kept("shut*the") == [])
        #expect(try kept("manifest.yaml").count == 3)
        #expect(try kept().count == 3)
    }

    @Test("tests also run against another table of the set, and the first failure is returned")
    func otherTables() throws {
        let compilation = Compilation.compile(
            text: Self.routes + """
                tests:
                  - { open: /notes/1, method: PUT, expect: { route: notes.save } }
                  - { open: /notes/1, expect: { interceptors: [gate, log] } }

                """)
        let tests = compilation.set.tests.sorted { $0.span < $1.span }
        let sound = try #require(compilation.routedSet)
        #expect(tests.map(sound.passes) == [true, true])
        var changed = compilation.set
        changed.interceptors.removeAll { $0.id.value == "gate" }
        #expect(tests.map(RoutedSet(changed).passes) == [true, false])
    }

    @Test("tests are not part of a set's meaning")
    func digest() {
        let tested = Compilation.compile(text: Self.routes + "tests: [{ open: /x, expect: unmatched }]\n")
        #expect(tested.digest == Compilation.compile(text: Self.routes).digest)
    }
}
