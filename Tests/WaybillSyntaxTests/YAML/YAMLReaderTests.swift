import Testing
import WaybillSyntax

@Suite("Reading YAML")
struct YAMLReaderTests {
    @Test("Mappings, sequences and scalars of every style become nodes")
    func kinds() {
        let reading = Reading(
            "a: 1\nb: [x, 'y', \"z\"]\nc:\n  - p: |\n      one\n      two\n  - >-\n    folded\n    text\n")
        #expect(reading.problems == [])
        #expect(reading.flow == "{a: 1, b: [x, y, z], c: [{p: one\ntwo\n}, folded text]}")
        let styles = reading.nodes.compactMap { node -> Node.Scalar.Style? in
            if case .scalar(let scalar) = node.content, !["a", "b", "c", "p"].contains(scalar.text) {
                scalar.style
            } else {
                nil
            }
        }
        #expect(styles == [.plain, .plain, .singleQuoted, .doubleQuoted, .literal, .folded])
    }

    @Test("A span ends where the text ends")
    func trimmedSpans() {
        let reading = Reading("a: |\n  x\n\n\nb:\n  - 1  # one\n  - c: 2\n\n\n# end\nd: [1, 2]  \ne: {f: g} # h\n")
        #expect(
            reading.covered.dropFirst() == [
                "a", "|\n  x", "b", "- 1  # one\n  - c: 2", "1", "c: 2", "c", "2", "d", "[1, 2]", "1", "2", "e",
                "{f: g}",
                "f", "g",
            ])
        #expect(reading.place(reading.nodes[0].span) == "1:1-12:10")
    }

    @Test(
        "An empty value is after its colon or dash",
        arguments: [
            ("a:\nb: 1\n", "1:3"), ("a:   # none\n\nb: 1\n", "1:3"), ("{a: , b: 1}", "1:4"), ("{a, b: 1}", "1:3"),
            ("-\n- 1\n", "1:2"), ("-   # none\n- 1\n", "1:2"), ("a: &x\nb: *x\n", "1:6"), ("? a\n? b\n", "1:4"),
            ("a:", "1:3"),
        ])
    func emptyValues(text: String, place: String) throws {
        let reading = Reading(text)
        let empty = try #require(reading.nodes.first { $0.content == .scalar(.init(text: "", style: .plain)) })
        #expect(reading.place(empty.span) == "\(place)-\(place)")
    }

    @Test("An anchored value begins after its anchor, and an alias keeps the value's place")
    func aliases() {
        let reading = Reading("a: &x\n  k: v\nb: *x\nc: [&y 1, *y]\n*y : z\n")
        #expect(reading.problems == [])
        #expect(reading.flow == "{a: {k: v}, b: {k: v}, c: [1, 1], 1: z}")
        #expect(
            reading.covered.dropFirst() == [
                "a", "k: v", "k", "v", "b", "k: v", "k", "v", "c", "[&y 1, *y]", "1", "1", "1", "z",
            ])
    }

    @Test("NEL, U+2028 and U+2029 end neither a line nor a comment nor a value")
    func separatorsAreCharacters() {
        let reading = Reading("# one\u{2028}b: 2\u{85}c: 3\na: x\u{2029}y\nd: \"p\u{85}q\\Lr\"\nd: 1\n")
        #expect(reading.flow == "{a: x\u{2029}y, d: p\u{85}q\u{2028}r}")
        #expect(reading.problems == ["Y003 4:1-4:2 duplicate key 'd'"])
    }

    @Test("A file that uses all substitutes for line separators is read anyway")
    func noFreeSubstitute() {
        let used = (0xFDD0...0xFDEF as ClosedRange<UInt32>).compactMap(Unicode.Scalar.init).map(String.init).joined()
        #expect(Reading("a: \"\(used)\u{2028}\"\n").node != nil)
    }

    @Test("Line ends of every kind are one line end", arguments: ["\n", "\r\n", "\r"])
    func lineEnds(lineEnd: String) {
        let reading = Reading(["é: 1", "b:", "  - 日本", "b: 2", ""].joined(separator: lineEnd))
        #expect(reading.problems == ["Y003 4:1-4:2 duplicate key 'b'"])
        #expect(reading.nodes.last.map { reading.place($0.span) } == "3:5-3:7")
    }

    @Test("A file keeps its document for those who ask again, and only if one of them wants it kept")
    func kept() throws {
        let file = SourceFile(path: "a.yaml", bytes: Array("a: b\n".utf8))
        func read(_ index: Int = 0) throws -> YAMLDocument {
            try #require(YAMLReader.read(file, index: index).node).document
        }
        #expect(try read() !== read())
        let document = try #require(YAMLReader.readOnce(file, index: 0).node).document
        #expect(try read() === document)
        #expect(YAMLReader.readOnce(file, index: 0).node?.document === document)
        #expect(try read(1).root?.span.file == 1, "in another place of a set its spans differ")
    }

    @Test("A file that could not be read gives nothing")
    func unreadable() {
        let (node, diagnostics) = YAMLReader.read(.unreadable(path: "a.yaml"), index: 0)
        #expect(node == nil)
        #expect(diagnostics.isEmpty)
    }
}
