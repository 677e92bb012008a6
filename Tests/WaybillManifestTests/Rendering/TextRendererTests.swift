import Testing
import WaybillManifest
import WaybillRules
import WaybillSyntax

@Suite("Diagnostics as text")
struct TextRendererTests {
    private static let shop = """
        waybill: 1
        modules:
          orders:
          order:
        # routes
        routes:
          - urls: ["shop://orders/*"]
          - id: orders.any
            url: shop://orders/:id
            module: orders
            priority: 20

          # one order
          - id: orders.show
            url: shop://orders/:id

        """

    @Test("Header, line, carets, notes with their lines, example request and help")
    func golden() {
        let renderer = TextRenderer(
            sources: [SourceFile(path: "Routes/shop.yaml", bytes: Array(Self.shop.utf8))], showsSecrets: true)
        let diagnostic = Diagnostic(
            .sameRequests, at: span("orders.show"), "route 'orders.show' is unreachable",
            notes: [.init("'orders.any' is here, with priority 20", at: span("orders.any"))],
            witness: "shop://orders/42", witnessRemark: "goes to orders.any",
            help: "give 'orders.show' a priority above 20")
        #expect(
            renderer.render([diagnostic]) == """
                Routes/shop.yaml:14:9: error: route 'orders.show' is unreachable [P001 same-requests]
                   |
                14 |   - id: orders.show
                   |         ^~~~~~~~~~~
                   |
                Routes/shop.yaml:8:9: note: 'orders.any' is here, with priority 20
                   |
                 8 |   - id: orders.any
                   |         ^~~~~~~~~~
                   |
                   = example: shop://orders/42 goes to orders.any
                   = help: give 'orders.show' a priority above 20

                """)
    }

    @Test("A note on the same line shows it no second time, and suggestions become a question")
    func sameLine() {
        let renderer = TextRenderer(
            sources: [SourceFile(path: "a.yaml", bytes: Array("a: [veiws, b]\n".utf8))], showsSecrets: true)
        let diagnostic = Diagnostic(
            .unknownTag, at: SourceSpan(file: 0, start: 4, end: 9), "tag 'veiws' is unknown",
            notes: [.init("the list begins here", at: SourceSpan(file: 0, start: 3, end: 4))],
            suggestions: ["views", "view"])
        let second = Diagnostic(.unknownTag, at: SourceSpan(file: 0, start: 11, end: 11), "empty")
        #expect(
            renderer.render([diagnostic, second]) == """
                a.yaml:1:5: error: tag 'veiws' is unknown [T001 unknown-tag]
                  |
                1 | a: [veiws, b]
                  |     ^~~~~
                  |
                a.yaml:1:4: note: the list begins here
                  = help: did you mean 'views' or 'view'?

                a.yaml:1:12: error: empty [T001 unknown-tag]
                  |
                1 | a: [veiws, b]
                  |            ^
                  |

                """)
    }

    @Test("A suggestion that the help names is not repeated")
    func alreadyNamed() {
        let text = render("a", 0, 1, suggestions: ["b"], help: "write 'b'")
        #expect(text.hasSuffix("  = help: write 'b'\n"))
        #expect(!text.contains("did you mean"))
    }

    @Test(
        "Carets are as wide as the value on the screen",
        arguments: [
            ("日本: 日本語x", "日本語", "日本: 日本語x", "      ^~~~~~"),
            ("a:\tb\tc", "c", "a:  b   c", "        ^"),
            ("\tb", "b", "    b", "    ^"),
            ("e\u{301}e\u{301}: x", "x", "e\u{301}e\u{301}: x", "    ^"),
            ("🙂👨‍👩‍👧🇩🇪❤️👍🏽: x", "x", "🙂👨‍👩‍👧🇩🇪❤️👍🏽: x", "            ^"),
            ("a\u{200B}: x", "\u{200B}", "a‹U+200B›: x", " ^~~~~~~~"),
            ("\u{1B}[31m: x", "x", "‹U+001B›[31m: x", "              ^"),
            ("a\u{202E}b\u{2028}: x", "x", "a‹U+202E›b‹U+2028›: x", "                    ^"),
        ])
    func displayWidth(line: String, marked: String, shown: String, carets: String) throws {
        let before = Array(line.utf8)
        let start = try #require(before.firstRange(of: Array(marked.utf8))?.lowerBound)
        let lines = render(line, start, start + marked.utf8.count).split(
            separator: "\n", omittingEmptySubsequences: false)
        #expect(lines[2] == "1 | \(shown)")
        #expect(lines[3] == "  | \(carets)")
    }

    @Test("A span of several lines is underlined on its first line")
    func severalLines() {
        #expect(render("ab: |\n  c\n  d\n", 4, 13).contains("1 | ab: |\n  |     ^\n  |\n"))
    }

    @Test("Bytes that are not UTF-8 take a column each")
    func invalidBytes() {
        let source = SourceFile(path: "a.yaml", bytes: [0x61, 0xFF, 0xFE, 0x62])
        let diagnostic = Diagnostic(.invalidBytes, at: SourceSpan(file: 0, start: 1, end: 3), "bad")
        #expect(
            TextRenderer(sources: [source], showsSecrets: true).render([diagnostic]).contains(
                "1 | a\u{FFFD}\u{FFFD}b\n  |  ^~\n"))
    }

    @Test(
        "A line too long for the screen is cropped around the caret",
        arguments: [
            (0, 1, "0123456789012345678…", "^"), (14, 16, "…234567890123456789…", "             ^~"),
            (37, 39, "…1234567890123456789", "                 ^~"),
            (5, 35, "…567890123456789012…", " ^~~~~~~~~~~~~~~~~~~"),
        ])
    func cropped(start: Int, end: Int, shown: String, carets: String) {
        let text = String(repeating: "0123456789", count: 4)
        #expect(render(text, start, end, width: 24).contains("\n1 | \(shown)\n  | \(carets)\n"))
    }

    @Test(
        "In a cropped line of wide or endless text the caret is under its value",
        arguments: [
            String(repeating: "日本語", count: 30), String(repeating: "a", count: 500_000),
            String(repeating: "\t", count: 60),
        ])
    func croppedExactly(filler: String) {
        let text = filler + "X" + filler
        for width in [10, 20, 33, 80] {
            let start = filler.utf8.count
            let lines = render(text, start, start + 1, width: width).split(separator: "\n")
                .drop { !$0.hasPrefix("1 | ") }
            let (shown, carets) = (lines.first ?? "", lines.dropFirst().first ?? "")
            let before = shown.prefix { $0 != "X" }
            let column = before.unicodeScalars.reduce(0) { $0 + ("\u{3000}"..."\u{9FFF}" ~= $1 ? 2 : 1) }
            #expect(carets.prefix { $0 != "^" }.count == column)
            #expect(shown.contains("X"))
        }
    }

    @Test(
        "Words are wrapped at the end of the screen, and stay whole",
        arguments: [
            (30, "a.yaml:1:1: error: one two\n    three four five [T001\n    unknown-tag]\n"),
            (44, "a.yaml:1:1: error: one two three four five\n    [T001 unknown-tag]\n"),
            (19, "a.yaml:1:1: error: one two three four five [T001 unknown-tag]\n"),
        ])
    func wrapped(width: Int, header: String) {
        let diagnostic = Diagnostic(.unknownTag, at: SourceSpan(file: 0, start: 0, end: 0), "one two three four five")
        let source = SourceFile(path: "a.yaml", bytes: [])
        #expect(TextRenderer(sources: [source], width: width, showsSecrets: true).render([diagnostic]) == header)
        let painted = TextRenderer(sources: [source], color: true, width: width, showsSecrets: true).render([diagnostic]
        )
        #expect(painted.replacing(#/\u{1B}\[[0-9;]*m/#, with: "") == header)
    }

    @Test("A word that is longer than a line is not wrapped, so that it can be copied")
    func longWord() {
        let url = "/" + String(repeating: "a", count: 60)
        let diagnostic = Diagnostic(.unknownTag, at: SourceSpan(file: 0, start: 0, end: 0), "x", witness: url)
        let text = TextRenderer(sources: [.unreadable(path: "a")], width: 40, showsSecrets: true).render([diagnostic])
        #expect(text.hasSuffix("\n  = example: \(url)\n") || text.hasSuffix("\n  = example:\n    \(url)\n"))
    }

    @Test("Colors are used only on request")
    func color() {
        var renderer = TextRenderer(
            sources: [SourceFile(path: "a.yaml", bytes: Array("a: b\n".utf8))], showsSecrets: true)
        let diagnostic = Diagnostic(.unknownTag, at: SourceSpan(file: 0, start: 3, end: 4), "x")
        let plain = renderer.render([diagnostic])
        #expect(!plain.contains("\u{1B}"))
        renderer.color = true
        let painted = renderer.render([diagnostic])
        #expect(painted.contains("\u{1B}[1;31merror:\u{1B}[0m"))
        #expect(painted.replacing(#/\u{1B}\[[0-9;]*m/#, with: "") == plain)
    }

    @Test("Messages cannot control the terminal or begin a line")
    func steering() {
        let diagnostic = Diagnostic(.unknownTag, at: SourceSpan(file: 0, start: 0, end: 0), "a\u{1B}[2J\nb")
        let header = TextRenderer(sources: [SourceFile(path: "a\n.yaml", bytes: [])], showsSecrets: true).headerLine(
            for: diagnostic)
        #expect(header == "a‹U+000A›.yaml:1:1: error: a‹U+001B›[2J‹U+000A›b [T001 unknown-tag]")
    }

    @Test("A place without text shows no line")
    func unreadable() {
        let diagnostic = Diagnostic(.unreadableFile, at: SourceSpan(file: 0, start: 0, end: 0), "gone", help: "look")
        let text = TextRenderer(sources: [.unreadable(path: "a.yaml")], showsSecrets: true).render([diagnostic])
        #expect(text == "a.yaml: error: gone [Y015 unreadable-file]\n  = help: look\n")
    }

    @Test("Diagnostics of one rule can be limited, and the others are counted")
    func capped() {
        let renderer = TextRenderer(sources: [.unreadable(path: "a")], showsSecrets: true)
        let place = SourceSpan(file: 0, start: 0, end: 0)
        let diagnostics =
            (0..<40).map { Diagnostic(.unknownTag, at: place, "\($0)") } + [Diagnostic(.unknownKey, at: place, "k")]
        let text = renderer.render(diagnostics, maximumPerRule: 3)
        #expect(text.hasSuffix("a: error: k [S001 unknown-key]\n\nand 37 more [T001 unknown-tag]\n"))
        #expect(text.split(separator: "\n").count == 5)
    }

    @Test("The summary counts")
    func summary() {
        let place = SourceSpan(file: 0, start: 0, end: 0)
        let error = Diagnostic(.unknownTag, at: place, "x")
        let warning = Diagnostic(.ambiguousScalar, at: place, "x")
        let three = TextRenderer(sources: ["a", "b", "c"].map { SourceFile(path: $0, bytes: []) }, showsSecrets: true)
        #expect(
            three.summaryLine(for: [error, warning, error], routes: 12) == "2 errors, 1 warning in 3 files, 12 routes")
        let one = TextRenderer(sources: [SourceFile(path: "a", bytes: [])], showsSecrets: true)
        #expect(one.summaryLine(for: [], routes: 1) == "no problems in 1 file, 1 route")
    }

    private func render(
        _ text: String, _ start: Int, _ end: Int, suggestions: [String] = [], help: String? = nil, width: Int? = nil
    ) -> String {
        let source = SourceFile(path: "a.yaml", bytes: Array(text.utf8))
        let span = SourceSpan(file: 0, start: start, end: end)
        let diagnostic = Diagnostic(.unknownTag, at: span, "x", suggestions: suggestions, help: help)
        return TextRenderer(sources: [source], width: width, showsSecrets: true).render([diagnostic])
    }

    private func span(_ text: String) -> SourceSpan {
        let start = Array(Self.shop.utf8).firstRange(of: Array(text.utf8))?.lowerBound ?? 0
        return SourceSpan(file: 0, start: start, end: start + text.utf8.count)
    }
}
