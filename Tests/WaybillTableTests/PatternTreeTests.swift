import Testing

@testable import WaybillOracle
@testable import WaybillTable

@Suite("The layout of the table")
struct PatternTreeTests {
    @Test("what a walk relies on holds in every generated table", arguments: OracleFamily.allCases)
    func invariants(family: OracleFamily) throws {
        var generator = OracleGenerator(seed: 3)
        for _ in 0..<20 {
            let table = try generator.makeTrial(of: family).made.table()
            #expect(table.routeTree._checkInvariants() == [])
            #expect(table.interceptorTree._checkInvariants() == [])
        }
    }

    @Test("an empty table has a layout, and finds nothing")
    func empty() {
        let table = RoutingTable(routes: [])
        #expect(table.routeTree._checkInvariants() == [])
        #expect(table.interceptorTree._checkInvariants() == [])
        var lookup = Lookup()
        for url in ["/", "/a", "app://x", "https://h.com/", "/a/../b"] {
            table.find(Array(url.utf8).span, in: table.scope(method: nil), &lookup)
            #expect(lookup.route == nil && lookup.interceptorCount == 0 && !lookup.isInvalid, "\(url)")
        }
    }

    @Test("a lookup replaces its previous result")
    func reuse() throws {
        let table = RoutingTable(
            routes: [RouteDefinition(id: "r", patterns: [try Pattern("/a/:x")])],
            interceptors: [InterceptorDefinition(id: "i", patterns: [try Pattern("/a/**")])])
        let scope = table.scope(method: nil)
        var lookup = Lookup()
        table.find(Array("/a/b".utf8).span, in: scope, &lookup)
        #expect(lookup.route == 0 && lookup.captureCount == 1 && lookup.capture(at: 0) == 3..<4)
        #expect(lookup.interceptorCount == 1 && lookup.interceptor(at: 0) == 0)
        table.find(Array("%".utf8).span, in: scope, &lookup)
        #expect(lookup.isInvalid && lookup.route == nil && lookup.captureCount == 0 && lookup.interceptorCount == 0)
        table.find(Array("/b".utf8).span, in: scope, &lookup)
        #expect(!lookup.isInvalid && lookup.route == nil && lookup.interceptorCount == 0)
    }

    @Test("a path that is followed without parsing leads to the same entry as a parsed one", arguments: 5...17)
    func plainPaths(length: Int) throws {
        let text = String(repeating: "a", count: length)
        let patterns = ["/\(text)", "/\(text)/end", "/\(text)x", "/v/:value", "/v/:value/end"]
        let escaped = ["/\(text)%2F", "/\(text)%2F/end", "/\(text)%2Fend", "/\(text)%01", "/v/%2F/end"]
        var wrong: [[UInt8]] = []
        for patterns in [patterns, patterns + escaped] {
            let table = RoutingTable(
                routes: try patterns.map { RouteDefinition(id: $0, patterns: [try Pattern($0)]) },
                interceptors: [InterceptorDefinition(id: "i", patterns: [try Pattern("/v/\(text)x")])])
            let scope = table.scope(method: nil)
            var lookup = Lookup()
            for byte in UInt8.min...UInt8.max {
                for (start, end) in [("/", ""), ("/", "/"), ("/", "/end"), ("/", "end"), ("/v/", ""), ("/v/", "/end")] {
                    let url = Array((start + text).utf8) + [byte] + Array(end.utf8)
                    table.find(url.span, in: scope, &lookup)
                    let parsed = String(validating: url, as: UTF8.self).flatMap { try? RouteURL($0) }
                    let match = parsed.map { table.match($0, in: scope) }
                    let captures = match.flatMap(table.captures)
                    let value = captures?["value"].map { Array($0.utf8) }
                    let found = lookup.captureCount == 1 ? (lookup.isVerbatim ? url : lookup.decoded) : nil
                    if lookup.isInvalid != (parsed == nil) || lookup.route != match?.route?.route
                        || found.map({ Array($0[lookup.capture(at: 0)]) }) != value
                        || lookup.interceptorCount != match?.interceptors.count ?? 0
                    {
                        wrong.append(url)
                    }
                }
            }
        }
        #expect(wrong == [])
    }

    @Test("the places of captured values are found in short paths and in long ones", arguments: 7...10)
    func captures(count: Int) throws {
        let pattern = try Pattern("/a" + (0..<count).map { "/:x\($0)" }.joined())
        let table = RoutingTable(routes: [RouteDefinition(id: "r", patterns: [pattern])])
        let scope = table.scope(method: nil)
        var lookup = Lookup()
        for length in 1...40 {
            let values = (0..<count).map { String(repeating: "v", count: length + $0 % 3) }
            let url = Array(("/a/" + values.joined(separator: "/")).utf8)
            table.find(url.span, in: scope, &lookup)
            #expect(lookup.route == 0 && lookup.captureCount == count, "\(url.count) bytes")
            let found = (0..<lookup.captureCount).map { String(decoding: url[lookup.capture(at: $0)], as: UTF8.self) }
            #expect(found == values, "\(url.count) bytes")
        }
    }

    @Test(
        "a path is split in the same way wherever its blocks begin",
        arguments: [1, 15, 16, 17, 47, 48, 63, 64, 65, 127, 128, 129])
    func blocks(length: Int) throws {
        let table = RoutingTable(routes: [RouteDefinition(id: "r", patterns: [try Pattern("/**rest")])])
        let scope = table.scope(method: nil)
        var lookup = Lookup()
        for slash in 1..<length {
            var bytes = [UInt8](repeating: UInt8(ascii: "x"), count: length)
            (bytes[0], bytes[slash]) = (UInt8(ascii: "/"), UInt8(ascii: "/"))
            table.find(bytes.span, in: scope, &lookup)
            #expect(lookup.route == 0 && lookup.isVerbatim)
            #expect(lookup.capture(at: 0) == 1..<(slash == length - 1 ? slash : length), "\(slash)")
            let url = try RouteURL(String(decoding: bytes, as: UTF8.self))
            let expected = url.segments.map { Array($0) }
            let pieces = bytes.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            #expect(expected == (pieces.last == [] ? pieces.dropLast() : pieces[...]).map { Array($0) }, "\(slash)")
        }
    }
}
