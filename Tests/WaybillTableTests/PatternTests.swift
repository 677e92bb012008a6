import Testing
import WaybillTable

@Suite("Law 3: patterns")
struct PatternTests {
    @Test(
        "a pattern that can match nothing is rejected at the exact characters",
        arguments: [
            ("/a?b", 2..<3), ("/a#b", 2..<3), ("/a b", 2..<3), ("/a//b", 2..<4), ("/a/../b", 3..<5), ("/a/%2e", 3..<6),
            ("/item-*", 6..<7), ("/a:", 2..<3), ("/:1a", 1..<2), ("/a*b", 2..<3), ("/***", 3..<4), ("/%zz", 1..<4),
            ("//", 0..<2), ("//:host/a", 2..<7), ("//*/a", 2..<3), ("//a*b/c", 2..<5), ("http:/a", 0..<5),
            ("https:///a", 0..<8), ("//h:x/a", 4..<5), ("//h:99999/a", 4..<9), ("*://x", 0..<1), ("/**na-me", 1..<8),
        ])
    func impossible(text: String, range: Range<Int>) throws {
        let error = try #require(throws: PatternError.self) { try Pattern(text) }
        #expect(error.problem == .impossible)
        #expect(error.range == range)
    }

    @Test(
        "a segment with two parameters, and '**' before the end, are ambiguous",
        arguments: [("/:a-:b", 1..<6), ("/**/b", 1..<3), ("/a/**rest/:b", 3..<9)])
    func ambiguous(text: String, range: Range<Int>) throws {
        let error = try #require(throws: PatternError.self) { try Pattern(text) }
        #expect(error.problem == .ambiguous)
        #expect(error.range == range)
    }

    @Test("a name appears once in a pattern")
    func duplicateName() throws {
        let error = try #require(throws: PatternError.self) { try Pattern("/:id/x/:id") }
        #expect(error.problem == .duplicateParameter)
        #expect(error.range == 7..<10)
    }

    @Test(
        "captures are named in order",
        arguments: [
            ("/:a/x/:b_2/**rest", ["a", "b_2", "rest"]), ("/item-:id.json", ["id"]), ("/*/**", []), (":id/x", ["id"]),
        ])
    func names(text: String, expected: [String]) throws {
        #expect(try Pattern(text).captureNames == expected)
    }

    @Test("more segments than the table's depth are rejected")
    func depth() throws {
        let deepest = String(repeating: "/a", count: Pattern.maximumSegments)
        _ = try Pattern(deepest)
        #expect(throws: PatternError.self) { try Pattern(deepest + "/a") }
    }

    @Test(
        "a target contains captured values as the request wrote them, with its trailing slash after a catch-all",
        arguments: [
            ("/old/@ann/Talk:Main/Foo_(bar)/a;v=1/b%2Fc", "/new/@ann/Talk:Main/Foo_(bar)/a;v=1/b%2Fc"),
            ("/old/docs/", "/new/docs/"), ("/old/docs//", "/new/docs//"), ("/old/", "/new/"), ("/old", "/new"),
            ("/old/%3B;%7e~%C3%a9é", "/new/%3B;%7e~%C3%a9%C3%A9"), ("/old/a\"<[]>|b", "/new/a%22%3C%5B%5D%3E%7Cb"),
            ("/x/../old/./a%20b/", "/new/a%20b/"), ("http://h/old/*'!$&,=+/%41/", "/new/*'!$&,=+/%41/"),
            ("app://old/a:b/", "/new/a:b/"),
        ])
    func spelling(url: String, target: String) throws {
        for slash in [MatchSettings.TrailingSlash.ignore, .strict] {
            let table = RoutingTable(
                settings: MatchSettings(trailingSlash: slash),
                routes: [RouteDefinition(id: "r", patterns: [try Pattern("/old/**rest")])])
            let match = try #require(table.route(for: try RouteURL(url), method: nil))
            #expect(try URLTemplate("/new/**rest").target(for: match.captures) == target)
        }
    }

    @Test(
        "a part of a segment is as the request wrote it, and no value makes a scheme, a port or an item of a query",
        arguments: [
            ("/x-:id", "/x-a;%3bb"), ("/:id?next=:id#:id", "/a;%3bb?next=a%3B%3Bb#a%3B%3Bb"), (":id/x", "a%3B%3Bb/x"),
            ("app://:id/x", "app://a%3B%3Bb/x"), ("app:new/:id", "app:new/a;%3bb"),
            ("https://h/:id", "https://h/a;%3bb"),
        ])
    func partOfSegment(text: String, target: String) throws {
        let table = RoutingTable(routes: [RouteDefinition(id: "r", patterns: [try Pattern("/old/é:id.b")])])
        for url in ["/old/%C3%A9a;%3bb.b", "/old/éa;%3bb%2Eb"] {
            let match = try #require(table.route(for: try RouteURL(url), method: nil))
            #expect(try URLTemplate(text).target(for: match.captures) == target, "\(url)")
        }
    }

