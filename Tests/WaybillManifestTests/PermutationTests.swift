import Testing
import WaybillManifest
import WaybillOracle
import WaybillRules
import WaybillSyntax
import WaybillTable

@Suite("The order of files and entries never matters")
struct PermutationTests {
    @Test("any permutation compiles to the same digest and to a table that answers the same", arguments: 0..<6)
    func permutations(seed: Int) throws {
        var random = SplitMix(seed: UInt64(seed))
        let entries = ManifestEntry.withoutShadows(ManifestEntry.generated(using: &random))
        let plain = Compilation.compile(files: ManifestEntry.files(entries, count: 1))
        let table = try #require(plain.table, "\(plain.diagnostics.map(\.message))")
        let requests = (0..<60).map { _ in GeneratedRequest(using: &random) }
        let answers = requests.map { $0.answer(of: table) }
        #expect(Set(answers).count > 10, "the requests must tell routes apart")
        for _ in 0..<4 {
            let shuffled = ManifestEntry.files(
                entries.map { $0.shuffled(using: &random) }.shuffled(using: &random),
                count: Int.random(in: 1...7, using: &random), using: &random)
            let compiled = Compilation.compile(files: shuffled)
            #expect(compiled.digest == plain.digest)
            let other = try #require(compiled.table)
            #expect(requests.map { $0.answer(of: other) } == answers)
        }
    }

    @Test("a change of any one entry changes the digest", arguments: 0..<2)
    func sensitivity(seed: Int) throws {
        var random = SplitMix(seed: UInt64(100 + seed))
        let entries = ManifestEntry.generated(using: &random)
        let digest = Compilation.compile(files: ManifestEntry.files(entries, count: 1)).digest
        for index in entries.indices where entries[index].section == "routes" {
            var fewer = entries
            fewer.remove(at: index)
            #expect(Compilation.compile(files: ManifestEntry.files(fewer, count: 1)).digest != digest)
        }
    }

    @Test("the diagnostics are the same in any order", arguments: 0..<4)
    func diagnostics(seed: Int) throws {
        var random = SplitMix(seed: UInt64(200 + seed))
        let entries =
            ManifestEntry.generated(using: &random) + [
                ManifestEntry(section: "routes", keys: ["url: /clash/:a", "handler: one"]),
                ManifestEntry(section: "routes", keys: ["url: /clash/:b", "handler: two"]),
                ManifestEntry(section: "routes", keys: ["url: /lost", "module: nobody"]),
            ]
        let plain = Compilation.compile(files: ManifestEntry.files(entries, count: 1))
        let rules = plain.diagnostics.map(\.rule.id).sorted()
        #expect(rules.count >= 2)
        for _ in 0..<4 {
            let shuffled = ManifestEntry.files(
                entries.shuffled(using: &random), count: Int.random(in: 1...5, using: &random), using: &random)
            let compiled = Compilation.compile(files: shuffled)
            #expect(compiled.diagnostics.map(\.rule.id).sorted() == rules)
            #expect(compiled.digest == plain.digest)
        }
    }
}

/// One entry of a section, as keys whose order is free.
private struct ManifestEntry {
    var section: String
    /// The name of an entry in a section that is a mapping.
    var name: String?
    var keys: [String]

    var text: String {
        name.map { "  \($0): { \(keys.joined(separator: ", ")) }" } ?? "  - { \(keys.joined(separator: ", ")) }"
    }

    func shuffled(using random: inout SplitMix) -> ManifestEntry {
        ManifestEntry(section: section, name: name, keys: keys.shuffled(using: &random))
    }

    /// Splits entries over files with random names, and the sections into random order.
    static func files(_ entries: [ManifestEntry], count: Int, using random: inout SplitMix) -> ManifestFiles {
        var parts = [[ManifestEntry]](repeating: [], count: count)
        for entry in entries { parts[Int.random(in: 0..<count, using: &random)].append(entry) }
        let names = (0..<count).map { "\(["", "a/", "b/"][$0 % 3])\($0).yaml" }.shuffled(using: &random)
        return ManifestFiles(
            texts: zip(names, parts).map { ($0, text($1, using: &random)) }.shuffled(using: &random))
    }

    static func files(_ entries: [ManifestEntry], count: Int) -> ManifestFiles {
        var random = SplitMix(seed: 0)
        return files(entries, count: count, using: &random)
    }

