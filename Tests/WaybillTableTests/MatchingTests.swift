import Testing
import WaybillProofs
import WaybillTable

/// A table of routes written as `id`: `pattern`.
func table(
    _ routes: KeyValuePairs<String, String>, settings: MatchSettings = MatchSettings(),
    constraints: [String: ParameterConstraint] = [:]
) throws -> RoutingTable {
    let automata = try constraints.mapValues { try Automaton($0, caseSensitive: settings.isCaseSensitive) }
    return RoutingTable(
        settings: settings,
        routes: try routes.map { id, pattern in
            let pattern = try Pattern(pattern)
            let own = automata.filter { pattern.captureNames.contains($0.key) }
            return RouteDefinition(id: id, patterns: [pattern], constraints: own)
        })
}

extension RoutingTable {
    /// The id of the route that serves a URL.
    func id(_ url: String, _ method: String? = nil, tags: Set<String>? = nil) throws -> String? {
        let view = tags.map(TagView.init) ?? .everything
        return route(for: try RouteURL(url), method: method, in: view).map { routes[$0.route].id }
    }
}

@Suite("Law 2 and 3: matching")
struct MatchingTests {
    @Test("a pattern that starts with a slash or a plain segment matches every scheme and host")
    func everyScheme() throws {
        let table = try table(["a": "/route/one", "b": "plain/:x"])
        for url in ["/route/one", "routingexample://route/one", "http://host/route/one", "x:route/one"] {
            #expect(try table.id(url) == "a", "\(url)")
        }
        #expect(try table.id("myapp://plain/1") == "b")
    }

    @Test("'//host' matches every network scheme with that host, and no other")
    func host() throws {
        let table = try table(["exact": "//api.example.com/x", "wild": "//*.example.com/x", "port": "//p.org:8080/x"])
        #expect(try table.id("https://API.example.com/x") == "exact")
        #expect(try table.id("ws://api.example.com:99/x") == "exact")
        #expect(try table.id("http://a.b.example.com/x") == "wild")
        #expect(try table.id("http://example.com/x") == nil)
        #expect(try table.id("http://p.org:8080/x") == "port")
        #expect(try table.id("http://p.org/x") == nil)
        #expect(try table.id("myapp://api.example.com/x") == nil)
        #expect(try table.id("/x") == nil)
    }

