import Foundation
import Testing

@testable import WaybillLanguageServer

@Suite("Navigation in an editor", .timeLimit(.minutes(1)))
struct NavigationTests {
    private static let modules = """
        waybill: 1
        tags: { views: Screens. }
        protocols:
          EditorInput: { summary: Edits. }
        modules:
          editor:
            provides: [EditorInput]
            kind: view
            tags: [views]
            identifiers: ["app://editor"]
          list: { requires: [EditorInput, "app://editor"] }
        interceptors:
          login: { url: /notes/**, use: requireLogin }

        """
    private static let routes = """
        waybill: 1
        routes:
          - id: show
            url: /notes/:id
            module: editor
            params: { id: int }
          - url: /n/:key
            forward: /notes/:key?from=:key
            params: { key: int }
          - { id: list, url: /list, module: list }
        tests:
          - open: /notes/42
            expect: { route: show, module: editor, params: { id: 42 }, interceptors: [login] }

        """

    private func withSession(_ body: (TestClient) async throws -> Void) async throws {
        try await withSet(["Routes/m.yaml": Self.modules, "Routes/r.yaml": Self.routes]) { folder in
            let client = TestClient(folder)
            await client.begin([
                "textDocument": ["diagnostic": [:]],
                "workspace": ["workspaceEdit": ["documentChanges": true, "changeAnnotationSupport": [:]]],
            ])
            client.open("Routes/m.yaml", Self.modules)
            client.open("Routes/r.yaml", Self.routes)
            #expect(await client.pull("Routes/m.yaml")["kind"] == "full")
            try await body(client)
        }
    }

    /// The parameters of a request about the place of a text in a file.
    private func at(_ client: TestClient, _ name: String, _ line: Int, _ text: String) throws -> JSONValue {
        let source = name.hasSuffix("m.yaml") ? Self.modules : Self.routes
        let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
        let range = try #require(lines[line].range(of: text))
        let column = lines[line].distance(from: lines[line].startIndex, to: range.lowerBound)
        return [
            "textDocument": client.document(name),
            "position": ["line": .integer(line), "character": .integer(column + 1)],
        ]
    }

    /// `m.yaml:5` for each location.
    private func names(_ locations: JSONValue) -> [String] {
        locations.items.map { location in
            let file = location["uri"]?.string?.split(separator: "/").last ?? ""
            return "\(file):\(location["range"]?["start"]?["line"]?.integer ?? -1)"
        }
    }

    @Test(
        "A name leads to its declaration, in whatever file",
        arguments: [
            ("Routes/r.yaml", 4, "editor", ["m.yaml:5"]), ("Routes/m.yaml", 6, "EditorInput", ["m.yaml:3"]),
            ("Routes/m.yaml", 8, "views", ["m.yaml:1"]), ("Routes/m.yaml", 10, "app", ["m.yaml:9"]),
            ("Routes/r.yaml", 12, "show", ["r.yaml:2"]), ("Routes/r.yaml", 12, "login", ["m.yaml:12"]),
            ("Routes/r.yaml", 5, "id", ["r.yaml:3"]), ("Routes/r.yaml", 7, "key?", ["r.yaml:6"]),
            ("Routes/r.yaml", 7, "/notes", ["r.yaml:2"]), ("Routes/r.yaml", 0, "waybill", []),
        ])
    func definition(file: String, line: Int, text: String, places: [String]) async throws {
        try await withSession { client in
            let found = await client.request("textDocument/definition", try at(client, file, line, text))
            #expect(names(found) == places)
        }
    }

    @Test("References are those of all files, with or without the declaration")
    func references() async throws {
        try await withSession { client in
            let place = try at(client, "Routes/m.yaml", 5, "editor")
            let all = await client.request("textDocument/references", place)
            #expect(names(all) == ["m.yaml:5", "r.yaml:4", "r.yaml:12"])
            let others = await client.request(
                "textDocument/references", place.with("context", ["includeDeclaration": false]))
            #expect(names(others) == ["r.yaml:4", "r.yaml:12"])
            let here = await client.request("textDocument/documentHighlight", place)
            #expect(here.items.map { $0["kind"] } == [3])
        }
    }

    @Test("A module is renamed in all files, with the versions of the documents and a note about Swift code")
    func rename() async throws {
        try await withSession { client in
            let place = try at(client, "Routes/r.yaml", 4, "editor")
            let prepared = await client.request("textDocument/prepareRename", place)
            #expect(prepared["placeholder"] == "editor")
            let edit = await client.request("textDocument/rename", place.with("newName", "no-te"))
            let changes = edit["documentChanges"]?.items ?? []
            #expect(changes.map { $0["textDocument"]?["version"] } == [1, 1])
            #expect(edit["changeAnnotations"]?["swift"] != nil)
            let texts = zip(changes, [Self.modules, Self.routes]).map { applied($0["edits"]?.items ?? [], to: $1) }
            #expect(texts[0] == Self.modules.replacing("  editor:", with: "  no-te:"))
            #expect(texts[1] == Self.routes.replacing("module: editor", with: "module: no-te"))
        }
    }

