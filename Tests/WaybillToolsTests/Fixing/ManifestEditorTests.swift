import Testing
import WaybillManifest
import WaybillReports
import WaybillRules
import WaybillSyntax
import WaybillTable
import WaybillTools

@Suite("Changes in a file's own layout")
struct ManifestEditorTests {
    /// The text with a change at the place that `«…»` marks; nil if the change is not possible there.
    private func changing(
        _ marked: String, _ change: (SourceSpan) -> Diagnostic.Change
    ) throws -> String? {
        let parts = marked.split(separator: "«", maxSplits: 1, omittingEmptySubsequences: false)
        let rest = parts[1].split(separator: "»", maxSplits: 1, omittingEmptySubsequences: false)
        let (before, inner) = (parts[0].utf8.count, rest[0].utf8.count)
        let source = SourceFile(path: "a.yaml", bytes: Array((parts[0] + rest[0] + rest[1]).utf8))
        let span = SourceSpan(file: 0, start: before, end: before + inner)
        let diagnostic = Diagnostic(.unknownKey, at: span, "", fixes: [.init("", safe: true, change(span))])
        let fixes = [diagnostic].resolvingEdits(in: [source])[0].fixes
        guard let fix = fixes.first else { return nil }
        return String(decoding: source.bytes.applying(fix.edits), as: UTF8.self)
    }

    private func set(_ span: SourceSpan) -> Diagnostic.Change {
        .set("priority", to: "3", in: .item(span), following: ["url", "handler"])
    }

    @Test(
        "a new key is inserted after those that it follows, in the style of its entry",
        arguments: [
            ("routes:\n  - «url: /a\n    handler: h»\n", "routes:\n  - url: /a\n    handler: h\n    priority: 3\n"),
            (
                "routes:\n  - «handler: h # why\n    tags: [t]» # tags\n",
                "routes:\n  - handler: h # why\n    priority: 3\n    tags: [t] # tags\n"
            ),
            ("routes:\n- «url: /a\n  handler: h»", "routes:\n- url: /a\n  handler: h\n  priority: 3"),
            ("routes: [«{ url: /a, handler: h }»]\n", "routes: [{ url: /a, handler: h, priority: 3 }]\n"),
            (
                "routes:\n  - «{ url: /a, # where\n      handler: h, tags: [t] }»\n",
                "routes:\n  - { url: /a, # where\n      handler: h, priority: 3, tags: [t] }\n"
            ),
            ("routes:\r\n  - «url: /a»\r\n", "routes:\r\n  - url: /a\r\n    priority: 3\r\n"),
            ("routes:\n  -   «'url': 宽»\n", "routes:\n  -   'url': 宽\n      priority: 3\n"),
            ("routes:\n  - «tags:\n    - a\n    - b»\n", "routes:\n  - tags:\n    - a\n    - b\n    priority: 3\n"),
            ("routes:\n  - «url: /a\n    priority: 1»\n", "routes:\n  - url: /a\n    priority: 3\n"),
            ("routes:\n  - «url: /a\n    priority:»\n", "routes:\n  - url: /a\n    priority: 3\n"),
            (
                "a: &a [x]\nroutes:\n  - «url: /a\n    handler: *a» # same\n",
                "a: &a [x]\nroutes:\n  - url: /a\n    handler: *a # same\n    priority: 3\n"
            ),
        ])
    func setting(marked: String, expected: String) throws {
        #expect(try changing(marked, set) == expected)
    }

    @Test(
        "an unclear layout is left alone",
        arguments: [
            "routes:\n  - «summary: |+\n      text\n\n»\n", "routes: [«url: /a»]\n",
            "routes:\n  ? «url\n  : /a»\n",
        ])
    func untouched(marked: String) throws {
        #expect(try changing(marked, set) == nil)
    }

