import Testing
import WaybillTable

@Suite("The oracle: table and law agree on generated cases")
struct OracleTests {
    @Test("the same route, captures and interceptors for every request", arguments: 1...4 as ClosedRange<UInt64>)
    func agreement(seed: UInt64) throws {
        var generator = OracleGenerator(seed: seed)
        for _ in 0..<90 {
            let made = try generator.makeCase(routes: 9, interceptors: 4).withoutConflicts()
            guard try isAgreed(made, requests: 60, &generator) else { return }
        }
    }

    @Test("rivals for one segment: affixes, narrowings and HEAD decide as the law says")
    func rivals() throws {
        var generator = OracleGenerator(seed: 5)
        for _ in 0..<120 {
            let made = try generator.makeRivals().withoutConflicts()
            guard try isAgreed(made, requests: 15, &generator) else { return }
        }
    }

    /// Asks both, and records the first difference with the fewest definitions that show it.
    private func isAgreed(
        _ made: OracleCase, requests: Int, _ generator: inout OracleGenerator
    ) throws -> Bool {
        let (table, oracle) = (try made.table(), made.oracle)
        for _ in 0..<requests {
            let request = generator.makeRequest(for: made)
            let answer = OracleCase.answer(of: table, to: request)
            let expected = OracleCase.answer(of: oracle, to: request)
            if answer.utf8.elementsEqual(expected.utf8) { continue }
            Issue.record("\(request)\ntable: \(answer)\nlaw: \(expected)\n\(try made.shrunk(for: request))")
            return false
        }
        return true
    }

    @Test("the order of definitions changes nothing")
    func permutation() throws {
        var generator = OracleGenerator(seed: 11)
        for _ in 0..<60 {
            let made = generator.makeCase(routes: 9, interceptors: 4)
            var shuffled = made
            shuffled.routes.shuffle(using: &generator.random)
            shuffled.interceptors.shuffle(using: &generator.random)
            let (table, other) = (try made.table(), try shuffled.table())
            #expect(conflictsByID(table) == conflictsByID(other), "\(made)")
            for _ in 0..<20 {
                let request = generator.makeRequest(for: made)
                let answers = (OracleCase.answer(of: table, to: request), OracleCase.answer(of: other, to: request))
                #expect(answers.0 == answers.1, "\(request)\n\(made)")
            }
        }
    }

    @Test("a conflict's witness is matched by each of its two routes alone")
    func soundness() throws {
        var generator = OracleGenerator(seed: 21)
        var count = 0
        for _ in 0..<500 {
            let made = try generator.makeSiblings()
            for conflict in try made.table().conflicts() {
                count += 1
                let request = OracleCase.Request(url: conflict.witness, method: conflict.method, view: nil)
                for place in [conflict.first, conflict.second] {
                    var alone = made
                    alone.routes = [made.routes[place.route]]
                    alone.routes[0].patterns = [made.routes[place.route].patterns[place.pattern]]
                    let answer = OracleCase.answer(of: alone.oracle, to: request)
                    #expect(answer.hasPrefix(alone.routes[0].id), "\(request) \(answer)\n\(alone)")
                }
            }
        }
        #expect(count > 100)
    }

    @Test("two routes of one rank that match one request are reported as a conflict")
    func completeness() throws {
        var generator = OracleGenerator(seed: 31)
        var count = 0
        for _ in 0..<1_500 {
            let made = try generator.makeSiblings()
            let isReported = try !made.table().conflicts().isEmpty
            for _ in 0..<4 {
                let request = generator.makeRequest(for: made)
                guard let url = OracleURL(request.url) else { continue }
                let served = made.oracle.served(url, method: request.method, view: nil)
                guard Set(served.map(\.entry.id)).count > 1 else { continue }
                count += 1
                #expect(isReported, "\(request)\n\(made)")
            }
        }
        #expect(count > 100)
    }

    @Test(
        "a dot behind a prefix, and a catch-all with a slash behind it, conflict like everything else",
        arguments: ["/a:x", "//*.h.com/:x.b", "/.:x-", "/**r/", "app://**r/"])
    func rareConflicts(pattern: String) throws {
        var made = OracleCase(settings: MatchSettings(trailingSlash: .strict))
        let dot = OracleNarrowing.all.indices.filter { OracleNarrowing.all[$0].narrowing == .regex("\\.") }
        let narrowings = pattern.contains(":x") ? ["x": dot[0]] : [:]
        made.routes = ["r", "s"].map { .init(id: $0, patterns: [pattern], narrowings: narrowings) }
        let conflict = try #require(try made.table().conflicts().first)
        let answer = OracleCase.answer(of: made.oracle, to: .init(url: conflict.witness))
        #expect(answer.hasPrefix("r") && answer.contains(", s"), "\(conflict.witness) \(answer)")
    }

    private func conflictsByID(_ table: RoutingTable) -> Set<[String]> {
        Set(
            table.conflicts().map { conflict in
                let ids = [conflict.first, conflict.second].map { "\(table.routes[$0.route].id) \($0.pattern)" }
                return ids + [conflict.witness, conflict.method ?? "", "\(conflict.isSame)"]
            })
    }
}

@Suite("The oracle: what is valid")
struct OracleValidityTests {
    private static let alphabet = "aB1:/:/:/%%?#.*_-@+[] é\u{0}\u{85}"
    private static let fragments = [
        "%2F", "%C3%A9", "%C3", "%00", "%2e", "**", "**r", ":x", ":y", "*.", "//", "http:", "app:", "h.com", ":80",
        "%4",
        "[::1]", "..",
    ]

    @Test("table and law call the same texts URLs and patterns")
    func validity() {
        var generator = OracleGenerator(seed: 41)
        for _ in 0..<12_000 {
            let text = Self.text(&generator)
            #expect(((try? RouteURL(text)) != nil) == (OracleURL(text) != nil), "URL \(text.debugDescription)")
            let isPattern = (try? Pattern(text)) != nil
            #expect(isPattern == (OraclePattern(text) != nil), "pattern \(text.debugDescription)")
        }
    }

    @Test("the parts of a URL are those of the law")
    func parts() {
        var generator = OracleGenerator(seed: 51)
        for _ in 0..<8_000 {
            let text = Self.text(&generator)
            guard let url = try? RouteURL(text), let expected = OracleURL(text) else { continue }
            #expect(url.scheme.map { Array($0.utf8) } == expected.scheme, "\(text.debugDescription)")
            #expect(url.host.map { Array($0.utf8) } == expected.host, "\(text.debugDescription)")
            #expect(url.port == expected.port, "\(text.debugDescription)")
            #expect(url.segments == expected.segments, "\(text.debugDescription)")
            #expect(url.hasTrailingSlash == expected.hasTrailingSlash, "\(text.debugDescription)")
        }
    }

    @Test("random bytes never trap")
    func bytes() {
        var generator = OracleGenerator(seed: 61)
        for _ in 0..<8_000 {
            let bytes = (0..<Int.random(in: 0...12, using: &generator.random)).map { _ in
                UInt8.random(in: 0...255, using: &generator.random)
            }
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(((try? RouteURL(text)) != nil) == (OracleURL(text) != nil), "URL \(bytes)")
            #expect(((try? Pattern(text)) != nil) == (OraclePattern(text) != nil), "pattern \(bytes)")
        }
    }

    private static func text(_ generator: inout OracleGenerator) -> String {
        let letters = alphabet.unicodeScalars.map { String($0) }
        return (0..<Int.random(in: 0...7, using: &generator.random))
            .map { _ in generator.chance(50) ? generator.pick(fragments) : generator.pick(letters) }.joined()
    }
}
