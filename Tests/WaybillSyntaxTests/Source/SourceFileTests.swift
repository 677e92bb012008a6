import Testing
import WaybillSyntax

@Suite("Lines and columns")
struct SourceFileTests {
    @Test(
        "Columns count scalars, lines end at LF, CR LF and CR only",
        arguments: [
            ("ab\ncd", 3, 2, 1), ("ab\ncd", 2, 1, 3), ("ab\r\ncd", 4, 2, 1), ("ab\r\ncd", 3, 1, 4), ("ab\rcd", 3, 2, 1),
            ("a\tb", 2, 1, 3), ("日本x", 6, 1, 3), ("日本x", 4, 1, 2), ("🙂x", 4, 1, 2), ("a\u{85}b", 3, 1, 3),
            ("a\u{2028}b\u{2029}c", 8, 1, 5), ("a\u{0B}\u{0C}b\n", 3, 1, 4), ("\u{FEFF}ab", 3, 1, 1),
            ("\u{FEFF}ab", 0, 1, 1),
            ("\u{FEFF}ab", 4, 1, 2), ("e\u{301}x", 3, 1, 3), ("a\n", 2, 2, 1), ("", 0, 1, 1), ("ab", 99, 1, 3),
            ("ab", -1, 1, 1),
        ])
    func positions(text: String, offset: Int, line: Int, column: Int) {
        let file = SourceFile(path: "a", bytes: Array(text.utf8))
        #expect(file.position(at: offset) == SourcePosition(line: line, column: column))
    }

    @Test("UTF-16 columns count an emoji twice")
    func utf16() {
        let file = SourceFile(path: "a", bytes: Array("é🙂x".utf8))
        #expect(file.utf16Position(at: 6) == SourcePosition(line: 1, column: 4))
        #expect(file.position(at: 6) == SourcePosition(line: 1, column: 3))
    }

    @Test("A byte that is not UTF-8 is one character")
    func invalidBytes() {
        let file = SourceFile(path: "a", bytes: [0x80, 0xC3, 0xE2, 0x80, 0x61, 0xED, 0xA0, 0x80, 0xF5, 0x62])
        #expect(file.position(at: 4).column == 5)
        #expect(file.position(at: 9).column == 10)
        #expect(file.byteOffset(ofScalar: 9) == 9)
    }

    @Test("Offsets and indices agree far into one long line")
    func longLine() {
        let text = String(repeating: "aé日🙂", count: 400)
        let file = SourceFile(path: "a", bytes: Array(text.utf8))
        var offset = 0
        for (index, scalar) in text.unicodeScalars.enumerated() {
            #expect(file.position(at: offset).column == index + 1)
            #expect(file.byteOffset(ofScalar: index) == offset)
            offset += UTF8.width(scalar)
        }
        #expect(file.byteOffset(ofScalar: .max) == file.bytes.count)
        #expect(file.byteOffset(ofScalar: -1) == 0)
    }

    @Test("Lines come without their ends, and are empty outside of the file")
    func lines() {
        let file = SourceFile(path: "a", bytes: Array("\u{FEFF}a\r\n\rb\u{2028}c\n".utf8))
        #expect((0...5).map(file.text(ofLine:)) == ["", "a", "", "b\u{2028}c", "", ""])
        #expect(file.lineCount == 4)
    }

    @Test("Diagnostics are sorted by place, then rule, then message")
    func sorting() {
        func diagnostic(_ rule: Rule, file: Int, start: Int, _ message: String) -> Diagnostic {
            Diagnostic(rule, at: SourceSpan(file: file, start: start, end: start), message)
        }
        let sorted = [
            diagnostic(.unknownKey, file: 0, start: 3, "a"), diagnostic(.duplicateKey, file: 0, start: 7, "a"),
            diagnostic(.missingKey, file: 1, start: 0, "a"), diagnostic(.duplicateKey, file: 1, start: 0, "a"),
            diagnostic(.duplicateKey, file: 1, start: 0, "b"),
        ]
        #expect(sorted.reversed().sortedByPlace() == sorted)
        #expect(sorted.sortedByPlace() == sorted)
    }
}

@Suite("Did you mean")
struct DidYouMeanTests {
    @Test(
        "Near names come nearest first, then by name, three at most",
        arguments: [
            ("intercepters", ["routes", "interceptors"], ["interceptors"]),
            ("veiws", ["views", "view", "api"], ["views"]),
            ("ab", ["ba", "abc", "xyz", "a", "b"], ["a", "abc", "b"]),
            ("Views", ["view", "views", "viewx"], ["views", "view", "viewx"]),
            ("singelton", ["transient", "singleton", "shared"], ["singleton"]),
            ("x", ["completely", "different"], []),
            ("", ["a", "ab"], ["a"]),
            ("same", ["same", "sane", "sane"], ["sane"]),
        ])
    func near(name: String, candidates: [String], suggestions: [String]) {
        #expect(didYouMean(name, among: candidates) == suggestions)
    }

    @Test("A very long name is not compared")
    func endless() {
        let name = String(repeating: "a", count: 1_000_000)
        #expect(didYouMean(name, among: [name + "b"]) == [])
    }
}