    @Test(
        "a text is quoted as before, and if it must be",
        arguments: [
            ("a: «b»", "no", "a: \"no\""), ("a: «b»", "c d", "a: c d"), ("a: «'b'»", "it's", "a: 'it''s'"),
            ("a: «\"b\"»", "say \"x\"", "a: \"say \\\"x\\\"\""), ("a: [«b»]", "c, d", "a: [\"c, d\"]"),
            ("a: «b»", "*", "a: \"*\""), ("a: «b»", "/x/:id", "a: /x/:id"), ("«'a'»: b", "c", "'c': b"),
            ("a: «b»", "10", "a: \"10\""), ("a: «b»", "a: b", "a: \"a: b\""), ("a: «b»", "", "a: \"\""),
        ])
    func writing(marked: String, text: String, expected: String) throws {
        #expect(try changing(marked) { .write(text, at: $0) } == expected)
    }

    @Test(
        "an entry is removed with its comments, and with what would be empty without it",
        arguments: [
            ("m:\n  # A.\n  «a»: { x: 1 } # a\n  # B.\n  b:\n", "m:\n  # B.\n  b:\n"),
            ("m:\n  a:\n\n  # B.\n  # More.\n  «b»:\n    x: 1\n\n  c:\n", "m:\n  a:\n\n  c:\n"),
            ("x: 1\n# All.\nm:\n  «a»:\n    x: 1\n", "x: 1\n"), ("m: { a: 1, «b»: 2 }\n", "m: { a: 1 }\n"),
            ("m: { «a»: 1, b: 2 }\n", "m: { b: 2 }\n"), ("x: 1\nm: { «a»: { b: 1 } }\n", "x: 1\n"),
        ])
    func removing(marked: String, expected: String) throws {
        #expect(try changing(marked) { .remove(.named($0), .removed) } == expected)
    }

    @Test(
        "an item is removed",
        arguments: [
            ("m:\n  - a\n  - «b» # b\n  - c\n", "m:\n  - a\n  - c\n"), ("m: [«a», b]\n", "m: [b]\n"),
            ("m: [a, «b»]\n", "m: [a]\n"), ("m:\n  - «x: 1\n    y: 2»\n  - z: 1\n", "m:\n  - z: 1\n"),
        ])
    func removingItems(marked: String, expected: String) throws {
        #expect(try changing(marked) { .remove(.item($0), .removed) } == expected)
    }

    @Test(
        "a key is removed without the comments around it",
        arguments: [
            ("- «url: /a\n  priority: 5 # why\n  handler: h»\n", "- url: /a\n  # why\n  handler: h\n"),
            ("- «{ url: /a, priority: 5, handler: h }» # a\n", "- { url: /a, handler: h } # a\n"),
            (
                "- «{ url: /a,\n    priority: 5, # why\n    handler: h }»\n",
                "- { url: /a,\n    # why\n    handler: h }\n"
            ),
            ("- «{ url: /a, # where\n    priority: 5 }»\n", "- { url: /a, # where\n     }\n"),
            ("- «{ url: /a,\n    priority: 5,\n  }»\n", "- { url: /a,\n  }\n"),
        ])
    func unsetting(marked: String, expected: String) throws {
        #expect(try changing(marked) { .unset("priority", in: .item($0)) } == expected)
    }

    @Test(
        "a key whose comment would be lost, or move beside another one, stays",
        arguments: [
            "- «{ url: /a,\n    priority: 5   # why\n  , handler: h }»\n",
            "- «{ url: /a,\n    priority: 5   # a, b\n  , handler: h }»\n",
            "- «{ url: /a, handler: h\n    # why\n  , priority: 5 }»\n",
            "- «{ url: /a, # where\n    priority: 5,\n  }»\n", "- «{ url: /a,\n    priority: 5 # why\n  }»\n",
            "- «{ url: /a,\n    priority: 5, # why\n  }»\n", "- «url: /a\n  priority: # why\n    5»\n",
        ])
    func keepingComments(marked: String) throws {
        #expect(try changing(marked) { .unset("priority", in: .item($0)) } == nil)
    }

    @Test(
        "an entry is removed with its anchor, and the next one keeps its own",
        arguments: [
            ("- «{ url: /a, &p priority: 5, handler: h }»\n", "- { url: /a, handler: h }\n"),
            ("- «{ url: /a, &p priority: &q 5 }»\n", "- { url: /a }\n"),
            ("- «{ priority: 5, &h handler: h, present: *h }»\n", "- { &h handler: h, present: *h }\n"),
            ("- «priority: 5\n  &u url: /a»\n", "- &u url: /a\n"),
            ("- «url: /a\n  &p priority: 5\n  handler: h»\n", "- url: /a\n  handler: h\n"),
        ])
    func anchors(marked: String, expected: String) throws {
        #expect(try changing(marked) { .unset("priority", in: .item($0)) } == expected)
    }