    @Test("patterns are anchored")
    func anchored() throws {
        let table = try table(["a": "/a"])
        for url in ["/ab", "/a/b", "/x/a", "/"] { #expect(try table.id(url) == nil, "\(url)") }
    }

    @Test("'*' is one non-empty segment, '**' zero or more, and only '**' takes an empty one")
    func wildcards() throws {
        let star = try table(["star": "/a/*"])
        #expect(try star.id("/a/x") == "star")
        #expect(try star.id("/a") == nil)
        #expect(try star.id("/a//x") == nil)
        let rest = try table(["rest": "/a/**"])
        for url in ["/a", "/a/", "/a/x/y", "/a//x"] { #expect(try rest.id(url) == "rest", "\(url)") }
    }

    @Test("a catch-all's value is its decoded segments joined by slashes, and empty for none")
    func catchAllValue() throws {
        let table = try table(["rest": "/a/**rest"])
        func value(_ url: String) throws -> String? {
            table.route(for: try RouteURL(url), method: nil)?.captures["rest"]
        }
        #expect(try value("/a/b%20c/d/") == "b c/d")
        #expect(try value("/a") == "")
    }

    @Test("under strict a catch-all takes whatever follows, and its value keeps the slash")
    func strictCatchAll() throws {
        let strict = MatchSettings(trailingSlash: .strict)
        let table = try table(["rest": "/a/**rest", "end": "/b/**rest/"], settings: strict)
        let values = [
            "/a": "", "/a/": "", "/a/b": "b", "/a/b/": "b/", "/a/b//": "b//", "/a//": "/", "app://a/b%2Fc/": "b/c/",
            "/b/c": "c", "/b/c/": "c/", "/a/b/..": "", "/a/b/c/.": "b/c/",
        ]
        for (url, value) in values {
            let match = try #require(table.route(for: try RouteURL(url), method: nil), "\(url)")
            #expect(match.captures["rest"] == value, "\(url)")
        }
    }

    @Test("under strict a gate of a folder runs for its pages with a trailing slash")
    func strictGate() throws {
        let table = RoutingTable(
            settings: MatchSettings(trailingSlash: .strict),
            routes: try ["/admin/stats/", "/admin/users"].map { RouteDefinition(id: $0, patterns: [try Pattern($0)]) },
            interceptors: [InterceptorDefinition(id: "gate", patterns: [try Pattern("/admin/**")])])
        for url in ["/admin/stats/", "/admin/users"] {
            let match = try table.match(url, in: table.scope(method: "GET"))
            #expect(match.route != nil && match.interceptors == [0], "\(url)")
        }
        #expect(try table.match("/admin/stats", in: table.scope(method: "GET")).route == nil)
    }

    @Test(
        "a host has one spelling in URLs and patterns",
        arguments: [
            ("//internal.example/w", ["http://internal.example./w", "http://INTERNAL.example/w"]),
            ("//internal.example./w", ["http://internal.example/w"]),
            ("//[::1]/w", ["http://[0:0:0:0:0:0:0:1]/w", "http://[::0.0.0.1]:8080/w"]),
            ("//[2001:DB8:0:0:1::1]/w", ["http://[2001:db8::1:0:0:1]/w"]),
            ("//[::ffff:c000:0201]/w", ["http://[::FFFF:192.0.2.1]/w"]),
            ("//münchen.example/w", ["http://xn--mnchen-3ya.example/w", "http://M%C3%BCNCHEN.example/w"]),
            ("//xn--mnchen-3ya.example/w", ["http://münchen.example/w"]),
            ("//*.straße.example/w", ["http://a.xn--strae-oqa.example/w"]),
            ("//例え.テスト/w", ["http://xn--r8jz45g.xn--zckzah/w"]),
            ("https://h:443/w", ["https://h/w", "https://h:443/w", "https://h:/w"]),
            ("http://h:80/w", ["http://h/w"]), ("wss://h:443/w", ["wss://h/w"]), ("ws://h:80/w", ["ws://h/w"]),
            ("//h:443/w", ["https://h/w", "http://h:443/w", "wss://h/w"]),
            ("https://h/w", ["https://h:8443/w", "https://h/w"]),
        ])
    func spelling(pattern: String, urls: [String]) throws {
        let table = try table(["r": pattern])
        for url in urls { #expect(try table.id(url) == "r", "\(url)") }
    }

    @Test("a default port belongs to a scheme, and no host pattern takes an empty label")
    func otherHosts() throws {
        let table = try table(["r": "//h:443/w", "s": "//*.example.com/w"])
        #expect(try table.id("http://h/w") == nil)
        #expect(try table.id("https://h:80/w") == nil)
        #expect(throws: InvalidURL.self) { try table.id("http://a..example.com/w") }
        #expect(throws: InvalidURL.self) { try table.id("http://.example.com/w") }
    }

    @Test("a literal prefix and suffix surround a capture that is not empty")
    func affixes() throws {
        let table = try table(["item": "/item-:id.json"])
        let match = table.route(for: try RouteURL("/item-a%2Fb.json"), method: nil)
        #expect(match?.captures["id"] == "a/b")
        for url in ["/item-.json", "/item-1.xml", "/tem-1.json"] { #expect(try table.id(url) == nil, "\(url)") }
    }

    @Test("literals are decoded as a URL's segments are, and an escaped slash makes no segment")
    func literals() throws {
        let table = try table(["escaped": "/a%2Fb", "colon": "/x%3Ay", "wide": "/caf%C3%A9"])
        #expect(try table.id("/a%2fb") == "escaped")
        #expect(try table.id("/a/b") == nil)
        #expect(try table.id("/x:y") == "colon")
        #expect(try table.id("/café") == "wide")
    }

    @Test("scheme and host compare without case, paths by setting, and captured values keep their case")
    func letterCase() throws {
        let exact = try table(["a": "MyApp://Notes/:id"])
        #expect(try exact.id("MYAPP://Notes/X") == "a")
        #expect(try exact.id("myapp://notes/X") == nil)
        let folded = try table(["a": "/Notes/Item-:id/É"], settings: MatchSettings(isCaseSensitive: false))
        let match = folded.route(for: try RouteURL("/nOTES/iTEM-XyZ/É"), method: nil)
        #expect(match?.captures["id"] == "XyZ")
        #expect(try folded.id("/notes/item-x/é") == nil)
    }

    @Test("a trailing slash is ignored, or must be on both sides")
    func trailingSlash() throws {
        let ignoring = try table(["a": "/a", "b": "/b/"])
        for (url, id) in [("/a", "a"), ("/a/", "a"), ("/b", "b"), ("/b/", "b")] { #expect(try ignoring.id(url) == id) }
        #expect(try ignoring.id("/a//") == nil)
        let strict = try table(["a": "/a", "b": "/b/"], settings: MatchSettings(trailingSlash: .strict))
        for (url, id) in [("/a", "a"), ("/a/", nil), ("/b", nil), ("/b/", "b")] { #expect(try strict.id(url) == id) }
        #expect(try strict.id("/b/x/..") == "b")
    }

    @Test("matching backtracks, and what a dead end captured is gone")
    func backtracking() throws {
        let table = try table(["deep": "/a/:x/c/d", "wide": "/:first/b/**rest"])
        let match = table.route(for: try RouteURL("/a/b/c/e"), method: nil)
        #expect(match?.captures.asDictionary == ["first": "a", "rest": "c/e"])
    }

    @Test("many wildcards do not make a lookup exponential")
    func worstCase() throws {
        let depth = 24
        let patterns = (0..<depth).map { literal in
            (0..<depth).map { $0 == literal ? "a" : ":p\($0)" }.joined(separator: "/") + "/end\(literal)"
        }
        let routes = try patterns.enumerated().map { RouteDefinition(id: "\($0)", patterns: [try Pattern("/" + $1)]) }
        let table = RoutingTable(routes: routes)
        let url = "/" + Array(repeating: "a", count: depth).joined(separator: "/") + "/nothing"
        #expect(try table.id(url) == nil)
    }
}

@Suite("Law 4: constrained captures and methods")
struct ConstraintAndMethodTests {
    @Test("a value outside its type does not match, and the next candidate is tried")
    func nextCandidate() throws {
        let table = try table(["number": "/n/:id", "any": "/n/:slug"], constraints: ["id": .int])
        #expect(try table.id("/n/42") == "number")
        #expect(try table.id("/n/-007") == "number")
        #expect(try table.id("/n/x") == "any")
        #expect(try table.id("/n/9223372036854775808") == "any")
    }

    @Test("a list is compared as paths are")
    func list() throws {
        let constraint = ["lang": ParameterConstraint.oneOf(["de", "fr"])]
        let exact = try table(["a": "/:lang"], constraints: constraint)
        #expect(try exact.id("/de") == "a")
        #expect(try exact.id("/DE") == nil)
        let folded = try table(
            ["a": "/:lang"], settings: MatchSettings(isCaseSensitive: false), constraints: constraint)
        #expect(try folded.id("/DE") == "a")
    }

    private func route(_ id: String, _ pattern: String, _ methods: [String]) throws -> RouteDefinition {
        RouteDefinition(id: id, patterns: [try Pattern(pattern)], methods: methods)
    }

    @Test("a route with methods answers only those, and a request without one reaches only routes without methods")
    func methods() throws {
        let table = RoutingTable(routes: [try route("get", "/a", ["GET"]), try route("any", "/a", [])])
        #expect(try table.id("/a", "GET") == "get")
        #expect(try table.id("/a", "POST") == "any")
        #expect(try table.id("/a", "get") == "any")
        #expect(try table.id("/a", nil) == "any")
    }

    @Test("GET answers HEAD too, if no route of its rank names HEAD")
    func head() throws {
        let alone = RoutingTable(routes: [try route("get", "/a", ["GET"]), try route("any", "/a", [])])
        #expect(try alone.id("/a", "HEAD") == "get")
        let named = RoutingTable(routes: [try route("get", "/:x", ["GET"]), try route("head", "/:y", ["HEAD"])])
        #expect(try named.id("/a", "HEAD") == "head")
        #expect(try named.id("/a", "GET") == "get")
        #expect(named.conflicts().isEmpty)
        let lower = RoutingTable(routes: [try route("get", "/a", ["GET"]), try route("head", "/:y", ["HEAD"])])
        #expect(try lower.id("/a", "HEAD") == "get")
    }

    @Test("the methods of a URL are those that some route answers there")
    func allowed() throws {
        let table = RoutingTable(routes: [try route("get", "/a", ["GET"]), try route("put", "/:x", ["PUT"])])
        #expect(table.allowedMethods(for: try RouteURL("/a")) == ["GET", "HEAD", "PUT"])
        #expect(table.allowedMethods(for: try RouteURL("/a/b")) == [])
    }
}
