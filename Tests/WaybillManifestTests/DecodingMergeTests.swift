import Testing
import WaybillManifest
import WaybillOracle
import WaybillSyntax
import WaybillTable

@Suite("Merging manifests")
struct DecodingMergeTests {
    private func merge(_ texts: [String]) throws -> (set: ManifestSet, diagnostics: [Diagnostic]) {
        let manifests = try texts.enumerated().map { index, text in
            let decoded = try DecodedText("waybill: 1\n" + text, index: index)
            #expect(decoded.diagnostics.map(\.message) == [])
            return decoded.manifest
        }
        return ManifestSet.merging(manifests)
    }

    @Test("sorts every section by id, whatever the order of files")
    func sorts() throws {
        let (set, diagnostics) = try merge([
            "modules: { z: , b: }\nroutes: [{ url: /z, handler: h }]",
            "modules: { a: }\nroutes: [{ url: /a, handler: h }]",
        ])
        #expect(diagnostics.isEmpty)
        #expect(set.modules.map(\.id.value) == ["a", "b", "z"])
        #expect(set.routes.map(\.id.value) == ["/a", "/z"])
    }

    @Test(
        "reports ids that are given twice, and keeps the first (I001)",
        arguments: [
            ("module 'm' is already declared", "modules: { m: { lane: one } }", "modules: { m: { lane: two } }"),
            ("protocol 'P' is already declared", "protocols: { P: }", "protocols: { P: }"),
            ("tag 't' is already declared", "tags: { t: a }", "tags: { t: b }"),
            (
                "interceptor 'i' is already declared", "interceptors: { i: { url: /a, use: u } }",
                "interceptors: { i: { url: /b, use: u } }"
            ),
            (
                "route id 'r' is already declared", "routes: [{ id: r, url: /a, handler: h }]",
                "routes: [{ id: r, url: /b, handler: h }]"
            ),
            (
                "identifier 'x' is already declared", "modules: { m: { identifiers: [x] } }",
                "modules: { o: { identifiers: [x] } }"
            ),
            ("adapter 'A' is already declared", "adapters: { A: B }", "adapters: { A: C }"),
        ])
    func duplicates(message: String, first: String, second: String) throws {
        let (set, diagnostics) = try merge([first, second])
        #expect(diagnostics.map(\.message) == [message])
        #expect(diagnostics.map(\.rule.id) == ["I001"])
        #expect(diagnostics[0].span.file == 1)
        #expect(diagnostics[0].notes.map(\.span.file) == [0])
        #expect(set.modules.first?.lane?.value != "two")
    }

    @Test("reports a duplicate adapter (X011)")
    func duplicateAdapter() throws {
        let (set, diagnostics) = try merge(["adapters: { A: B }", "adapters: { A: B }"])
        #expect(diagnostics.map(\.rule.id) == ["X011"])
        #expect(set.adapters.count == 1)
    }

    @Test("takes settings and fallback once (S011)")
    func onceInASet() throws {
        let (set, diagnostics) = try merge([
            "settings: { case_sensitive: false }\nfallback: { handler: a }",
            "settings: { case_sensitive: true }\nfallback: { handler: b }",
        ])
        #expect(diagnostics.map(\.rule.id) == ["S011", "S011"])
        #expect(!set.settings.isCaseSensitive)
    }

    @Test("does not report routes with the same default id, and lists them")
    func defaultIDs() throws {
        let (set, diagnostics) = try merge(["routes: [{ url: /a, handler: h }]", "routes: [{ url: /a, handler: h }]"])
        #expect(diagnostics.isEmpty)
        #expect(set.routes.count == 2)
        #expect(set.clashingDefaultIDs.map { [$0.route, $0.first] } == [[1, 0]])
    }

    @Test("compares lists of values without case where the set does")
    func rebuildsAutomata() throws {
        let route = "routes: [{ url: '/:size', handler: h, params: { size: [Small, Large] } }]"
        let sensitive = try merge([route]).set.routes[0].constrained[0].automaton
        let folded = try merge([route, "settings: { case_sensitive: false }"]).set.routes[0].constrained[0].automaton
        #expect(sensitive == (try Automaton(.oneOf(["Small", "Large"]), caseSensitive: true)))
        #expect(folded == (try Automaton(.oneOf(["Small", "Large"]), caseSensitive: false)))
    }

    @Test("gives the same set for every permutation of files and entries", arguments: 0..<40)
    func orderIndependence(seed: Int) throws {
        var random = SplitMix(seed: UInt64(seed))
        let entries: [(section: String, text: String)] =
            (0..<6).map { ("modules", "  m\($0): { scope: shared, identifiers: [i\($0)] }") }
            + (0..<4).map { ("interceptors", "  x\($0): { url: /a, use: u, order: \($0) }") }
            + (0..<6).map { ("routes", "  - { url: /r\($0 / 2), handler: h\($0) }") }
            + (0..<4).map { ("tests", "  - { open: /t\($0 / 2), expect: { handler: h\($0) } }") }
            + (0..<3).map { ("adapters", "  R\($0): P") }
        let plain = try merge([manifest(entries)]).set.outline
        let shuffled = entries.shuffled(using: &random)
        let cut = Int.random(in: 1..<shuffled.count, using: &random)
        let files = [manifest(Array(shuffled[..<cut])), manifest(Array(shuffled[cut...]))]
        #expect(try merge(files).set.outline == plain)
    }

    private func manifest(_ entries: [(section: String, text: String)]) -> String {
        var sections: [String: [String]] = [:]
        for entry in entries { sections[entry.section, default: []].append(entry.text) }
        return sections.sorted { $0.key < $1.key }.map { "\($0.key):\n" + $0.value.joined(separator: "\n") + "\n" }
            .joined()
    }
}

extension ManifestSet {
    /// The content of the set, without places.
    fileprivate var outline: [String] {
        modules.map { "\($0.id.value) \($0.scope.value) \($0.identifiers.map(\.value))" }
            + interceptors.map { "\($0.id.value) \($0.order)" }
            + adapters.map { "\($0.required.value) \($0.provided.value)" }
            + routes.map { route in
                guard case .handler(let name) = route.destination else { return "?" }
                return "\(route.id.value) \(name.value)"
            }
            + tests.map { test in
                guard case .matched(let expected) = test.expectation else { return "?" }
                return "\(test.open.value) \(expected.handler?.value ?? "")"
            }
    }
}
