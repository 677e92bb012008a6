import Testing

@testable import WaybillManifest
@testable import WaybillRules
@testable import WaybillSyntax

@Suite("The meaning of entries")
struct MeaningTests {
    private static let route = """
        waybill: 1
        modules: { m: { kind: view }, o: { kind: view } }
        routes:
          - id: r
            urls: [/a/:x, /b/:x]
            methods: [GET, PUT]
            params: { x: int }
            module: m
            present: push
            tags: [s, t]
            priority: 1
            timeout: 2s
            lane: one
            with: { k: 1, l: [a] }

        """

    private static let module = """
        waybill: 1
        protocols: { P: , Q: , C: { kind: configuration } }
        modules:
          m:
            kind: view
            factory: f
            provides: [P, Q]
            configuration: C
            requires: [P]
            identifiers: [i, j]
            scope: weak
            exclusive: true
            present: [push, show]
            with: { k: 1 }
            tags: [s, t]
            lane: one

        """

    private func compile(_ text: String) throws -> Compilation {
        let compilation = Compilation.compile(text: text, path: "a.yaml")
        let misread = compilation.diagnostics.filter { [.yamlSyntax, .unknownKey, .wrongType].contains($0.rule) }
        try #require(misread.isEmpty)
        return compilation
    }

    @Test(
        "a route's meaning changes with each part of it",
        arguments: [
            ("id: r", "id: q"), ("/a/:x, /b/:x", "/b/:x, /a/:x"), ("/b/:x", "/c/:x"), ("GET, PUT", "GET"),
            ("x: int", "x: uint"), ("x: int", "x: [1, 2]"), ("x: int", "x: /1|2/"), ("module: m", "module: o"),
            ("module: m", "handler: m"), ("module: m", "forward: m"),
            ("module: m", "redirect: { to: m, status: 308 }"), ("present: push", "present: show"),
            ("s, t", "s, u"), ("priority: 1", "priority: 2"), ("2s", "3s"), ("lane: one", "lane: two"),
            ("k: 1", "k: '1'"), ("[a]", "[a, b]"), ("    with: { k: 1, l: [a] }\n", ""), ("    lane: one\n", ""),
        ])
    func otherRoutes(_ change: (String, String)) throws {
        let one = try compile(Self.route)
        let other = try compile(Self.route.replacing(change.0, with: change.1))
        #expect(!one.set.routes[0].meansTheSame(as: other.set.routes[0]))
        #expect(one.digest != other.digest)
    }

    @Test("a redirect is not a forward, and its meaning changes with its status and its target")
    func redirects() throws {
        let redirects =
            ["forward: m"]
            + ["{ to: m, status: 308 }", "{ to: m, status: 301 }", "{ to: n, status: 308 }"].map { "redirect: \($0)" }
        let compilations = try redirects.map {
            try compile(Self.route.replacing("module: m", with: $0))
        }
        #expect(Set(compilations.map(\.digest)).count == redirects.count)
    }

    @Test(
        "a route means the same wherever and however it is written",
        arguments: [
            ("  - id: r\n", "  - summary: Something.\n    id: r\n"), ("GET, PUT", "PUT, GET"), ("s, t", "t,   s"),
            ("k: 1, l: [a]", "l: ['a'], k: 1"), ("2s", "2000ms"), ("waybill: 1\n", "waybill: 1\n# moved\n"),
            ("x: int", "x: 'int'"),
        ])
    func sameRoutes(_ change: (String, String)) throws {
        let one = try compile(Self.route)
        let other = try compile(Self.route.replacing(change.0, with: change.1))
        #expect(one.set.routes[0].meansTheSame(as: other.set.routes[0]))
        #expect(one.digest == other.digest)
    }

    @Test("null means the same in every spelling, but not the same as a text or a missing key")
    func nulls() throws {
        func digest(_ values: String) throws -> String {
            try compile(Self.route.replacing("k: 1", with: values)).digest
        }
        let spelled = try ["null", "~", "Null", "NULL", ""].map { try digest("k: \($0)") }
        #expect(Set(spelled).count == 1)
        #expect(try Set([spelled[0], digest("k: 'null'"), digest("k: nil"), digest("n: 1")]).count == 4)
    }

    @Test(
        "a module's meaning changes with each part of it",
        arguments: [
            ("  m:\n", "  o:\n"), ("kind: view", "kind: service"), ("factory: f", "factory: g"), ("[P, Q]", "[P]"),
            ("    configuration: C\n", ""), ("requires: [P]", "requires: [Q]"), ("[i, j]", "[i, k]"),
            ("scope: weak", "scope: shared"), ("exclusive: true", "exclusive: false"),
            ("push, show", "show, push"), ("k: 1", "k: 2"), ("s, t", "s"), ("lane: one", "lane: two"),
        ])
    func otherModules(_ change: (String, String)) throws {
        let one = try compile(Self.module)
        let other = try compile(Self.module.replacing(change.0, with: change.1))
        #expect(!one.set.modules[0].meansTheSame(as: other.set.modules[0]))
        #expect(one.digest != other.digest)
    }

    @Test(
        "a module means the same wherever and however it is written",
        arguments: [
            ("    kind: view\n", "    summary: Something.\n    kind: view\n"), ("[P, Q]", "[Q, P]"),
            ("[i, j]", "[j, i]"), ("s, t", "t, s"), ("waybill: 1\n", "waybill: 1\n# moved\n"),
        ])
    func sameModules(_ change: (String, String)) throws {
        let one = try compile(Self.module)
        let other = try compile(Self.module.replacing(change.0, with: change.1))
        #expect(one.set.modules[0].meansTheSame(as: other.set.modules[0]))
        #expect(one.digest == other.digest)
    }

    @Test("another default changes the meaning, and a set without one keeps its digest")
    func defaults() throws {
        func digest(_ keys: String) throws -> String {
            try compile(
                """
                waybill: 1
                protocols: { P: { swift: "any X"\(keys) }, Q: , C: { kind: configuration } }
                modules:
                  m: { provides: [P, Q], configuration: C, identifiers: [i] }
                routes: [{ url: /a, module: m }]

                """
            ).digest
        }
        #expect(try Set(["", ", default: m", ", default: n"].map(digest)).count == 3)
        #expect(try digest("") == "30c511e18583d96d221228ca83776404")
    }

    @Test("the encoding distinguishes values that look alike when they are concatenated")
    func encodings() {
        func bytes(_ body: (inout CanonicalEncoder) -> Void) -> [UInt8] {
            var encoder = CanonicalEncoder()
            body(&encoder)
            return encoder.bytes
        }
        // The kind of a value is encoded in the same way everywhere, so only values of one kind have to differ.
        let lists: [[String]] = [["ab", "c"], ["a", "bc"], ["abc"], []]
        #expect(Set(lists.map { list in bytes { $0.encode(list) { $0.encode($1) } } }).count == lists.count)
        let texts: [String?] = [nil, "", "a"]
        #expect(Set(texts.map { text in bytes { $0.encode(text) } }).count == texts.count)
        let durations: [Duration?] = [nil, .zero, .seconds(1), .nanoseconds(1)]
        #expect(Set(durations.map { duration in bytes { $0.encode(duration) } }).count == durations.count)
        #expect(bytes { $0.encode(unordered: ["b", "a"]) } == bytes { $0.encode(unordered: ["a", "b"]) })
    }

    @Test("a digest is the first half of a SHA-256")
    func digest() {
        #expect(CanonicalEncoder().digest == "e3b0c44298fc1c149afbf4c8996fb924")
    }
}
