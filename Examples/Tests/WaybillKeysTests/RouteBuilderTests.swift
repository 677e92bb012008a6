import Foundation
import Testing
import Waybill
import WaybillTable

@Suite("Builders and parameters that the plugin generates")
struct RouteBuilderTests {
    private let router: Router

    init() throws {
        router = try KeysTests.router()
    }

    private static let hostile = [
        "", "a", "new", "/", "//", "a/b", "a/", "/a", "a//b", "a/../b", "%", "%2F", "%25", "%00", ".", "..", "...",
        "%2e", "é",
        "e\u{301}", "日本", "🚂", "\u{0}", "a\u{0}", "?", "a?b=c", "#", "+", "a b", "&=", ":x", "*", "**", "[", "\\", "\n",
        "\u{85}",
        "2024-02-29", "ff", "ab12", "a-b", String(repeating: "long%/", count: 200),
    ]

    private static let query: [(name: String, value: String)] = [("q", "?#&=%+ é/"), ("q", ""), ("", "x")]

    /// Resolves the URL, and compares what is captured, byte by byte.
    ///
    /// - Returns: The parameters; `nil` where the builder throws.
    private func resolve(
        _ id: String, method: String? = nil, _ captured: [String: String],
        _ url: ([(name: String, value: String)]) throws(UnroutableURL) -> String
    ) throws -> RouteParameters? {
        let text: String
        do throws(UnroutableURL) {
            text = try url(Self.query)
            let bare = try url([])
            #expect(text.hasPrefix(bare))
        } catch {
            #expect(error.route == id && !"\(error)".isEmpty)
            return nil
        }
        let resolved = try router.resolve(text, method: method)
        #expect(resolved.routeID == id, "\(text)")
        let found = resolved.parameters.path.mapValues { Array($0.utf8) }
        #expect(found == captured.mapValues { Array($0.utf8) }, "\(text)")
        #expect(resolved.url.queryItems.map(\.name) == ["q", "q", ""])
        return resolved.parameters
    }

    @Test("does not throw if every value has a URL")
    func proven() throws {
        for id in [0, -1, 42, Int.min, Int.max] {
            let item = try resolve("items.show", method: "PUT", ["id": "\(id)"]) { Routes.itemsShow(id: id, query: $0) }
            #expect(try Routes.ItemsShow.Parameters(#require(item)).id == id)
            let note = try resolve("app.note", ["id": "\(id)"]) { Routes.appNote(id: id, query: $0) }
            #expect(try Routes.AppNote.Parameters(#require(note)).id == id)
            for scheme in NetworkScheme.allCases {
                _ = try resolve("host", ["id": "\(id)"]) { Routes.host(id: id, scheme: scheme, query: $0) }
            }
        }
        let part = UUID()
        let parts = try resolve(
            "DELETE /items/:id/parts/:part", method: "DELETE", ["id": "\(UInt.max)", "part": part.uuidString]
        ) { Routes.deleteItemsIdPartsPart(id: UInt.max, part: part, query: $0) }
        #expect(try Routes.DeleteItemsIdPartsPart.Parameters(#require(parts)).part == part)
        for size in Routes.ItemsSized.Size.allCases {
            let sized = try resolve("items.sized", ["size": size.rawValue, "type": "b"]) {
                Routes.itemsSized(size: size, type: .b, query: $0)
            }
            #expect(try Routes.ItemsSized.Parameters(#require(sized)).size == size)
        }
        _ = try resolve("welcome", method: "GET", [:]) { Routes.welcome(query: $0) }
        _ = try resolve("pages.new", [:]) { Routes.pagesNew(query: $0) }
    }

    @Test("is valid or throws, for every hostile value")
    func hostileValues() throws {
        var made = 0
        for text in Self.hostile {
            let page = try resolve("pages.show", ["name": text]) { query throws(UnroutableURL) in
                try Routes.pagesShow(name: text, query: query)
            }
            if let page { #expect(try Array(Routes.PagesShow.Parameters(page).name.utf8) == Array(text.utf8)) }
            #expect((page == nil) == ["", "new", ".", ".."].contains(text) || text.contains("\u{0}"))
            let file = try resolve("files", ["path": text]) { query throws(UnroutableURL) in
                try Routes.files(path: text, query: query)
            }
            if let file { #expect(try Array(Routes.Files.Parameters(file).path.utf8) == Array(text.utf8)) }
            #expect((file == nil) == [".", "..", "a/../b"].contains(text) || text.contains("\u{0}"))
            let others = [
                try resolve("pages.part", ["name": text, "number": "7"]) { query throws(UnroutableURL) in
                    try Routes.pagesPart(name: text, number: 7, query: query)
                },
                try resolve("slugs", ["slug": text]) { query throws(UnroutableURL) in
                    try Routes.slugs(slug: text, query: query)
                },
                try resolve("codes", ["code": text]) { query throws(UnroutableURL) in
                    try Routes.codes(code: text, query: query)
                },
                try resolve("days", ["in": "2024-02-29", "query": text]) { query throws(UnroutableURL) in
                    try Routes.days(in: "2024-02-29", query: text, query_: query)
                },
                try resolve("app.open", ["name": text]) { query throws(UnroutableURL) in
                    try Routes.appOpen(name: text, query: query)
                },
                try resolve("port", ["word": text]) { query throws(UnroutableURL) in
                    try Routes.port(word: text, query: query)
                },
                try resolve("anything", [:]) { query throws(UnroutableURL) in
                    try Routes.anything(wildcard: text, rest: text, query: query)
                },
                try resolve("subdomain", ["id": "1"]) { query throws(UnroutableURL) in
                    try Routes.subdomain(id: 1, subdomain: text, query: query)
                },
            ]
            made += others.count { $0 != nil }
        }
        #expect(made > 80)
    }

    @Test(
        "The error names the value without a URL, and the reason",
        arguments: [
            ("", "route 'pages.show' has no URL for name '': a segment of a path must not be empty"),
            ("..", "route 'pages.show' has no URL for name '..': '.' and '..' are removed from a path"),
            ("\u{0}", "route 'pages.show' has no URL for name '\u{0}': a URL cannot contain a NUL"),
            ("new", "route 'pages.show' has no URL for name 'new': '/pages/new' leads to route 'pages.new'"),
        ])
    func refusals(_ name: String, _ message: String) {
        #expect(#expect(throws: UnroutableURL.self) { try Routes.pagesShow(name: name) }?.description == message)
    }

    @Test("The error names the values of a constraint, and an invalid host")
    func otherRefusals() {
        let slug = #expect(throws: UnroutableURL.self) { try Routes.slugs(slug: "A") }
        #expect(slug?.description == "route 'slugs' has no URL for slug 'A': its 'params' take slug")
        let host = #expect(throws: UnroutableURL.self) { try Routes.subdomain(id: 1, subdomain: "a b") }
        #expect(
            host?.description == "route 'subdomain' has no URL for subdomain 'a b': it is not a part of a host's name")
    }
}