    @Test("an authority of dots does not move the target of a catch-all")
    func dotsInAuthority() throws {
        let table = RoutingTable(routes: [RouteDefinition(id: "r", patterns: [try Pattern("/**rest")])])
        let match = try #require(table.route(for: try RouteURL("app://../x"), method: nil))
        #expect(try URLTemplate("/pages/**rest").target(for: match.captures) == nil)
    }

    @Test("a target contains captured values, escaped as the segments that they are")
    func template() throws {
        let table = RoutingTable(routes: [RouteDefinition(id: "r", patterns: [try Pattern("/old/:id/**rest")])])
        let url = try RouteURL("/old/a%2Fb/c%3F/d")
        let match = try #require(table.route(for: url, method: nil))
        #expect(try URLTemplate("/new/:id/**rest").expand(match.captures) == "/new/a%2Fb/c%3F/d")
        #expect(
            try URLTemplate("app://x?next=:id&at=12:30#:id").expand(match.captures)
                == "app://x?next=a%2Fb&at=12:30#a%2Fb")
    }

    @Test(
        "a whole segment of a target without a value is removed",
        arguments: [
            ("/new/**rest", "/new"), ("/new/:rest", "/new"), ("/new/:rest/x", "/new/x"),
            ("/new/:rest?at=/:rest", "/new?at=/"),
            ("/:rest/x", "/x"), ("/new/a-:rest", "/new/a-"), ("/**rest", "/"),
            ("app://new/**rest#/:rest", "app://new#/"),
        ])
    func emptyCatchAll(text: String, url: String) throws {
        let table = RoutingTable(routes: [RouteDefinition(id: "r", patterns: [try Pattern("/old/**rest")])])
        let match = try #require(table.route(for: try RouteURL("/old"), method: nil))
        #expect(try URLTemplate(text).expand(match.captures) == url)
    }

    @Test(
        "a captured dot segment does not move the target",
        arguments: [
            ("/pages/:x/admin", "/p/...b", nil), ("/pages/:x/admin", "/p/..b", nil), ("/pages/.:x", "/p/..b", nil),
            ("/pages/:x", "/p/a..b", "/pages/a."), ("/pages/v:x", "/p/...b", "/pages/v.."),
            ("/pages?at=/:x/", "/p/...b", "/pages?at=/../"),
        ])
    func dotSegments(text: String, url: String, target: String?) throws {
        let table = RoutingTable(routes: [RouteDefinition(id: "r", patterns: [try Pattern("/p/:x.b")])])
        let match = try #require(table.route(for: try RouteURL(url), method: nil))
        #expect(try URLTemplate(text).target(for: match.captures) == target)
    }

    @Test("a target has no catch-all in its query or fragment", arguments: ["/a?u=**rest", "/**rest#x**rest"])
    func catchAllOfQuery(text: String) throws {
        let error = #expect(throws: PatternError.self) { try URLTemplate(text) }
        #expect(error?.message == "'**rest' is replaced only in the path")
        #expect(try URLTemplate("/a?u=**&v=**1").expand(Captures()) == "/a?u=**&v=**1")
    }

    @Test(
        "a host that no URL has is an error that says so",
        arguments: [
            ("//a..example/x", "a label between two dots is empty"),
            ("//.example/x", "a label between two dots is empty"),
            ("//e\u{301}.example/x", "no A-label is known for 'e\u{301}'"),
            ("//☃.example/x", "no A-label is known for '☃'"),
            ("//ﬁ.example/x", "no A-label is known for 'ﬁ'"), ("//[::1::2]/x", "is not a valid host"),
            ("//[1:2:3:4:5:6:7:8:9]/x", "is not a valid host"), ("//[::1.2.3]/x", "is not a valid host"),
        ])
    func host(text: String, message: String) throws {
        let error = try #require(throws: PatternError.self) { try Pattern(text) }
        #expect(error.message.hasSuffix(message), "\(error.message)")
        #expect(error.help != nil)
    }

    @Test("a target has no wildcards", arguments: ["/a/*", "/a/**", "//*.example.com/a"])
    func wildcardTarget(text: String) {
        #expect(throws: PatternError.self) { try URLTemplate(text) }
    }
}
