import Testing
import WaybillProofs
import WaybillTable

@testable import WaybillOracle

@Suite("Law 5 to 9: precedence, conflicts, tags, interceptors")
struct PrecedenceTests {
    @Test(
        "of two patterns the more specific one takes precedence, in any order",
        arguments: [
            ("http://h/a", "//h/a", "http://h/a"),
            ("myapp://a/*", "/a/b", "myapp://a/b"),
            ("//h/:x", "/a", "http://h/a"),
            ("//*.b.example.com/:x", "//*.example.com/a", "http://a.b.example.com/a"),
            ("//h:80/:x", "//h/a", "http://h:80/a"),
            ("/a/:x", "/:y/b", "/a/b"),
            ("/a-:x", "/:x", "/a-1"),
            ("/ab:x", "/a:x", "/abc"),
            ("/ab:x", "/a:xc", "/abbc"),
            ("/:x.json", "/:x", "/a.json"),
            ("/:x", "/*", "/a"),
            ("/*", "/**", "/a"),
            ("/a", "/a/**", "/a"),
            ("/a/*", "/a/**", "/a/b"),
            ("/:x/a", "/*/:y", "/1/a"),
        ])
    func order(first: String, second: String, url: String) throws {
        #expect(try table(["first": first, "second": second]).id(url) == "first")
        #expect(try table(["second": second, "first": first]).id(url) == "first")
    }

    @Test("more literal bytes of an affix take precedence over a longer prefix, and that over a constraint")
    func affixes() throws {
        let constrained = try table(["wide": "/a:x", "narrow": "/a:n"], constraints: ["n": .int])
        #expect(try constrained.id("/a1") == "narrow")
        #expect(try constrained.id("/ab") == "wide")
        let suffix = try table(["suffix": "/:xbcd", "prefix": "/ab:n"], constraints: ["n": .regex("cbcd")])
        #expect(try suffix.id("/abcbcd") == "prefix", "':x' takes the longest name, so 'xbcd' is a plain capture")
    }

    @Test("constrained captures of one rank leave the decision to later segments")
    func sameRankSubtrees() throws {
        let constraints = ["n": ParameterConstraint.int, "h": .hex]
        let routes: KeyValuePairs = ["capture": "/:h/:b", "literal": "/:n/x"]
        #expect(try table(routes, constraints: constraints).id("/12/x") == "literal")
        let other: KeyValuePairs = ["capture": "/:n/:b", "literal": "/:h/x"]
        #expect(try table(other, constraints: constraints).id("/12/x") == "literal")
    }

    @Test("a priority takes precedence over everything")
    func priority() throws {
        let routes = [
            RouteDefinition(id: "low", patterns: [try Pattern("http://h/a")]),
            RouteDefinition(id: "high", patterns: [try Pattern("/**")], priority: 1),
        ]
        #expect(try RoutingTable(routes: routes).id("http://h/a") == "high")
        #expect(try RoutingTable(routes: routes.reversed()).id("http://h/a") == "high")
    }

    @Test(
        "routes of the same precedence that share a request conflict, with an example request that both match",
        arguments: [
            ("/a/:x", "/a/:y", true), ("/a/*", "/a/*", true), ("/:n", "/:h", false), ("/x-:n", "/x-:h", false),
            ("myapp:", "myapp://", true), ("//*.a.b/**", "//*.a.b/**r", true),
        ])
    func conflict(first: String, second: String, isSame: Bool) throws {
        let table = try table(["1": first, "2": second], constraints: ["n": .int, "h": .hex])
        let conflict = try #require(table.conflicts().first)
        #expect(conflict.isSame == isSame)
        let url = try RouteURL(conflict.witness)
        for route in table.routes {
            let alone = RoutingTable(routes: [route])
            #expect(alone.route(for: url, method: conflict.method) != nil, "\(conflict.witness) for \(route.id)")
        }
    }