    @Test(
        "an entry whose anchor has aliases elsewhere, or is on another line, stays",
        arguments: [
            "- «{ url: /a, &p priority: 5, summary: *p }»\n", "- «{ url: /a, priority: &p 5, timeout: *p }»\n",
            "- «url: /a\n  priority: [1, &p 5]\n  tags: *p»\n", "- «{ url: /a, &p\n    priority: 5, handler: h }»\n",
            "- «{ url: /a, priority: 5, &p # why\n    handler: h }»\n",
        ])
    func anchorsElsewhere(marked: String) throws {
        #expect(try changing(marked) { .unset("priority", in: .item($0)) } == nil)
    }

    @Test("an item is removed with its anchor")
    func anchorsOfItems() throws {
        #expect(try changing("m:\n  - a\n  - &b «b»\n  - c\n") { .takeOut(.item($0)) } == "m:\n  - a\n  - c\n")
        #expect(try changing("m: [a, &b «b», &c c]\n") { .takeOut(.item($0)) } == "m: [a, &c c]\n")
        #expect(try changing("m: [&a «a», *a]\n") { .takeOut(.item($0)) } == nil)
    }

    @Test(
        "a key whose suppression would apply to the next entry stays",
        arguments: [
            "- «url: /a\n  priority: 5» # waybill:allow P003 -- why\n- url: /b\n",
            "- «url: /a\n  # waybill:allow P003 -- why\n    # more\n  priority: 5»\n- url: /b\n",
            "- «{ url: /a,\n    # waybill:allow P003 -- why\n    priority: 5, handler: h }»\n",
            "- «{ url: /a,\n    priority: 5, # waybill:allow P003 -- why\n    handler: h }»\n",
            "- «priority: 5\n  url: /a # waybill:allow P003 -- of the URL\n  handler: h»\n",
            "- «priority: 5\n\n  # waybill:allow P003 -- of the URL\n  url: /a\n  handler: h»\n",
            "-\n  «priority: 5\n  # waybill:allow P003 -- of the URL\n  url: /a\n  handler: h»\n",
            "- «{ priority:\n    5, url: /a }» # waybill:allow P003 -- of the URL\n",
            "- «{ tags: [x\n    ], priority: 5 }» # waybill:allow P003 -- of the priority\n",
        ])
    func keepingSuppressions(marked: String) throws {
        #expect(try changing(marked) { .unset("priority", in: .item($0)) } == nil)
    }

    @Test(
        "a suppression of the whole entry does not prevent the removal of a key",
        arguments: [
            (
                "# waybill:allow P003 -- why\n- «priority: 5\n  url: /a»\n",
                "# waybill:allow P003 -- why\n- url: /a\n"
            ),
            (
                "- «priority: 5 # waybill:allow P003 -- why\n  url: /a»\n",
                "- # waybill:allow P003 -- why\n  url: /a\n"
            ),
            (
                "# waybill:allow P003 -- why\n- «{ priority: 5, url: /a }» # waybill:allow P004 -- why\n",
                "# waybill:allow P003 -- why\n- { url: /a } # waybill:allow P004 -- why\n"
            ),
        ])
    func suppressionsOfEntries(marked: String, expected: String) throws {
        #expect(try changing(marked) { .unset("priority", in: .item($0)) } == expected)
    }

    @Test("a suppression is removed with its entry, and if that is not possible, the entry stays")
    func removingSuppressions() throws {
        func remove(_ span: SourceSpan) -> Diagnostic.Change { .remove(.named(span), .removed) }
        let suppression = "# waybill:allow I004 -- why"
        #expect(try changing("m:\n  \(suppression)\n  «a»: 1 \(suppression)\n  b: 2\n", remove) == "m:\n  b: 2\n")
        #expect(try changing("m:\n    \(suppression)\n  «a»: 1\n  b: 2\n", remove) == nil)
    }

