import Foundation
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

    @Test("each rule whose safe fix may change the digest is named with the promise that others do not")
    func digests() throws {
        let page = URL(filePath: #filePath).resolvingSymlinksInPath()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
            .appending(path: "Sources/WaybillManifest/WaybillManifest.docc/Fixing.md")
        let text = try String(contentsOf: page, encoding: .utf8)
        let promise = try #require(text.split(separator: "\n- **").first { $0.hasPrefix("Nothing gets worse") })
        #expect(
            Set(promise.matches(of: /[A-Z]\d{3}/).map { String($0.output) })
                == Set(Rule.all.filter(\.safeFixChangesDigest).map(\.id)))
    }
}
