import Testing
import WaybillTable

@Suite("Locations for clients")
struct LocationTests {
    private func location(of target: String, from pattern: String, _ urls: String...) throws -> String? {
        let table = RoutingTable(routes: [RouteDefinition(id: "r", patterns: [try Pattern(pattern)])], interceptors: [])
        let requests = try urls.map { try RouteURL($0) }
        let match = try #require(table.route(for: requests[requests.count - 1], method: nil))
        return try URLTemplate(target).location(match.captures, after: requests)
    }

    @Test(
        "a target without a scheme is an absolute path, and any other is a whole URL",
        arguments: [
            ("/new/:id", "/new/1"), ("new/:id", "/new/1"), ("https://example.com/:id", "https://example.com/1"),
            ("app:new/:id", "app:new/1"), ("/", "/"),
            ("https://münchen.example:8443/:id", "https://xn--mnchen-3ya.example:8443/1"),
            ("https://münchen.example?at=é", "https://xn--mnchen-3ya.example?at=%C3%A9"),
        ])
    func form(target: String, expected: String) throws {
        #expect(try location(of: target, from: "/old/:id", "/old/1") == expected)
        #expect(try location(of: target, from: "/old/:id", "https://h/old/1") == expected)
    }

    @Test(
        "the query of the request is carried over, after that of the target, and without its keys",
        arguments: [
            ("/new", "/old?a=1&b=%20", "/new?a=1&b=%20"), ("/new?c=2", "/old?a=1", "/new?c=2&a=1"),
            ("/new?a=2", "/old?a=1&b=1&a=3&b=2", "/new?a=2&b=1&b=2"), ("/new?a=2", "/old?%61=1&A=2&a", "/new?a=2&A=2"),
            ("/new?c=2#top", "/old?&&a=1&", "/new?c=2&a=1#top"),
            ("/new?é", "/old?e%CC%81=1&é=2", "/new?%C3%A9&e%CC%81=1"),
            ("/new?a", "/old?a=1", "/new?a"), ("/new?", "/old?a=1", "/new?"),
            ("app:new?a=1", "/old?b", "app:new?a=1&b"),
            ("/new#top", "/old?a=1", "/new?a=1#top"), ("/new#a?b", "/old?a=1", "/new?a=1#a?b"),
            ("/new", "/old?", "/new"),
            ("https://h/new", "/old?a=1", "https://h/new?a=1"),
        ])
    func query(target: String, url: String, expected: String) throws {
        #expect(try location(of: target, from: "/old", url) == expected)
    }

    @Test("of the URLs of a request the last query counts")
    func queryOnTheWay() throws {
        #expect(try location(of: "/new", from: "/old", "/first?a=1", "/second?b=2", "/old") == "/new?b=2")
    }

    @Test(
        "no value makes another host of a path",
        arguments: [
            ("/old//evil.example/x", "/.//evil.example/x"), ("/old/%5Cevil.example", "/%5Cevil.example"),
            ("/old/%2Fevil.example", "/%2Fevil.example"),
        ])
    func otherHost(url: String, expected: String) throws {
        #expect(try location(of: "/**rest", from: "/old/**rest", url) == expected)
        #expect(try RouteURL(expected).segments == Array(RouteURL(url).segments.dropFirst()))
    }

    @Test("characters that a header cannot contain are escaped")
    func characters() throws {
        #expect(try location(of: "/größe", from: "/old", "/old?q=ü\r\nx: y") == "/gr%C3%B6%C3%9Fe?q=%C3%BC%0D%0Ax:%20y")
    }
}
