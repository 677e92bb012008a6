import Testing
import WaybillSyntax

@Suite("Rules of YAML")
struct YAMLRulesTests {
    @Test(
        "Each rule is reported at its place",
        arguments: [
            ("Y003", "a: 1\nb: 2\na: 3\n", "Y003 3:1-3:2 duplicate key 'a'"),
            ("Y003", "a: 1\n\"a\": 3\n", "Y003 2:1-2:4 duplicate key 'a'"),
            ("Y004", "a: &defaults 1\nb: *default\nc: *defaults\n", "Y004 2:4-2:12 alias '*default' has no anchor"),
            ("Y004", "a: &x 1\n", "Y004 1:4-1:6 anchor '&x' is never used"),
            ("Y004", "a: &x [1, *x]\n", "Y004 1:11-1:13 alias '*x' appears inside the value that it names"),
            (
                "Y007", "a: 1\n---\nb: 2\n---\nc: 3\n",
                "Y007 2:1-2:4 a second document starts here; a manifest is one document"
            ),
            ("Y007", "", "Y007 1:1-1:1 the file is empty"),
            ("Y007", "# nothing\n", "Y007 1:1-1:1 the file is empty"),
            ("Y007", "---\n...\n", "Y007 1:1-1:1 the file is empty"),
            ("Y008", "a: &x {b: 1}\nc:\n  <<: *x\n", "Y008 3:3-3:5 merge key '<<' is not supported"),
            ("Y008", "a: !!python/object x\n", "Y008 1:4-1:19 tag '!!python/object' is not allowed"),
            ("Y008", "a: !!str\n", "Y008 1:4-1:9 tag '!!str' is not allowed"),
            ("Y008", "a: !foo {b: 1}\n", "Y008 1:4-1:8 tag '!foo' is not allowed"),
            ("Y008", "a: &x !<tag:x,y> b\nc: *x\n", "Y008 1:7-1:17 tag '!<tag:x,y>' is not allowed"),
            ("Y010", "orders\u{200B}: 1\n", "Y010 1:7-1:8 invisible U+200B (zero width space) in key 'orders‹U+200B›'"),
            ("Y010", "\"a\\tb\": 1\n", "Y010 1:1-1:7 invisible U+0009 (tab) in key 'a‹U+0009›b'"),
            ("Y010", "a\u{202E}b: 1\n", "Y010 1:2-1:3 invisible U+202E in key 'a‹U+202E›b'"),
            ("Y010", "a\u{2028}b: 1\n", "Y010 1:2-1:3 invisible U+2028 (line separator) in key 'a‹U+2028›b'"),
            ("Y010", "\u{FEFF}a: 1\n", "Y010 1:1-1:1 the file starts with a byte order mark"),
            ("S003", "{a: 1}: b\n", "S003 1:1-1:7 a key must be text, not a mapping"),
            ("S003", "? [a]\n: b\n", "S003 1:3-1:6 a key must be text, not a list"),
        ])
    func places(rule: String, text: String, problem: String) {
        #expect(Reading(text).problems == [problem])
    }

    @Test(
        "Syntax errors have the place of the error and of its beginning",
        arguments: [
            (
                "a: [1, 2\nb: 3\n",
                "2:2-2:3 expected ',' or ']' in the list that opens at 1:4",
                "close the '['"
            ),
            (
                "é: \"abc\nb: 3\n",
                "1:4-1:5 the quoted text that starts at 1:4 is not closed",
                "close the quote"
            ),
            (
                "a: b\n\tc: d\n",
                "2:1-2:2 a tab cannot indent a value",
                "spaces"
            ),
            (
                "a:\n\tc: d\n",
                "2:1-2:2 a tab cannot indent a value",
                "spaces"
            ),
            ("a: b: c\n", "1:5-1:6 unexpected ':'", "quote the value"),
            (
                "a:1\nb: 3\n", "2:2-2:3 unexpected ':'",
                "after the colon of 'a:' in line 1"
            ),
            (
                "a: 1\nb:2\n", "2:1-2:2 expected ':' after the key that starts at 2:1",
                "after the colon of 'b:' in line 2"
            ),
            (
                "a: 1\nb\n", "3:1-3:1 expected ':' after the key that starts at 2:1",
                "colon"
            ),
            (
                "a:\n - x\n- y\n",
                "3:1-3:2 expected a key of the mapping that starts at 1:1",
                "neighbors"
            ),
            (
                "u: */x\n",
                "1:5-1:6 expected the name of an alias after '*'",
                "quote the value"
            ),
            (
                "u: @x\n",
                "1:4-1:5 '@' cannot start a value",
                "quote the value"
            ),
        ])
    func syntax(text: String, problem: String, help: String) throws {
        let reading = Reading(text)
        #expect(reading.problems == ["Y001 " + problem])
        #expect(try #require(reading.diagnostics.first?.help).contains(help))
    }

