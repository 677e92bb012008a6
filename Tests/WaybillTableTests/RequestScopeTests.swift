import Testing

@testable import WaybillTable

@Suite("A scope or a lookup of another table")
struct RequestScopeTests {
    /// One route and one interceptor for each tag, so that the table has as many audiences.
    private func table(tags: Int) throws -> RoutingTable {
        RoutingTable(
            routes: try (0..<tags).map { number in
                RouteDefinition(id: "r\(number)", patterns: [try Pattern("/a\(number)/:x")], tags: ["t\(number)"])
            },
            interceptors: try (0..<tags).map { number in
                InterceptorDefinition(id: "i\(number)", patterns: [try Pattern("/a\(number)/**")], tags: ["t\(number)"])
            })
    }

    @Test("a scope of a smaller table finds in a larger one what the larger one's own scope finds")
    func smallerTable() throws {
        let small = try table(tags: 1)
        let large = try table(tags: 200)
        var lookup = Lookup()
        for url in ["/a199/v", "app://a199/v"] {
            large.find(Array(url.utf8).span, in: small.scope(method: nil), &lookup)
            #expect(lookup.route == 199 && lookup.captureCount == 1, "\(url)")
            #expect(lookup.interceptorCount == 1 && lookup.interceptor(at: 0) == 199, "\(url)")
        }
    }

    @Test("a scope keeps its view in another table")
    func view() throws {
        let small = try table(tags: 1)
        let large = try table(tags: 200)
        let scope = small.scope(method: nil, view: TagView(["t7"]))
        var lookup = Lookup()
        large.find(Array("/a7/v".utf8).span, in: scope, &lookup)
        #expect(lookup.route == 7)
        large.find(Array("/a8/v".utf8).span, in: scope, &lookup)
        #expect(lookup.route == nil && lookup.interceptorCount == 0)
        #expect(large.match(try RouteURL("/a7/v"), in: scope).route?.route == 7)
        #expect(large.match(try RouteURL("/a8/v"), in: scope).route == nil)
    }

    @Test("one lookup serves tables of any sizes")
    func sharedLookup() throws {
        let tables = [try table(tags: 1), try table(tags: 200), RoutingTable(routes: [])]
        var lookup = Lookup()
        for _ in 0..<2 {
            for table in tables {
                table.find(Array("/a0/v".utf8).span, in: table.scope(method: nil), &lookup)
                #expect(lookup.route == (table.routes.isEmpty ? nil : 0))
                #expect(lookup.interceptorCount == table.interceptors.prefix(1).count)
            }
        }
    }

    @Test("methods that no entry answers count as none, so that clients cannot fill a table's cache")
    func unknownMethods() throws {
        let table = try table(tags: 1)
        let view = TagView(["t0"])
        for method in ["BREW", "", "get"] {
            #expect(table.scope(method: method, view: view).request == .any(method: nil, view: view))
            #expect(table.everywhereScope(method: method).request == .everywhere(method: nil))
        }
        let answering = RoutingTable(routes: [.init(id: "r", patterns: [try Pattern("/a")], methods: ["GET"])])
        for method in ["GET", "HEAD"] {
            #expect(answering.scope(method: method, view: view).request == .any(method: method, view: view))
        }
    }
}
