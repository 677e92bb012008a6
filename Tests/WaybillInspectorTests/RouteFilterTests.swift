import Testing

@testable import WaybillInspector

@Suite struct RouteFilterTests {
    @Test func `A filter has named fields, words and quoted words`() throws {
        let filter = try RouteFilter(#"notes tag:views "two words" -handler:"show note" /n/:id app://x"#)
        #expect(filter.terms.map(\.value) == ["notes", "views", "two words", "show note", "/n/:id", "app://x"])
        #expect(filter.terms.map(\.field) == [nil, .tag, nil, .handler, nil, nil])
        #expect(filter.terms.map(\.isNegated) == [false, false, false, true, false, false])
    }

    @Test func `An unknown field is an error that lists the fields`() {
        let error = #expect(throws: InspectorError.self) { try RouteFilter("module:x") }
        #expect(error?.status == 400)
        #expect(error?.message.contains("'module'") == true && error?.message.contains("interceptor:") == true)
    }

    @Test func `A quotation that is not complete yet is a word`() throws {
        #expect(try RouteFilter(#"tag:"vi"#).terms.map(\.value) == ["vi"])
        #expect(try RouteFilter("tag:  ").terms.isEmpty)
    }
}
