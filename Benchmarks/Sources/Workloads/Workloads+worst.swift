import WaybillTable

/// Worst cases: each makes one part of a lookup as costly as a manifest can.
extension Workload {
    /// All 2^levels combinations of the literal `a` and a capture, each with its own last segment. For a URL of `a`s
    /// with an unknown last segment, every combination is a dead end.
    public static func combinations(levels: Int) throws -> Workload {
        let routes = try (0..<1 << levels).map { combination in
            let pieces = (0..<levels).map { combination >> $0 & 1 == 0 ? "a" : ":x\($0)" }
            return RouteDefinition(
                id: "r\(combination)", patterns: [try Pattern("/" + pieces.joined(separator: "/") + "/end")])
        }
        let path = "/" + [String](repeating: "a", count: levels).joined(separator: "/")
        return Workload(
            name: "2^\(levels) combinations of literal and capture", routes: routes,
            urls: [
                path + "/end", path + "/none", path.replacing("a", with: "b") + "/end",
                path.replacing("a", with: "b") + "/none",
            ])
    }

    /// Thousands of prefixes and suffixes at one node, of one length and nested.
    public static func affixes(_ count: Int) throws -> Workload {
        let routes = try (0..<count).map { index in
            let pattern =
                switch index % 4 {
                case 0: "/a/item-\(index)-:x"
                case 1: "/a/:x.type-\(index)"
                case 2: "/a/item-\(index):x.html"
                default: "/a/" + String(repeating: "p", count: 1 + index / 4 % 64) + "\(index):x"
                }
            return RouteDefinition(id: "r\(index)", patterns: [try Pattern(pattern)])
        }
        let urls = [
            "item-0-v", "item-\((count - 1) / 4 * 4)-v", "v.type-\((count - 4) / 4 * 4 + 1)", "nothing", "pppppppp",
        ]
        return Workload(name: "\(count) affixes at one node", routes: routes, urls: urls.map { "/a/\($0)" })
    }

    /// Captures at one node, each constrained to its own values.
    public static func constrained(_ count: Int) throws -> Workload {
        let routes = try (0..<count).map { index in
            let constraint: ParameterConstraint =
                index % 2 == 0 ? .oneOf(["value-\(index)", "other-\(index)"]) : .regex("code-\(index)-[a-z]+")
            return RouteDefinition(
                id: "r\(index)", patterns: [try Pattern("/n/:x")],
                constraints: ["x": try Automaton(constraint, caseSensitive: true)])
        }
        let urls = [
            "value-0", "other-\((count - 1) / 2 * 2)", "code-\((count - 2) / 2 * 2 + 1)-abc", "nothing", "code-1-",
        ]
        return Workload(
            name: "\(count) constrained captures at one node", routes: routes, urls: urls.map { "/n/\($0)" })
    }

    /// `*.suffix` hosts, most of them side by side, some nested as deep as names allow.
    public static func hostSuffixes(_ count: Int) throws -> Workload {
        let routes = try (0..<count).map { index in
            let labels = String(repeating: "d.", count: index % 10 == 0 ? 1 + index / 10 % 100 : 0)
            return RouteDefinition(
                id: "r\(index)", patterns: [try Pattern("//*.\(labels)tenant-\(index).example.com/:page")])
        }
        let deep = String(repeating: "d.", count: 101)
        return Workload(
            name: "\(count) host suffixes", routes: routes,
            urls: [
                "http://www.tenant-1.example.com/home", "https://a.b.c.tenant-\(count / 10 * 10 - 9).example.com/home",
                "https://\(deep)tenant-990.example.com/home", "https://www.unknown.example.com/home",
                "https://\(deep)example.com/home",
            ])
    }

    /// URLs of 8 KiB: one segment, many segments, escapes, `..` segments, a long query.
    public static func longURLs() -> [String] {
        let size = 8_192
        func filled(_ piece: String) -> String { String(repeating: piece, count: size / piece.utf8.count) }
        return [
            "/" + filled("a"), filled("/a"), filled("/%61"), "/" + filled("%C3%A9"), "/repos" + filled("/../repos"),
            filled("/."), filled("/"), "/user?" + filled("a=b&"), "/user#" + filled("f"),
        ]
    }
}
