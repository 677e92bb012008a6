import WaybillTable

/// Makes cases from alphabets so small that overlaps, dead ends and near misses are frequent.
struct OracleGenerator {
    var random: SplitMix

    private static let routeHeads = [
        "/", "/", "/", "/", "", "//h.com/", "//*.h.com/", "//*.b.h.com/", "//*.com/", "//h.com:80/", "//*.h.com:80/",
        "http://h.com/", "https://*.h.com/", "HTTP://H.com:80/", "ws://h.com/", "app://", "app://", "app:", "App:/",
        "x://", "app:///", "https://h.com:443/", "//h.com./", "//é.com/", "//[0::1]/",
    ]
    private static let urlHeads = [
        "/", "/", "/", "", "http://h.com/", "http://H.COM:80/", "https://h.com:443/", "https://a.h.com/",
        "ws://a.b.h.com:80/", "HTTP://b.h.com/", "http://.h.com/", "http://%68.com/", "http://com/", "ws://h.com/",
        "app://", "app://", "APP://", "app:", "app:/", "app:///", "x://", "x:", "http:/", "http://", "http:///",
        "http://h.com:/", "http://h.com:99999/", "1x:", "http://u@h.com/", "app:////",
        "https://h.com/", "http://h.com./", "http://h.com../", "http://a..h.com/", "https://xn--9ca.com/",
        "http://É.com:80/", "http://[::1]/", "http://[0:0:0:0:0:0:0:1]:80/", "http://[::1%25a]/",
        "http://e\u{301}.com/",
    ]
    private static let literals = [
        "a", "a", "b", "A", "ab", "1", "%61", "a%2Fb", "é", "%C3%A9", "x%3Ay", "%2A", "a%2Eb", "12", "%2541",
    ]
    private static let prefixes = ["", "", "a", "a", "a-", "A", "%61", "é", "ab", ".", "%2E"]
    private static let suffixes = ["", "", "-b", ".b", "%62", ".B", "-%C3%A9", ".", "%2Fb"]
    static let values = [
        "a", "b", "A", "B", "ab", "a-b", "aB", "1", "12", "007", "-1", "+5", "a1", "a.b", "a-1.b", "a-b-b", "aab",
        "abb",
        "%61", "%2F", "a%2Fb", "%2541", "%41", "é", "%C3%A9", "É", "e%CC%81", "x:y", "*", "%2A", "", "", ".", "..",
        "%2e",
        "%2E.", "a.", "..b", "9223372036854775807", "9223372036854775808", "18446744073709551615", "2024-02-29",
        "2023-02-29", "12345678-1234-1234-1234-123456789abC", "a.aé", "é-é", "ab1", "b-1", "a+b", "a%20b",
        "%zz", "%4", "%00", "%FF", "a b", "a\u{85}", "%0A", "@:80",
        "01ARZ3NDEKTSV4RRFFQ69G5Fav",
    ]
    private static let tails = ["", "", "", "", "", "/", "/", "//", "/.", "/..", "?q=1/a", "#f", "#%zz", "?%zz#x"]