    @Test(
        "routes without a common request, or with different precedence, do not conflict",
        arguments: [
            ("/a/:x", "/a/*"), ("/a/:x", "/b/:x"), ("/:n", "/:al"), ("/a-:x", "/b-:x"), ("/a", "/a/**"),
            ("myapp://a", "yourapp://a"), ("//h:1/a", "//h:2/a"), ("/:a/b", "/a/:b"),
        ])
    func noConflict(first: String, second: String) throws {
        #expect(try table(["1": first, "2": second], constraints: ["n": .int, "al": .alpha]).conflicts().isEmpty)
    }

    @Test("disjoint methods separate routes, and different tags do not")
    func methodsAndTags() throws {
        let pattern = try Pattern("/a")
        func conflicts(_ first: [String], _ second: [String], tags: Set<String> = []) -> [RouteConflict] {
            RoutingTable(routes: [
                RouteDefinition(id: "1", patterns: [pattern], methods: first),
                RouteDefinition(id: "2", patterns: [pattern], methods: second, tags: tags),
            ]).conflicts()
        }
        #expect(conflicts(["GET"], ["POST"]).isEmpty)
        #expect(conflicts(["GET"], []).isEmpty)
        #expect(conflicts(["GET"], ["GET"], tags: ["t"]).first?.isSame == true)
        #expect(conflicts(["GET", "PUT"], ["PUT", "POST"]).first?.isSame == false)
        #expect(conflicts(["GET", "PUT"], ["PUT", "POST"]).first?.method == "PUT")
        #expect(conflicts(["GET"], ["GET", "HEAD"]).count == 1, "'GET' has the requests with 'HEAD' too")
    }

    @Test(
        "of two that nothing else separates, the one comes first whose requests are all requests of the other",
        arguments: [
            (.uuid, .regex("[0-9a-fA-F-]+"), "123e4567-e89b-12d3-a456-426614174000"), (.uint, .hex, "7"),
            (.int, .regex("[+-]?[0-9]+"), "-7"), (.oneOf(["en", "de"]), .regex("[a-z]{2}"), "en"),
            (.oneOf(["en"]), .oneOf(["de", "en"]), "en"), (.date, .slug, "2026-11-28"),
            // No segment is a dot.
            (.regex("\\.|a|b"), .alpha, "a"), (.regex("a*"), .regex("[ab]+"), "aa"),
            // Signs and capitals are other spellings of what a slug may be.
            (.uuid, .slug, "123e4567-e89b-12d3-a456-426614174000"), (.int, .slug, "7"), (.int, .slug, "-7"),
            (.int, .regex("[a-z0-9-]+"), "7"), (.regex("[+-]?[0-9]{1,3}"), .slug, "12"),
        ] as [(ParameterConstraint, ParameterConstraint, String)])
    func containment(part: ParameterConstraint, whole: ParameterConstraint, value: String) throws {
        for pattern in ["/x/:", "https://h/:"] {
            let routes: KeyValuePairs = ["z": pattern + "part", "a": pattern + "whole"]
            let table = try table(routes, constraints: ["part": part, "whole": whole])
            #expect(try table.id(pattern.dropLast() + value) == "z", "\(pattern)")
            #expect(table.conflicts().isEmpty, "\(pattern)")
        }
    }