    @Test(
        "Everything before a syntax error is kept, except the entry of a section that it cuts",
        arguments: [
            ("a: 1\nb:\n  c: [1, 2]\n  d: @\n", "{a: 1, b: {c: [1, 2]}}"),
            ("a:\n  - b\n  - c: [1\n  - d\n", "{a: [b]}"),
            ("a:\n  - b\n  - c\n }\n", "{a: [b]}"),
            ("a: 1\nb: c\n  d: e\n", "{a: 1}"),
            ("a: 1\nb:\n : c: d\n", "{a: 1, b: {}}"),
        ])
    func partialTree(text: String, kept: String) {
        #expect(Reading(text).flow == kept)
    }

    @Test("A repeated key has a note at the first, and the later value is dropped")
    func duplicate() throws {
        let reading = Reading("a: 1\na: {b: 2}\nc: 3\n")
        #expect(reading.flow == "{a: 1, c: 3}")
        let note = try #require(reading.diagnostics.first?.notes.first)
        #expect(reading.place(note.span) == "1:1-1:2")
    }

    @Test("An unknown alias has suggestions, an unused anchor is only a warning")
    func aliasSeverities() throws {
        let reading = Reading("a: &defaults 1\nb: *default\n")
        #expect(reading.diagnostics.map(\.severity) == [.warning, .error])
        #expect(reading.diagnostics.last?.suggestions == ["*defaults"])
        #expect(reading.flow == "{a: 1, b: }")
    }

    @Test("Reading continues after a problem")
    func goesOn() {
        let reading = Reading("<<: {x: 1}\na: !t 1\n[k]: 2\na: 3\nb\u{200B}: *no\n")
        #expect(reading.diagnostics.map(\.rule.id) == ["Y008", "Y008", "S003", "Y003", "Y010", "Y004"])
        #expect(reading.flow == "{a: 1, b: }")
    }

    @Test("Bytes that are not UTF-8 and control characters are reported at their places")
    func invalidBytes() {
        let reading = Reading(
            bytes: Array("é: x".utf8) + [0xFF, 0xC3, 0x0A] + Array("b: ".utf8) + [0x00] + Array("\nb: 1".utf8))
        #expect(
            reading.problems == [
                "Y002 1:5-1:7 byte 0xff at offset 5 is not UTF-8, and the bytes after it",
                "Y002 2:4-2:5 control character U+0000 at offset 11 is not allowed",
                "Y003 3:1-3:2 duplicate key 'b'",
            ])
    }

    @Test("UTF-16 is one diagnostic", arguments: [[0xFF, 0xFE, 0x61, 0x00], [0xFE, 0xFF, 0x00, 0x61]] as [[UInt8]])
    func utf16(bytes: [UInt8]) {
        let reading = Reading(bytes: bytes)
        #expect(reading.diagnostics.map(\.rule.id) == ["Y002"])
        #expect(reading.node == nil)
    }

    @Test("Depth 64 is read, depth 65 is rejected, also through aliases")
    func depth() {
        func nested(_ levels: Int) -> String {
            String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
        }
        #expect(Reading(nested(64)).problems == [])
        #expect(Reading(nested(65)).problems == ["Y006 1:65-1:66 nesting depth 65 exceeds 64"])
        let anchored = "a: &x \(nested(40))\nb: "
        #expect(
            Reading(anchored + String(repeating: "[", count: 23) + "*x" + String(repeating: "]", count: 23)).problems
                == [])
        let deeper = anchored + String(repeating: "[", count: 24) + "*x" + String(repeating: "]", count: 24)
        #expect(Reading(deeper).problems == ["Y006 2:28-2:30 nesting depth 65 exceeds 64"])
    }

    @Test("A file over 8 MiB is rejected without reading")
    func size() {
        let reading = Reading(bytes: Array(repeating: 0x23, count: (8 << 20) + 1))
        #expect(reading.problems == ["Y006 1:1-1:1 the file is over 8 MiB"])
        #expect(reading.node == nil)
    }

    @Test("An invisible character has its place after invalid bytes, too")
    func behindOtherBytes() {
        let bytes = Array("a".utf8) + [0xFF, 0xFF] + Array("\u{200B}b: 1\n".utf8)
        #expect(Reading(bytes: bytes).problems.contains { $0.hasPrefix("Y010 1:4-1:5 ") })
    }

    @Test("Ids are checked like keys")
    func ids() throws {
        let file = SourceFile(path: "a.yaml", bytes: Array("id: or\u{200B}ders".utf8))
        let id = Located("or\u{200B}ders", at: SourceSpan(file: 0, start: 4, end: file.bytes.count))
        let problem = try #require(InvisibleCharacter.diagnostic(in: id, called: "id", source: file))
        #expect(problem.message == "invisible U+200B (zero width space) in id 'or‹U+200B›ders'")
        #expect(problem.span == SourceSpan(file: 0, start: 6, end: 9))
        #expect(problem.fixes.first?.edits == [Diagnostic.Edit(span: problem.span, text: "")])
        let clean = Located("orders", at: id.span)
        #expect(InvisibleCharacter.diagnostic(in: clean, called: "id", source: file) == nil)
    }
}