    init(seed: UInt64) { random = SplitMix(seed: seed) }

    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: elements.indices, using: &random)]
    }

    mutating func int(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

    mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

    // MARK: Definitions

    mutating func makeCase(routes: Int, interceptors: Int) -> OracleCase {
        var made = OracleCase(
            settings: MatchSettings(
                isCaseSensitive: chance(60), trailingSlash: chance(60) ? .ignore : .strict))
        while made.routes.count < routes {
            let definition = makeDefinition("r\(made.routes.count)")
            if made.entry(definition) != nil { made.routes.append(definition) }
        }
        while made.interceptors.count < interceptors {
            var definition = makeDefinition("i\(made.interceptors.count)")
            definition.isEverywhere = chance(25)
            if made.entry(definition) != nil { made.interceptors.append(definition) }
        }
        return made
    }

    /// Two routes that differ at most in names, constraints, escapes, methods and tags.
    mutating func makeSiblings() throws -> OracleCase {
        var made = makeCase(routes: 1, interceptors: 0)
        made.routes[0].patterns.removeSubrange(1...)
        var sibling = made.routes[0]
        sibling.id = "s"
        sibling.tags = pick([[], ["s"], ["t"]])
        if chance(40) { sibling.methods = pick([[], ["GET"], ["HEAD"], ["GET", "HEAD"], ["POST"]]) }
        if chance(20) { sibling.patterns = [makePattern()].filter { OraclePattern($0) != nil } }
        if sibling.patterns.isEmpty { sibling.patterns = made.routes[0].patterns }
        for name in OraclePattern(sibling.patterns[0])?.segments.compactMap(\.capturedName) ?? [] where chance(60) {
            sibling.constraints[name] = Int.random(in: OracleConstraint.all.indices, using: &random)
        }
        made.routes.append(sibling)
        return made
    }

    /// Routes of one segment each, of one priority, most of them with a prefix or a suffix.
    mutating func makeRivals() -> OracleCase {
        var made = OracleCase(settings: MatchSettings(isCaseSensitive: chance(60)))
        for id in ["r", "s", "t", "u", "v"] {
            var definition = makeDefinition(id)
            definition.patterns = ["/" + pick(["", "a", "a", "ab"]) + ":x" + pick(["", "-b", "%62", "%62b", ".b"])]
            definition.constraints = chance(25) ? ["x": pick([4, 8, 9, 11])] : [:]
            definition.methods = pick([["GET"], ["GET"], ["HEAD"], ["GET", "POST"], []])
            (definition.rank, definition.tags) = (0, ["s"])
            made.routes.append(definition)
        }
        return made
    }

    mutating func makeDefinition(_ id: String) -> OracleCase.Definition {
        let patterns = (0..<(chance(15) ? 2 : 1)).map { _ in makePattern() }
        let names = Set(patterns.flatMap { OraclePattern($0)?.segments ?? [] }.compactMap(\.capturedName))
        var definition = OracleCase.Definition(id: id, patterns: patterns)
        for name in names.sorted() where chance(45) {
            definition.constraints[name] = Int.random(in: OracleConstraint.all.indices, using: &random)
        }
        definition.methods = pick([
            [], [], [], ["GET"], ["GET"], ["HEAD"], ["POST"], ["GET", "POST"], ["GET", "HEAD"],
        ])
        definition.rank = pick([0, 0, 0, 0, 0, 1, -1])
        definition.tags = pick([[], [], ["s"], ["t"], ["s", "t"]])
        return definition
    }

    private mutating func makePattern() -> String {
        let names = ["x", "y", "z", "w"]
        var pieces = (0..<pick([0, 1, 1, 2, 2, 2, 3, 3, 4])).map { makeSegment(names[$0]) }
        if chance(15) { pieces.append(chance(50) ? "**" : "**rest") }
        return pick(Self.routeHeads) + pieces.joined(separator: "/") + (chance(20) ? "/" : "")
    }

    private mutating func makeSegment(_ name: String) -> String {
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<4: pick(Self.literals)
        case 4..<6: ":\(name)"
        case 6..<9: pick(Self.prefixes) + ":\(name)" + pick(Self.suffixes)
        default: "*"
        }
    }

    // MARK: Requests

    mutating func makeRequest(for oracleCase: OracleCase) -> OracleCase.Request {
        OracleCase.Request(url: makeURL(for: oracleCase), method: makeMethod(), view: makeView())
    }

    mutating func makeMethod() -> String? { pick([nil, nil, "GET", "GET", "HEAD", "POST"]) }

    mutating func makeView() -> Set<String>? { pick([nil, nil, nil, ["s"], ["t"], ["s", "t"], ["other"], []]) }

    /// Mostly an instance of one of the patterns, sometimes with a part changed, sometimes a random URL.
    mutating func makeURL(for oracleCase: OracleCase) -> String {
        let patterns = (oracleCase.routes + oracleCase.interceptors).flatMap(\.patterns)
        guard !patterns.isEmpty, chance(80) else {
            let pieces = (0..<Int.random(in: 0..<5, using: &random)).map { _ in pick(Self.values) }
            return pick(Self.urlHeads) + pieces.joined(separator: "/") + pick(Self.tails)
        }
        let (head, pieces) = Self.parts(of: pick(patterns))
        var made = pieces.map { instance(of: $0) }
        if chance(15), !made.isEmpty { made[Int.random(in: made.indices, using: &random)] = pick(Self.values) }
        let path = made.joined(separator: "/")
        return (chance(75) ? host(of: head) : pick(Self.urlHeads)) + path + pick(Self.tails)
    }

    /// The part before the path, and the path's pieces.
    private static func parts(of pattern: String) -> (head: String, pieces: [String]) {
        let head = routeHeads.filter { pattern.hasPrefix($0) }.max { $0.count < $1.count } ?? ""
        let path = pattern.dropFirst(head.count)
        return (head, path.split(separator: "/", omittingEmptySubsequences: false).map(String.init))
    }

    private mutating func host(of head: String) -> String {
        let scheme = head.hasPrefix("//") ? pick(["http:", "https:", "WS:", "wss:"]) : ""
        let plain = head == "/" || head.isEmpty
        return plain
            ? pick(["/", "", "app://", "app:/", "http://h.com/"])
            : scheme + head.replacing("*", with: pick(["a", "b", "a.b", ""]))
    }

    mutating func instance(of piece: String) -> String {
        if piece.hasPrefix("**") {
            return (0..<Int.random(in: 0..<3, using: &random)).map { _ in pick(Self.values) }.joined(separator: "/")
        }
        if piece == "*" { return pick(Self.values) }
        guard let colon = piece.firstIndex(of: ":") else { return chance(10) ? piece.uppercased() : piece }
        let suffix = piece[piece.index(after: colon)...].dropFirst()
        return piece[..<colon] + pick(Self.values) + suffix
    }
}

extension OraclePattern.Segment {
    /// The name of a capture of one segment, which can have a constraint.
    fileprivate var capturedName: String? {
        if case .capture(let name, _, _) = self { name } else { nil }
    }
}