    @Test("fewer methods come before more, and only the rest of a conflict is one")
    func methodsContained() throws {
        let pattern = try Pattern("/:x")
        func route(_ id: String, _ methods: [String], _ values: [String]) throws -> RouteDefinition {
            let automaton = try Automaton(.oneOf(values), caseSensitive: true)
            return RouteDefinition(id: id, patterns: [pattern], constraints: ["x": automaton], methods: methods)
        }
        let ways = RoutingTable(routes: [
            try route("wide", ["GET", "PUT"], ["a", "b"]), try route("word", ["GET"], ["a", "b"]),
            try route("one", ["GET"], ["a"]),
        ])
        #expect(ways.conflicts().isEmpty)
        #expect(try ways.id("/a", "GET") == "one" && ways.id("/b", "GET") == "word")
        #expect(try ways.id("/a", "HEAD") == "one" && ways.id("/a", "PUT") == "wide")
        let crossed = RoutingTable(routes: [
            try route("1", ["GET", "PUT"], ["a"]), try route("2", ["GET"], ["a", "b"]),
        ])
        #expect(crossed.conflicts().map(\.isSame) == [false], "each has requests of its own")
        let heads = RoutingTable(routes: [
            try route("get", ["GET"], ["a"]), try route("head", ["HEAD"], ["a", "b"]),
            try route("all", ["GET", "HEAD"], ["a", "b"]),
        ])
        #expect(try heads.id("/a", "HEAD") == "head" && heads.id("/a", "GET") == "get")
        #expect(try heads.id("/b", "GET") == "all")
    }

    @Test("Containment decides alike whatever the order of routes and whatever others there are")
    func canonicalOrder() throws {
        let names = ["a", "b", "c", "d", "e"]
        let lists = (1..<32).map { bits in names.indices.filter { bits >> $0 & 1 == 1 }.map { names[$0] } }
        // A chain of sets: each list of a name and all that precede it.
        let chain = names.indices.map { Array(names[...$0]) }
        var random = SplitMix(seed: 5)
        for others in [[], Array(lists.shuffled(using: &random).prefix(9))] {
            let all = (chain + others).shuffled(using: &random).enumerated()
            let routes = try all.map { index, values in
                RouteDefinition(
                    id: "\(index)", patterns: [try Pattern("/:x")],
                    constraints: ["x": try Automaton(.oneOf(values), caseSensitive: true)])
            }
            let table = RoutingTable(routes: routes)
            let ranks = table.ranks
            for (one, values) in all {
                for (other, more) in all where Set(values).isStrictSubset(of: more) {
                    #expect(
                        ranks[RoutePlace(route: one, pattern: 0)] ?? 0 < ranks[RoutePlace(route: other, pattern: 0)]
                            ?? 0)
                }
            }
        }
    }

    @Test("a view keeps what carries any of its tags, and interceptors that apply everywhere")
    func tags() throws {
        let pattern = try Pattern("/a")
        let table = RoutingTable(
            routes: [
                RouteDefinition(id: "plain", patterns: [pattern], priority: 2),
                RouteDefinition(id: "views", patterns: [pattern], priority: 1, tags: ["views", "x"]),
            ],
            interceptors: [
                InterceptorDefinition(id: "gate", patterns: [try Pattern("/**")], order: 5, appliesEverywhere: true),
                InterceptorDefinition(id: "log", patterns: [pattern], tags: ["views"]),
                InterceptorDefinition(id: "audit", patterns: [pattern]),
            ])
        #expect(try table.id("/a") == "plain")
        #expect(try table.id("/a", tags: ["views", "logs"]) == "views")
        #expect(try table.id("/a", tags: ["logs"]) == nil)
        func running(_ view: TagView) throws -> [String] {
            table.interceptors(for: try RouteURL("/a"), method: nil, in: view).map {
                table.interceptors[$0.interceptor].id
            }
        }
        #expect(try running(.everything) == ["audit", "log", "gate"])
        #expect(try running(TagView(["views"])) == ["log", "gate"])
        #expect(try running(TagView(["none"])) == ["gate"])
    }

    @Test("an interceptor with several patterns that match runs once, and sees its captures")
    func interceptorOnce() throws {
        let definition = InterceptorDefinition(id: "i", patterns: [try Pattern("/:a"), try Pattern("/**")])
        let table = RoutingTable(routes: [], interceptors: [definition])
        let matches = table.interceptors(for: try RouteURL("/x"), method: nil)
        #expect(matches.count == 1)
        #expect(matches.first?.captures["a"] == "x")
    }
}
