import Testing

@testable import WaybillTable

/// URLs whose path needs no decoding are parsed by a faster path, with the same result.
@Suite("Plain URLs")
struct PlainURLTests {
    private static let origins = [
        "", "http://a", "http://a.b-c:80", "https://x:65535", "https://x:65536", "https://x:999999999999999999999",
        "ws://h:",
        "wss://127.0.0.1:8080", "HTTP://a", "http://A", "http://", "http://:80", "http://a@b", "http://[::1]",
        "app://x",
        "app:", "http:", "https:/", "w", "http://a_b", "http://a%62", "http://a.", "http://a..b",
        "http://.a", "http://.",
    ]
    private static let paths = [
        "", "/", "/a", "/a/", "/a/b7", "/.", "/..", "/.a/b", "/a/./b", "/a.b/c", "/a%20", "/é",
        "/abcdefghij/klmnopqrstuvw", "//a",
        "/a//b", "/a b", "/abcdefg?", "/abcdef/.x",
    ]
    private static let ends = [
        "", "?", "?a=b", "?page=2&per_page=100", "?a b", "?a=é", "?a#b", "#f", "?%zz", "?.", "?a/.b",
    ]

    private static var texts: [String] {
        origins.flatMap { origin in paths.flatMap { path in ends.map { origin + path + $0 } } }
    }

    @Test(
        "the usual URLs are read without a scan",
        arguments: [
            ("/", 0..<1), ("/notes/42", 0..<9), ("/notes?page=2", 0..<6), ("http://localhost:8080/notes/42", 21..<30),
            ("https://example.com/a/b?x=/y", 19..<23), ("ws://a/b", 6..<8), ("wss://a:1/", 9..<10),
        ])
    func plain(text: String, path: Range<Int>) {
        #expect(text.withSpan { $0.plainPath?.range } == path)
    }

    @Test("a scan finds the same path and query, and nothing to decode")
    func sameAsScan() throws {
        for text in Self.texts {
            guard let path = text.withSpan({ $0.plainPath?.range }) else { continue }
            var scan = URLScan()
            try scan.scan(Array(text.utf8).span)
            #expect(scan.parts.isVerbatim && scan.parts.fragment == nil, "\(text)")
            let end = scan.parts.query.map { $0.range.lowerBound - 1 } ?? text.utf8.count
            #expect(path.upperBound == end, "\(text)")
            let segments = scan.steps[URLScan.headCount...].map(\.place.range)
            #expect(segments.first.map { $0.lowerBound - 1 } ?? path.lowerBound == path.lowerBound, "\(text)")
            #expect(
                (segments.last?.upperBound ?? path.lowerBound) + (scan.hasTrailingSlash || segments.isEmpty ? 1 : 0)
                    == path.upperBound, "\(text)")
        }
    }

    @Test("a URL has the same parts whether it is read as a plain one or not")
    func sameParts() throws {
        for origin in ["http://a.b-c:80", "https://x", "wss://127.0.0.1:8080"] {
            for path in ["/", "/a/b7", "/abcdefghij/klmnopqrstuvw"] {
                for end in ["", "?", "?page=2&per_page=100+1"] {
                    let plain = try RouteURL(origin + path + end)
                    // A capital makes the URL one that needs decoding.
                    let other = try RouteURL("H" + origin.dropFirst() + path + end)
                    guard origin.hasPrefix("http") else { continue }
                    #expect(plain.isPlain && !other.isPlain)
                    #expect(plain.scheme == other.scheme && plain.host == other.host && plain.port == other.port)
                    #expect(plain.segments == other.segments && plain.hasTrailingSlash == other.hasTrailingSlash)
                    #expect(plain.queryItems == other.queryItems && plain.query == other.query)
                    #expect(plain.assumedMethod == "GET" && plain.fragment == nil)
                }
            }
        }
    }

    @Test("a lookup has the same result in a table where hosts matter")
    func sameLookup() throws {
        let patterns = ["/a", "/a/:x", "/:x", "/abcdefghij/:y", "/**rest", "/"]
        let routes = try patterns.map { RouteDefinition(id: $0, patterns: [try Pattern($0)]) }
        let interceptors = try ["/a/**", "/abcdefghij/*"].map {
            InterceptorDefinition(id: $0, patterns: [try Pattern($0)])
        }
        let table = RoutingTable(routes: routes, interceptors: interceptors)
        let careful = RoutingTable(
            routes: routes + [RouteDefinition(id: "host", patterns: [try Pattern("http://nowhere.example:1/x")])],
            interceptors: interceptors)
        #expect(table.isForPaths && !careful.isForPaths)
        for text in Self.texts {
            guard (try? RouteURL(text)) != nil else { continue }
            let (found, expected) = try (
                table.match(text, in: table.scope(method: nil)), careful.match(text, in: careful.scope(method: nil))
            )
            #expect(found.route?.route == expected.route?.route, "\(text)")
            #expect(found.interceptors == expected.interceptors, "\(text)")
            for table in [table, careful] {
                #expect(table.routeIndex(for: text, method: nil, in: .everything) == expected.route?.route, "\(text)")
            }
            let captured = table.captures(of: found)?.asDictionary
            #expect(captured == careful.captures(of: expected)?.asDictionary, "\(text)")
            var lookup = Lookup()
            table.find(text, in: table.scope(method: nil), &lookup)
            let bytes = lookup.isVerbatim ? Array(text.utf8) : lookup.decoded
            let values = (0..<lookup.captureCount).map {
                String(decoding: bytes[lookup.capture(at: $0)], as: UTF8.self)
            }
            #expect(Set(values) == Set((captured ?? [:]).values), "\(text)")
        }
    }

    @Test(
        "a pattern with a scheme, a host or a port makes heads matter",
        arguments: ["http://a/x", "//a/x", "//*.a/x", "app://x/y"])
    func heads(pattern: String) throws {
        let route = RouteDefinition(id: "r", patterns: [try Pattern(pattern)])
        let interceptor = InterceptorDefinition(id: "i", patterns: [try Pattern(pattern)])
        #expect(!RoutingTable(routes: [route]).isForPaths)
        #expect(!RoutingTable(routes: [], interceptors: [interceptor]).isForPaths)
        #expect(RoutingTable(routes: [RouteDefinition(id: "p", patterns: [try Pattern("/x/:id")])]).isForPaths)
    }

    @Test("literals that begin with a dot or a sign are found, with what is captured after them")
    func unusualLiterals() throws {
        let patterns = ["/.well-known/:x", "/$m/:x", "/a!b/:x"]
        let table = RoutingTable(
            routes: try patterns.map { RouteDefinition(id: $0, patterns: [try Pattern($0)]) }, interceptors: [])
        for (route, pattern) in patterns.enumerated() {
            for origin in ["", "http://a:1"] {
                let url = origin + pattern.replacing(":x", with: "v7")
                let match = try table.match(url, in: table.scope(method: nil))
                #expect(match.route?.route == route && table.captures(of: match)?["x"] == "v7", "\(url)")
                #expect(match.url.segments.last == Array("v7".utf8))
            }
        }
    }
}