    @Test("an appended item has the style of its list")
    func appending() throws {
        func append(_ span: SourceSpan) -> Diagnostic.Change {
            .append("z", to: "tags", in: .item(span), following: ["url"])
        }
        #expect(try changing("- «url: /a\n  tags: [x]  # t»\n", append) == nil, "the span is not the entry's")
        #expect(try changing("- «url: /a\n  tags: [x]»  # t\n", append) == "- url: /a\n  tags: [x, z]  # t\n")
        #expect(try changing("- «url: /a\n  tags:\n  - x»  # t\n", append) == "- url: /a\n  tags:\n  - x  # t\n  - z\n")
        #expect(try changing("- «url: /a»\n", append) == "- url: /a\n  tags: [z]\n")
    }

    @Test("a list of only aliases is searched without a deep stack")
    func aliases() throws {
        let list = "a: &a x\nm:\n" + (0..<20_000).map { _ in "  - *a\n" }.joined()
        let marked = "«" + list.dropLast() + "»\n"
        let appended = try changing(marked) { .append("z", to: "m", in: .item($0), following: []) }
        #expect(appended == list + "  - z\n")
    }

    @Test("a change of an aliased value is not safe")
    func anchored() throws {
        let source = SourceFile(path: "a.yaml", bytes: Array("a: &x [1]\nb: *x\nc: &y [2]\n".utf8))
        let diagnostic = Diagnostic(
            .unknownKey, at: SourceSpan(file: 0, start: 0, end: 1), "",
            fixes: [7, 23].map { start in
                .init("", safe: true, .write("3", at: SourceSpan(file: 0, start: start, end: start + 1)))
            })
        #expect([diagnostic].resolvingEdits(in: [source])[0].fixes.map(\.safe) == [false, true])
    }

    @Test("edits have lines and columns of the file, after a byte order mark, line ends and wide characters")
    func positions() throws {
        let text = "\u{FEFF}waybill: 1\r\nroutes:\r\n  - { url: /宽\u{1F600}, handler: h, methods: [get] }\r\n"
        let compilation = Compilation.compile(text: text)
        let report = DiagnosticsReport(compilation.lint().diagnostics, sources: compilation.sources, routes: 1)
        let method = try #require(report.diagnostics.first { $0.id == "S003" }?.fixes.first?.edits.first)
        #expect(
            [method.place.line, method.place.column, method.place.endLine, method.place.endColumn] == [3, 39, 3, 42])
        #expect(method.text == "GET")
        let mark = try #require(report.diagnostics.first { $0.id == "Y010" })
        #expect(mark.fixes.isEmpty, "the mark is in no column")
    }

    @Test("any route of the corpus can be given a priority, and nothing else changes", arguments: GoldenFixtures.broken)
    func priorities(_ golden: GoldenCase) {
        let before = golden.compilation
        // A new key after the start of another item, without its dash, belongs to no item.
        let starts = golden.lint().diagnostics.filter { $0.message.contains("another item") }.map(\.span)
        for route in before.set.routes {
            let own = route.span
            if starts.contains(where: { $0.file == own.file && own.start < $0.start && $0.end <= own.end }) { continue }
            let change = Diagnostic.Change.set("priority", to: "77", in: .item(route.span), following: ["url", "urls"])
            let diagnostic = Diagnostic(.idlePriority, at: route.span, "", fixes: [.init("", safe: true, change)])
            // An alias refers to the same entry elsewhere.
            guard let fix = [diagnostic].resolvingEdits(in: before.sources)[0].fixes.first, fix.safe else { continue }
            let sources = before.sources.enumerated().map { index, source in
                SourceFile(
                    path: source.path, bytes: index == route.span.file ? source.bytes.applying(fix.edits) : source.bytes
                )
            }
            let after = Compilation.compile(files: ManifestFiles(sources: sources))
            let expected = before.set.routes.map { $0.words(priority: $0.span == route.span ? 77 : $0.priority) }
            #expect(after.set.routes.map { $0.words(priority: $0.priority) }.sorted() == expected.sorted())
        }
    }
}

extension Route {
    fileprivate func words(priority: Int) -> String {
        let patterns = patterns.map(\.text.value)
        return "\(id.value) \(patterns) \(methods.map(\.value)) \(tags.map(\.value)) \(priority) \(with == nil)"
    }
}
