import Testing
import WaybillManifest
import WaybillTable

@Suite("Routes that are decoded at once are those that the grammar decodes")
struct PlainRouteTests {
    @Test("On every manifest of the repository, as it is and with a few bytes changed")
    func corpus() throws {
        var generator = SplitMix(state: 7)
        for text in try PlainTexts.corpus() {
            try expectAgreement(text)
            try expectAgreement(PlainTexts.mutated(text, &generator))
        }
    }

    @Test("On routes of any keys and values", arguments: 0..<10 as Range<UInt64>)
    func generated(seed: UInt64) throws {
        var generator = SplitMix(state: seed)
        for _ in 0..<60 { try expectAgreement(Array(Self.manifest(&generator).utf8)) }
    }

    @Test("On routes that people write", arguments: usualRoutes)
    func usual(route: String) throws {
        let text = "waybill: 1\nroutes:\n  - \(route)\n"
        try expectAgreement(Array(text.utf8))
        #expect(try DecodedText(text).diagnostics.isEmpty)
    }

    @Test("In a list that is long enough to be decoded in pieces, each route at its place")
    func longList() throws {
        let routes = (0..<1_500).map { index in
            "  - url: /a/\(index)\n    handler: b\n" + (index % 7 == 0 ? "    priority: \(index)\n" : "")
        }
        let text = "waybill: 1\nroutes:\n" + routes.joined() + "  - url: /a/0/\n"
        try expectAgreement(Array(text.utf8))
        let decoded = try DecodedText(text)
        #expect(decoded.manifest.routes.map(\.id.value) == (0..<1_500).map { "/a/\($0)" })
        #expect(decoded.diagnostics.map(\.rule) == [.missingKey])
    }

    /// What libyaml reads is decoded by the grammar alone.
    private func expectAgreement(_ bytes: [UInt8]) throws {
        let file = SourceFile(path: "a.yaml", bytes: bytes)
        guard let document = PlainScanner.read(file, index: 0) else { return }
        let (node, thorough) = (try #require(document.root), YAMLReader.readWithLibYAML(file, index: 0).node)
        var quick = ManifestDecoder.decode(node, file: file, environment: [:])
        var slow = ManifestDecoder.decode(try #require(thorough), file: file, environment: [:])
        quick.build(in: file)
        slow.build(in: file)
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(quick.manifest.routes.map(says) == slow.manifest.routes.map(says), "\(text)")
        #expect(quick.diagnostics == slow.diagnostics, "\(text)")
        #expect(quick.manifest.brokenTexts == slow.manifest.brokenTexts, "\(text)")
    }

    /// All of a route, places too.
    private func says(_ route: Route) -> String {
        let patterns = route.patterns.map { "\($0.pattern.text) \($0.text)" }
        let narrowed = route.narrowed.map { "\($0.name) \($0.narrowing) \($0.valueSpan) \($0.automaton.stateCount)" }
        return """
            \(route.id) \(route.isIDGiven) \(route.summary ?? "-") \(patterns) \(narrowed) \(route.methods) \
            \(route.priority) \(route.destination) \(route.tags) \(String(describing: route.with)) \(route.span)
            """
    }

    /// The keys of routes with values that suit them or do not.
    private static let values: [(key: String, values: [String])] = [
        ("id", ["a", "b.c-d", "\"e\"", "", "~", "no", "[x]", "12", "''"]),
        ("summary", ["A sentence.", "' a '", "null", "yes"]),
        ("url", ["/a", "/a/:id", "/a/:id/:other", "x://y/**id", "/a//b", "/a/{id}", "/a?b", "[/a]", "", "//h/%41/*"]),
        ("urls", ["[/a]", "[/a/:id, /b/:id]", "[]", "/a", "[/a, [/b]]", "[/a/:id, /b]", "[/**id]"]),
        ("methods", ["[GET]", "[GET, POST]", "[GET, GET]", "[get]", "[]", "GET", "[N]", "['PUT']"]),
        (
            "params",
            [
                "{ id: int }", "{ id: slug, other: uuid }", "{ id: integer }", "{ x: int }", "{}", "x", "{ id: [a] }",
                "{ id: [a, 'b', \"c\"] }", "{ id: [a, no] }", "{ id: [[a]] }", "{ id: [] }", "{ id: /[a-z]+/ }",
                "{ id: '/a|b/', other: \"/c+/\" }", "{ id: /a }", "{ id: // }", "{ id: /(/ }", "{ id: '/a{9,8}/' }",
                "{ id: '/(a{1000}){1000}/' }", "{ x: /a/, id: /b/ }",
            ]
        ),
        ("module", ["m", "y", "[m]"]), ("handler", ["h", "h.i", "", "{}"]), ("redirect", ["/b", "/b/:id"]),
        ("tags", ["[a]", "[a, b]", "[a, a]", "['a,b']", "[a b]", "[]", "[true]"]),
        ("priority", ["1", "x"]), ("unknown", ["1"]), ("lane", ["l"]),
    ]

    private static func manifest(_ generator: inout SplitMix) -> String {
        var text = "waybill: 1\nroutes:\n"
        for _ in 0..<Int.random(in: 1...3, using: &generator) {
            var entries = values.filter { _ in Int.random(in: 0..<4, using: &generator) == 0 }
            if Bool.random(using: &generator) { entries += values.filter { ["url", "handler"].contains($0.key) } }
            entries.shuffle(using: &generator)
            // The first value of each is sound.
            let lines = entries.map { entry in
                let isSound = Int.random(in: 0..<3, using: &generator) > 0
                return
                    "\(entry.key): \(isSound ? entry.values[0] : entry.values.randomElement(using: &generator) ?? "")"
            }
            text += "  - " + (lines.isEmpty ? "{}" : lines.joined(separator: "\n    ")) + "\n"
        }
        return text
    }
}

private let usualRoutes: [String] = [
    "url: /a\n    handler: b", "urls: [/a/:id, /b/:id]\n    params: { id: int }\n    module: b",
    "id: a.b\n    summary: Shows one.\n    url: 'x://y/:a/**rest'\n    methods: [GET, POST]\n    handler: \"b\"",
    "url: /a/b-:c.json\n    handler: d\n    tags: [e, f-g]", "{ url: /a, handler: b, priority: 3 }",
    "url: /:a/:b\n    params:\n      b: slug\n      a: 'uuid'\n    handler: c",
    "url: /:a/:b\n    params: { a: [x, z], b: '/[a-z]{2}/' }\n    handler: c",
]
