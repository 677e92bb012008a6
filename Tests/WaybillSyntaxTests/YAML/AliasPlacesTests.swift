import Testing

@testable import WaybillSyntax

@Suite("The values that aliases repeat")
struct AliasPlacesTests {
    private static func span(_ start: Int, _ end: Int) -> SourceSpan { SourceSpan(file: 0, start: start, end: end) }

    @Test("are found at every alias of them and of the values around them, in the order of the file")
    func nested() {
        let (outer, inner, other) = (Self.span(10, 50), Self.span(20, 30), Self.span(32, 40))
        let places = AliasPlaces([
            .init(target: inner, place: Self.span(60, 62), isPeer: true),
            .init(target: outer, place: Self.span(70, 72), isPeer: true),
            .init(target: inner, place: Self.span(80, 82), isPeer: false),
            .init(target: other, place: Self.span(90, 92), isPeer: true),
        ])
        let found = { places.aliases(of: $0).map(\.place.start) }
        #expect(found(inner) == [60, 70, 80])
        #expect(found(Self.span(45, 48)) == [70])
        #expect(found(outer) == [70])
        #expect(found(Self.span(35, 36)) == [70, 90])
        #expect(found(Self.span(55, 58)).isEmpty)
        #expect(found(Self.span(0, 5)).isEmpty)
    }

    @Test("have the same key as the anchor or not")
    func roles() throws {
        let text = """
            a: { id: &i x, name: &n y }
            b: { name: *i, id: *i }
            c: [{ id: *n }, { name: *n }]
            """
        let file = SourceFile(path: "a.yaml", bytes: Array(text.utf8))
        let node = try #require(YAMLReader.read(file, index: 0).node)
        let anchored = node.entries.flatMap { $0.value.entries.map(\.value.span) }.prefix(2)
        let lines = anchored.map { span in
            node.document.aliases.aliases(of: span).map { alias in
                let place = file.position(at: alias.place.start)
                return [place.line, place.column, alias.isPeer ? 1 : 0]
            }
        }
        #expect(lines == [[[2, 12, 0], [2, 20, 1]], [[3, 11, 0], [3, 25, 1]]])
    }
}
