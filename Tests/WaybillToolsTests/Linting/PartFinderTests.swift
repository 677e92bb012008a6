import Testing

@testable import WaybillSyntax
@testable import WaybillTools

@Suite("The parts of files at places")
struct PartFinderTests {
    private static let file = SourceFile(
        path: "routes.yaml",
        bytes: Array(
            """
            x-common: &c
              - &i { id: a, tags: [&t x, *t], with: { text: &w { deep: [1, 2] }, again: *w } }
              - *i
            routes:
              - *i
              - { id: b, tags: *c }   # a comment
              - { urls: [/c, /d], with: *w }
              - { open: /e }

              - text
            empty:

            """.utf8))

    /// The key and the value of the first part at a place, as the definition says.
    private func firstPart(of node: YAMLNode, at offset: Int) -> (name: String?, value: YAMLNode)? {
        for entry in node.entries {
            let end = max(entry.key.span.end, entry.value.span.end)
            if entry.key.span.start <= offset, offset < end { return (entry.key.scalarText, entry.value) }
        }
        return node.items.first { $0.span.start <= offset && offset < $0.span.end }.map { (nil, $0) }
    }

    @Test("The first entry or item at a place is found, at every place")
    func everyPlace() throws {
        var finder = PartFinder([Self.file])
        let content = finder.root(of: 0)
        let root = try #require(content)
        for offset in Self.file.bytes.indices {
            var node = root
            while let expected = firstPart(of: node, at: offset) {
                let part = finder.part(of: node, at: offset)
                let found = try #require(part, "at \(offset)")
                if let name = expected.name { #expect(found.name == name) }
                #expect(found.value.span == expected.value.span)
                node = expected.value
            }
            let last = finder.part(of: node, at: offset)
            #expect(last == nil)
        }
    }

    @Test("An item has the name of what identifies it")
    func names() throws {
        var finder = PartFinder([Self.file])
        let content = finder.root(of: 0)
        let root = try #require(content)
        let text = String(decoding: Self.file.bytes, as: UTF8.self)
        func name(at marker: String) throws -> String? {
            let place = try #require(text.firstRange(of: marker)?.lowerBound)
            let offset = text.utf8.distance(from: text.startIndex, to: place)
            let section = finder.part(of: root, at: offset)
            let value = try #require(section?.value)
            return finder.part(of: value, at: offset)?.name
        }
        #expect(try name(at: "{ id: a") == "a")
        #expect(try name(at: "{ id: b") == "b")
        #expect(try name(at: "{ urls") == "/c")
        #expect(try name(at: "{ open") == "/e")
        #expect(try name(at: "- text") == nil)
        #expect(try name(at: "text\nempty") == "text")
    }

    @Test("A file that does not exist has no parts")
    func missing() {
        let finder = PartFinder([Self.file])
        let root = finder.root(of: 1)
        #expect(root == nil)
    }
}