    private static func text(_ entries: [ManifestEntry], using random: inout SplitMix) -> String {
        let sections = Dictionary(grouping: entries, by: \.section).sorted { $0.key < $1.key }.shuffled(using: &random)
        return "waybill: 1\n"
            + sections.map { "\($0.key):\n" + $0.value.map { $0.text + "\n" }.joined() }.joined()
    }

    // MARK: Generating

    static func generated(using random: inout SplitMix) -> [ManifestEntry] {
        let modules = (0..<4).map { ManifestEntry(section: "modules", name: "m\($0)", keys: ["scope: shared"]) }
        let interceptors = (0..<6).map { number in
            ManifestEntry(
                section: "interceptors", name: "i\(number)",
                keys: [
                    "url: '\(pattern(using: &random))'", "use: u", "order: \(Int.random(in: 0...2, using: &random))",
                    "tags: [\(tag(using: &random))]", number < 2 ? "applies: everywhere" : "timeout: 2s",
                ])
        }
        return modules + interceptors + (0..<24).map { route($0, using: &random) }
    }

    /// The entries without the shadowed routes, which would be errors.
    static func withoutShadows(_ entries: [ManifestEntry]) -> [ManifestEntry] {
        let messages = Compilation.compile(files: files(entries, count: 1)).active
            .filter { $0.rule == .shadowedRoute || $0.rule == .shadowedByUnion }.map(\.message)
        return entries.filter { entry in
            !messages.contains { $0.hasPrefix("route '\(entry.keys[0].dropFirst("id: ".count))' is unreachable") }
        }
    }

    /// Distinct priorities prevent conflicts; routes that begin with distinct literals need none.
    private static func route(_ number: Int, using random: inout SplitMix) -> ManifestEntry {
        let isApart = Bool.random(using: &random)
        var keys = [
            "id: r\(number)", "url: '\(isApart ? "/r\(number)" : "")\(pattern(using: &random))'",
            number % 3 == 0 ? "module: m\(number % 4)" : "handler: h\(number)",
            "tags: [\(tag(using: &random)), \(tag(using: &random))x]",
        ]
        if !isApart { keys.append("priority: \(number)") }
        if Bool.random(using: &random) { keys.append("methods: [GET, \(number % 2 == 0 ? "POST" : "PUT")]") }
        if keys[1].contains(":x"), Bool.random(using: &random) { keys.append("params: { x: int }") }
        return ManifestEntry(section: "routes", keys: keys)
    }

    private static func pattern(using random: inout SplitMix) -> String {
        let pieces = ["a", "b", ":y", "*", ":x", "a-:z"]
        let count = Int.random(in: 1...3, using: &random)
        let names = (0..<count).map { _ in pieces.randomElement(using: &random) ?? "a" }
        let seen = names.enumerated().map { names[..<$0.offset].contains($0.element) ? "a" : $0.element }
        return "/" + seen.joined(separator: "/") + (Int.random(in: 0..<4, using: &random) == 0 ? "/**rest" : "")
    }

    private static func tag(using random: inout SplitMix) -> String { "t\(Int.random(in: 0...2, using: &random))" }
}

private struct GeneratedRequest {
    var url: String
    var method: String?
    var view: TagView

    init(using random: inout SplitMix) {
        let pieces = ["a", "b", "1", "a-c", "c"]
        let path = (0..<Int.random(in: 1...4, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "a" }
        let head = Bool.random(using: &random) ? "/" : "/r\(Int.random(in: 0..<24, using: &random))/"
        url = head + path.joined(separator: "/")
        method = [nil, "GET", "HEAD", "POST", "PUT"][Int.random(in: 0..<5, using: &random)]
        view = Bool.random(using: &random) ? .everything : TagView(["t\(Int.random(in: 0...2, using: &random))"])
    }

    /// Only ids and values, because indices differ between permutations.
    func answer(of table: RoutingTable) -> [String] {
        guard let url = try? RouteURL(url) else { return ["invalid"] }
        let route = table.route(for: url, method: method, in: view).map {
            Self.line(table.routes[$0.route].id, $0.captures)
        }
        let running = table.interceptors(for: url, method: method, in: view).map {
            Self.line(table.interceptors[$0.interceptor].id, $0.captures)
        }
        return [route ?? "none"] + running + table.allowedMethods(for: url, in: view)
    }

    private static func line(_ id: String, _ captures: Captures) -> String {
        captures.names.reduce(id) { "\($0) \($1)=\(captures[$1] ?? "")" }
    }
}
