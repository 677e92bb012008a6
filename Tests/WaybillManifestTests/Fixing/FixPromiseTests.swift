import Testing
import WaybillManifest

@Suite("What is promised of fixes")
struct FixPromiseTests {
    private func fixed(_ routes: String) throws -> String {
        let text = "waybill: 1\nroutes:\n" + routes
        let outcome = try FixInput([SourceFile(path: "a.yaml", bytes: Array(text.utf8))]).fixed(.safe)
        return String(decoding: outcome.changes.first?.new ?? Array(text.utf8), as: UTF8.self)
            .replacing("waybill: 1\nroutes:\n", with: "")
    }

    @Test(
        "an item that repeats another one goes",
        arguments: [
            ("- { url: /a, handler: h, methods: [GET, POST, GET] } # all\n", "[GET, POST] } # all"),
            (
                "- url: /a\n  handler: h\n  methods:\n  - GET\n  - GET\n  - POST # rarely\n",
                "- GET\n  - POST # rarely"
            ),
        ])
    func repeatedItem(routes: String, expected: String) throws {
        #expect(try fixed(routes).contains(expected))
    }

    @Test(
        "an item whose comment would stand beside another one stays",
        arguments: [
            "- url: /a\n  handler: h\n  methods:\n  - GET\n  - POST\n  - GET # for the old front end\n",
            "- url: /a\n  handler: h\n  methods: [ GET,\n    POST,\n    GET, # for the old front end\n    PUT ]\n",
            "- url: /a\n  handler: h\n  methods: [ GET,\n    POST,\n    GET # for the old front end\n  , PUT ]\n",
        ])
    func commentedItem(routes: String) throws {
        #expect(try fixed(routes) == routes)
    }
}
