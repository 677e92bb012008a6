import WaybillProofs
import WaybillTable

/// Every request of a small alphabet, and cases whose patterns use only that alphabet.
///
/// One theme has many heads, the other many segments, so that neither has too many requests.
enum RelationSpace {
    /// A URL with the routes' patterns that match by the law.
    struct Seen {
        var url: String
        var parsed: OracleURL
        var all: Oracle.Matches
        var matches: [Oracle.Match] { all.routes }
    }

    enum Theme: CaseIterable {
        case heads, segments
    }

    static let methods: [String?] = [nil, "GET", "HEAD", "POST"]
    static let views: [Set<String>?] = [nil, ["s"], ["t"]]

    static let urls: [Theme: [(String, OracleURL)]] = [
        .heads: parsed(
            ["/", "app://", "x://", "app:///"]
                + ["http", "https", "ws"].flatMap { scheme in
                    ["h", "g.h", "k.h", "z"].flatMap { host in
                        ["", ":80", ":81"].map { "\(scheme)://\(host)\($0)/" }
                    }
                }, values: ["a", "zz", ""]),
        .segments: parsed(
            ["/", "app://"],
            values: [
                "a", "b", "ab", "ba", "aa", "bb", "B", "zz", ".", "", "a.", ".b", "a.b", "aab", "abb", "A", "AB",
            ]),
    ]

    private static func parsed(_ heads: [String], values: [String]) -> [(String, OracleURL)] {
        let paths = values.flatMap { first in [first] + values.map { "\(first)/\($0)" } }
        let all = heads.flatMap { head in ([""] + paths + paths.map { $0 + "/zz" }).map { head + $0 } }
        return all.flatMap { [$0, $0 + "/"] }.compactMap { url in OracleURL(url).map { (url, $0) } }
    }

    /// The URLs that some pattern of the case matches.
    static func seen(by made: OracleCase, _ theme: Theme) -> [Seen] {
        let oracle = made.oracle
        return urls[theme, default: []].compactMap { url, parsed in
            if made.settings.trailingSlash == .ignore && parsed.hasTrailingSlash && parsed.segments.last != [] {
                return nil
            }
            let all = oracle.matches(parsed)
            return all.routes.isEmpty && all.interceptors.isEmpty ? nil : Seen(url: url, parsed: parsed, all: all)
        }
    }
}

/// Makes routes of one pattern each, from the space's alphabet.
struct RelationGenerator {
    var random: SplitMix

    private static let segments: [RelationSpace.Theme: [String]] = [
        .heads: ["a", "a", ":x", ":x", "*"],
        .segments: ["a", "a", "b", "ab", "B", ":x", ":x", ":x", "a:x", ":x%62", "a:x%62", "*"],
    ]
    private static let heads: [RelationSpace.Theme: [String]] = [
        .heads: [
            "/", "/", "app://", "//h/", "//*.h/", "http://h/", "//g.h:80/", "https://*.h/", "//h:81/", "ws://g.h/",
        ],
        .segments: ["/", "/", "/", "app://"],
    ]
    /// The constraints of ``OracleConstraint/all`` that distinguish values of the space.
    private static let constraints = [8, 8, 11]

    init(seed: UInt64) { random = SplitMix(seed: seed) }

    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: elements.indices, using: &random)]
    }

    mutating func makeCase(
        _ theme: RelationSpace.Theme, routes: Int, priorities: [Int] = [0, 0, 0, 1]
    ) -> OracleCase {
        var made = OracleCase(
            settings: MatchSettings(
                isCaseSensitive: pick([true, true, false]), trailingSlash: pick([.ignore, .ignore, .strict])))
        while made.routes.count < routes {
            var definition = OracleCase.Definition(
                id: "r\(made.routes.count)", patterns: [makePattern(theme)])
            guard let pattern = OraclePattern(definition.patterns[0]) else { continue }
            for name in pattern.captureNames
            where theme == .segments && name != "rest" && pick([true, false, false]) {
                definition.constraints[name] = pick(Self.constraints)
            }
            definition.methods = pick([[], [], [], ["GET"], ["GET", "POST"], ["HEAD"]])
            definition.rank = pick(priorities)
            definition.tags = pick([[], [], [], ["s"], ["s", "t"]])
            made.routes.append(definition)
        }
        return made
    }

    /// A route, and before it several variants of it: with wider patterns, for some methods, in some views.
    mutating func makeShadows(_ theme: RelationSpace.Theme) -> OracleCase {
        var made = makeCase(theme, routes: 1, priorities: [0])
        made.routes[0].methods = pick([[], ["GET", "POST"], ["GET", "POST"], ["POST"]])
        made.routes[0].tags = pick([[], ["s", "t"], ["s"]])
        for priority in 1...4 {
            var rival = made.routes[0]
            (rival.id, rival.rank) = ("r\(priority)", priority)
            rival.methods = pick([["GET"], ["POST"], ["POST"], [], ["GET", "HEAD"]])
            rival.tags = pick([[], ["s"], ["t"], ["s", "t"]])
            if pick([true, false]) {
                let piece = pick([":x", "a", "*"])
                rival.patterns[0].replace(/a:x%62|:x%62|a:x|:x|ab/, with: piece, maxReplacements: 1)
            }
            let names = OraclePattern(rival.patterns[0])?.captureNames
            guard let names else { continue }
            rival.constraints = rival.constraints.filter { names.contains($0.key) }
            if pick([true, false, false]) { rival.constraints = [:] }
            made.routes.append(rival)
        }
        return made
    }

    /// Makes interceptors in the same way as routes.
    mutating func makeIntercepted(
        _ theme: RelationSpace.Theme, routes: Int, interceptors: Int
    ) -> OracleCase {
        var made = makeCase(theme, routes: routes + interceptors, priorities: [0])
        made.interceptors = made.routes.suffix(interceptors)
        made.routes.removeLast(interceptors)
        for index in made.interceptors.indices { made.interceptors[index].id = "i\(index)" }
        return made
    }

    mutating func makePattern(_ theme: RelationSpace.Theme) -> String {
        var pieces: [String] = []
        for name in ["x", "y"].prefix(pick([1, 1, 2, 2, 0])) {
            pieces.append(pick(Self.segments[theme, default: []]).replacing("x", with: name))
        }
        if pick([true, false, false, false]) { pieces.append("**rest") }
        return pick(Self.heads[theme, default: []]) + pieces.joined(separator: "/") + pick(["", "", "", "/"])
    }
}