    @Test("A parameter is renamed in its pattern, its constraints, its targets and the tests of its route")
    func renameCapture() async throws {
        try await withSession { client in
            let own = try at(client, "Routes/r.yaml", 3, ":id")
            let edit = await client.request("textDocument/rename", own.with("newName", "note"))
            let text = applied(edit["documentChanges"]?.items[0]["edits"]?.items ?? [], to: Self.routes)
            let expected = Self.routes.replacing(":id", with: ":note")
            #expect(text == expected.replacing("params: { id:", with: "params: { note:"))
            let other = try at(client, "Routes/r.yaml", 8, "key")
            let second = await client.request("textDocument/rename", other.with("newName", "k"))
            let renamed = applied(second["documentChanges"]?.items[0]["edits"]?.items ?? [], to: Self.routes)
            #expect(renamed == Self.routes.replacing("key", with: "k"))
        }
    }

    @Test(
        "A rename to a name that is taken or not valid is refused with the reason",
        arguments: [
            ("Routes/r.yaml", 4, "editor", "list", "already exists"),
            ("Routes/r.yaml", 3, ":id", "a-b", "not a valid name"), ("Routes/r.yaml", 4, "editor", "", "empty"),
            ("Routes/m.yaml", 8, "views", "a b", "not possible"),
        ])
    func refusedRename(file: String, line: Int, text: String, name: String, reason: String) async throws {
        try await withSession { client in
            let place = try at(client, file, line, text)
            let error = await client.request("textDocument/rename", place.with("newName", .string(name)))
            #expect(error["code"] == -32803)
            #expect(error["message"]?.string?.contains(reason) == true, "\(error)")
        }
    }

    @Test("A rename whose documents changed meanwhile is refused")
    func staleRename() async throws {
        try await withSession { client in
            let place = try at(client, "Routes/r.yaml", 4, "editor")
            let id = client.ask("textDocument/rename", place.with("newName", "note"))
            client.change("Routes/m.yaml", version: 2, .edit(0, 0, 0, "# a\n"))
            #expect(await client.answer(to: id)["error"]?["code"] == -32801)
        }
    }

    @Test("The outline has sections with entries, and routes have their patterns")
    func outline() async throws {
        try await withSet(["a.yaml": Self.routes]) { folder in
            let client = TestClient(folder)
            await client.begin(["textDocument": ["documentSymbol": ["hierarchicalDocumentSymbolSupport": true]]])
            client.open("a.yaml", Self.routes)
            let sections = await client.request(
                "textDocument/documentSymbol", ["textDocument": client.document("a.yaml")]
            ).items
            #expect(sections.map { $0["name"] } == ["routes", "tests"])
            #expect(sections[0]["children"]?.items.map { $0["name"] } == ["/notes/:id", "/n/:key", "/list"])
            #expect(sections[0]["children"]?.items[0]["detail"] == "show")
        }
    }

    @Test("Symbols of all files are found by a part of a name or a pattern")
    func workspaceSymbols() async throws {
        try await withSession { client in
            let found = await client.request("workspace/symbol", ["query": "EDIT"])
            #expect(found.items.compactMap { $0["name"]?.string } == ["editor", "EditorInput", "app://editor"])
            let patterns = await client.request("workspace/symbol", ["query": "/n/"])
            #expect(patterns.items.compactMap { $0["name"]?.string } == ["/n/:key"])
        }
    }

    @Test("Links lead from includes to files that are read, above and below")
    func includeLinks() async throws {
        let text = "waybill: 1\ninclude: [../more.yaml, ./parts/a.yaml, parts/*.yaml, parts/none.yaml]\n"
        let part = "waybill: 1\nroutes: [{ url: /a, handler: a }]\n"
        let files = ["x/Routes/r.yaml": text, "x/Routes/parts/a.yaml": part, "x/more.yaml": "waybill: 1\n"]
        try await withSet(files.merging([".waybill.yaml": "{}\n"]) { $1 }) { folder in
            let client = TestClient(folder)
            await client.begin()
            client.open("x/Routes/r.yaml", text)
            let document: JSONValue = ["textDocument": client.document("x/Routes/r.yaml")]
            let links = await client.request("textDocument/documentLink", document)
            let targets = links.items.map { $0["target"]?.string }
            #expect(targets == [client.uri("x/more.yaml"), client.uri("x/Routes/parts/a.yaml")])
            #expect(links.items.last?["range"] == .range(1, 24, 1, 38))
        }
    }

    @Test("Links lead from targets to routes, and values fold and are selected from the inside")
    func structure() async throws {
        try await withSession { client in
            let document: JSONValue = ["textDocument": client.document("Routes/r.yaml")]
            let links = await client.request("textDocument/documentLink", document)
            #expect(links.items.map { $0["target"]?.string } == [client.uri("Routes/r.yaml") + "#L3"])
            let folds = await client.request("textDocument/foldingRange", document).items
            #expect(folds.contains { $0["startLine"] == 1 && $0["endLine"] == 9 })
            #expect(folds.contains { $0["startLine"] == 2 && $0["endLine"] == 5 })
            let ranges = await client.request(
                "textDocument/selectionRange", document.with("positions", [["line": 5, "character": 18]]))
            var chain = ranges.items.first
            var texts: [JSONValue] = []
            while let range = chain {
                texts.append(range["range"] ?? .null)
                chain = range["parent"]
            }
            #expect(texts.contains(.range(5, 4, 5, 23)) && texts.count >= 5, "\(texts)")
        }
    }

    @Test(
        "A hover explains what is at a place",
        arguments: [
            (
                "Routes/r.yaml", 3, "/notes",
                ["**show**", "Example: `", "Interceptors, in order: `login`", "Rank 2 of 3"]
            ),
            ("Routes/r.yaml", 4, "editor", ["Module **editor**", "Provides `EditorInput`", "Routes: `show`"]),
            ("Routes/m.yaml", 6, "EditorInput", ["Served by `editor`", "Required by `list`"]),
            ("Routes/m.yaml", 12, "login", ["Runs for 1 of 3 routes: `show`", "Not for `"]),
            ("Routes/r.yaml", 5, "params", ["**params**", "Constraints of the captures"]),
        ])
    func hover(file: String, line: Int, text: String, parts: [String]) async throws {
        try await withSession { client in
            let hover = await client.request("textDocument/hover", try at(client, file, line, text))
            let shown = hover["contents"]?["value"]?.string ?? ""
            for part in parts { #expect(shown.contains(part), "\(shown)") }
        }
    }

    @Test("A hover names the neighbors of a route in a set of many patterns, in their order")
    func manyNeighbors() async throws {
        let others = (0..<600).map { "  - { id: r\($0), url: /s\($0), handler: h }\n" }.joined()
        let text = """
            waybill: 1
            routes:
              - { id: any, url: /a/:name, handler: any }
              - { id: new, url: /a/new, handler: new }
              - { id: rest, url: /**, handler: rest }
            \(others)
            """
        try await withSet(["Routes/r.yaml": text]) { folder in
            let client = TestClient(folder)
            await client.begin()
            client.open("Routes/r.yaml", text)
            let place: JSONValue = ["line": 2, "character": 20]
            let hover = await client.request(
                "textDocument/hover", ["textDocument": client.document("Routes/r.yaml"), "position": place])
            let shown = hover["contents"]?["value"]?.string ?? ""
            let first = try #require(shown.firstRange(of: "`new`, before"), "\(shown)")
            let last = try #require(shown.firstRange(of: "`rest`, after"), "\(shown)")
            #expect(first.upperBound < last.lowerBound)
            #expect(!shown.contains("`r1`"))
        }
    }

    @Test("Lenses say what runs for a route and whether a test passes, and hints name the interceptors")
    func hints() async throws {
        try await withSession { client in
            let document: JSONValue = ["textDocument": client.document("Routes/r.yaml")]
            let lenses = await client.request("textDocument/codeLens", document).items
            let titles = lenses.compactMap { $0["command"]?["title"]?.string }
            #expect(
                titles.sorted()
                    == ["1 interceptor · /n/1", "1 interceptor · /notes/1", "no interceptor · /list", "passes"])
            let hints = await client.request("textDocument/inlayHint", document.with("range", .range(0, 0, 5, 0)))
            #expect(hints.items.map { $0["label"] } == ["← login"])
            #expect(hints.items.first?["position"] == ["line": 3, "character": 19])
        }
    }

    @Test("A hover over the rule of a suppression shows the rule's page")
    func suppressionHover() async throws {
        let text = "waybill: 1\nroutes:\n  # waybill:allow P006 -- why\n  - { url: /a, handler: a, priority: 3 }\n"
        try await withSet(["a.yaml": text]) { folder in
            let client = TestClient(folder)
            await client.begin()
            client.open("a.yaml", text)
            let params: JSONValue = [
                "textDocument": client.document("a.yaml"), "position": ["line": 2, "character": 20],
            ]
            let hover = await client.request("textDocument/hover", params)
            #expect(hover["contents"]?["value"]?.string?.hasPrefix("## P006: idle-priority") == true)
        }
    }

    @Test("Commands explain a request, compare with a commit, and fix the set")
    func commands() async throws {
        try await withSession { client in
            let explain: JSONValue = ["command": "waybill.explain", "arguments": [["url": "/notes/7"]]]
            let answer = await client.request("workspace/executeCommand", explain)
            #expect(answer["outcome"] == "matched" && answer["route"]?["id"] == "show")
            let plan = await client.request("workspace/executeCommand", ["command": "waybill.plan", "arguments": []])
            #expect(plan["code"] == -32803)
            let unknown = await client.request("workspace/executeCommand", ["command": "waybill.no"])
            #expect(unknown["code"] == -32602)
            let broken = Self.routes.replacing("    module", with: "    methods: [get]\n    module")
            client.change("Routes/r.yaml", version: 2, ["text": .string(broken)])
            let fix = await client.request("workspace/executeCommand", ["command": "waybill.fixAll", "arguments": []])
            #expect(fix["applied"] == true)
            let edit = await client.next("workspace/applyEdit")["params"]?["edit"]
            #expect(edit?["documentChanges"]?.items.first?["textDocument"]?["version"] == 2)
        }
    }
}
