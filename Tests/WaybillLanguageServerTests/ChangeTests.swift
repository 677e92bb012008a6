import Foundation
import Testing
import WaybillSyntax
import WaybillTools

@testable import WaybillLanguageServer

@Suite("Changes that the server offers", .timeLimit(.minutes(1)))
struct ChangeTests {
    private let versions: JSONValue = [
        "textDocument": ["diagnostic": [:]], "workspace": ["workspaceEdit": ["documentChanges": true]],
    ]

    @Test(
        "Formatting gives the bytes of fmt",
        arguments: [
            "waybill: 1\nroutes:\n    - {url: /a,   handler: 'a'}\n",
            "waybill:   1\r\nroutes:\r\n- url: \"/😀\"\r\n  handler: b\r\n",
            "waybill: 1\n",
        ])
    func formatting(text: String) async throws {
        try await withSet([:]) { folder in
            let client = TestClient(folder)
            await client.begin()
            client.open("a.yaml", text)
            let edits = await client.request("textDocument/formatting", ["textDocument": client.document("a.yaml")])
            var bytes = Array(text.utf8)
            if case .changed(let changed) = Formatting.of(SourceFile(path: "a.yaml", bytes: bytes)) { bytes = changed }
            #expect(applied(edits.items, to: text) == String(decoding: bytes, as: UTF8.self))
        }
    }

    @Test("An edit with half a character is an edit, so that later ones change the text that the editor shows")
    func halfCharacter() async throws {
        try await withSet([:]) { folder in
            let client = TestClient(folder)
            await client.begin()
            client.open("a.yaml", "waybill: 1\n")
            let params =
                #"{"textDocument":{"uri":"\#(client.uri("a.yaml"))","version":2},"contentChanges":[{"text":"waybill:   1\nx: \ud83d\n"}]}"#
            client.send(
                MessageReader.framed(
                    Array(#"{"jsonrpc":"2.0","method":"textDocument/didChange","params":\#(params)}"#.utf8)))
            client.change("a.yaml", version: 3, ["range": .range(1, 4, 1, 4), "text": "a"])
            let edits = await client.request("textDocument/formatting", ["textDocument": client.document("a.yaml")])
            #expect(applied(edits.items, to: "waybill:   1\nx: \u{FFFD}a\n") == "waybill: 1\n\nx: \u{FFFD}a\n")
        }
    }

    @Test("Formatting a range changes its lines alone, and a file that is not valid is left as it is")
    func range() async throws {
        let text = "waybill:  1\nroutes:\n  - {url: /a,  handler: a}\n  - {url: /b,  handler: b}\n"
        try await withSet([:]) { folder in
            let client = TestClient(folder)
            await client.begin()
            client.open("a.yaml", text)
            let params: JSONValue = [
                "textDocument": client.document("a.yaml"), "range": .range(3, 0, 3, 5),
            ]
            let edits = await client.request("textDocument/rangeFormatting", params)
            #expect(
                applied(edits.items, to: text)
                    == "waybill:  1\nroutes:\n  - {url: /a,  handler: a}\n  - { url: /b, handler: b }\n")
            client.change("a.yaml", version: 2, ["text": "a: [\n"])
            let refused = await client.request("textDocument/formatting", ["textDocument": client.document("a.yaml")])
            #expect(refused == .null)
        }
    }

    @Test("A fix is offered at its problem, with the version of the document, and solves it")
    func fixes() async throws {
        let text = "waybill: 1\nroutes:\n  - { url: /😀, methods: [get], handler: a }\n"
        try await withSet(["Routes/a.yaml": text]) { folder in
            let client = TestClient(folder)
            await client.begin(versions)
            client.open("Routes/a.yaml", text, version: 3)
            let actions = await client.request("textDocument/codeAction", at(client, .range(2, 27, 2, 27))).items
            let fix = try #require(actions.first { $0["isPreferred"] == true })
            let change = try #require(fix["edit"]?["documentChanges"]?.items.first)
            #expect(change["textDocument"]?["version"] == 3)
            let fixed = applied(change["edits"]?.items ?? [], to: text)
            #expect(fixed == text.replacing("get", with: "GET"))
            #expect(fix["diagnostics"]?.codes.count == 1)
            let elsewhere = await client.request("textDocument/codeAction", at(client, .range(0, 0, 0, 0))).items
            #expect(elsewhere.allSatisfy { $0["kind"] != "quickfix" })
        }
    }

    @Test("A problem can be suppressed with a reason")
    func suppression() async throws {
        let text = "waybill: 1\nroutes:\n  - { id: a, url: /a, handler: a, priority: 5 }\n"
        try await withSet(["Routes/a.yaml": text]) { folder in
            let client = TestClient(folder)
            await client.begin(versions)
            client.open("Routes/a.yaml", text)
            #expect(await client.pull("Routes/a.yaml").codes == ["P006"])
            let actions = await client.request("textDocument/codeAction", at(client, .range(2, 0, 2, 50))).items
            let action = try #require(actions.first { $0["title"]?.string?.hasPrefix("Suppress") == true })
            let edits = action["edit"]?["documentChanges"]?.items.first?["edits"]?.items ?? []
            client.change("Routes/a.yaml", version: 2, ["text": .string(applied(edits, to: text))])
            #expect(await client.pull("Routes/a.yaml").codes.isEmpty)
        }
    }

    @Test("All safe problems of a document are fixed at once, and those of other files stay")
    func fixAll() async throws {
        let text = """
            waybill: 1
            routes:
              - { url: /a, methods: [get], handler: a }
              - { url: /b, methods: [put], handler: b }

            """
        try await withSet(["Routes/a.yaml": text, "Routes/b.yaml": text.replacing("/", with: "/x/")]) { folder in
            let client = TestClient(folder)
            await client.begin(versions)
            client.open("Routes/a.yaml", text)
            let params = at(client, .range(0, 0, 0, 0)).with("context", ["only": ["source.fixAll"], "diagnostics": []])
            let actions = await client.request("textDocument/codeAction", params).items
            let changes = actions.first?["edit"]?["documentChanges"]?.items ?? []
            #expect(changes.map { $0["textDocument"]?["uri"]?.string } == [client.uri("Routes/a.yaml")])
            let expected = text.replacing("get", with: "GET").replacing("put", with: "PUT")
            #expect(applied(changes.first?["edits"]?.items ?? [], to: text) == expected)
        }
    }

    @Test(
        "A test of a route is added to the tests of the file, and passes",
        arguments: ["", "tests:\n  - { open: /b, expect: unmatched }\n", "tests: [{ open: /b, expect: unmatched }]\n"])
    func addedTest(tests: String) async throws {
        let text = "waybill: 1\nroutes:\n  - { id: a, url: /a/:id, handler: a, params: { id: int } }\n" + tests
        try await withSet(["Routes/a.yaml": text]) { folder in
            let client = TestClient(folder)
            await client.begin(versions)
            client.open("Routes/a.yaml", text)
            let actions = await client.request("textDocument/codeAction", at(client, .range(2, 10, 2, 10))).items
            let action = try #require(actions.first { $0["kind"] == "refactor.rewrite.test" })
            let edits = action["edit"]?["documentChanges"]?.items.first?["edits"]?.items ?? []
            client.change("Routes/a.yaml", version: 2, ["text": .string(applied(edits, to: text))])
            #expect(await client.pull("Routes/a.yaml").codes.isEmpty)
            let lenses = await client.request(
                "textDocument/codeLens", ["textDocument": client.document("Routes/a.yaml")])
            let titles = lenses.items.compactMap { $0["command"]?["title"]?.string }
            #expect(titles.filter { $0 == "passes" }.count == (tests.isEmpty ? 1 : 2))
        }
    }

    @Test(
        "A name that is declared nowhere is declared: in the section of its file, of another file, or in a new one",
        arguments: [
            ("module: clock }\nmodules:\n  # Others.\n  x: { factory: f }\n", "", "a"),
            ("module: clock }\nmodules: { x: { factory: f } }\n", "", "a"),
            ("module: clock }\n", "modules:\r\n  x: { factory: f }\r\n", "b"), ("module: clock }", "", "a"),
            ("module: x }\nmodules:\n  x: { requires: [Clock] }\n", "protocols: { A: {} }\n", "b"),
        ])
    func declaration(rest: String, other: String, changed: String) async throws {
        let text = "waybill: 1\nroutes:\n  - { url: /a, \(rest)"
        let files = ["Routes/a.yaml": text, "Routes/b.yaml": "waybill: 1\n\(other)"]
        try await withSet(files) { folder in
            let client = TestClient(folder)
            await client.begin(versions)
            client.open("Routes/a.yaml", text)
            client.open("Routes/b.yaml", files["Routes/b.yaml"] ?? "")
            let undeclared = await client.pull("Routes/a.yaml")["items"]?.items.first { $0["code"] == "I002" }
            let range = try #require(undeclared?["range"])
            let actions = await client.request("textDocument/codeAction", at(client, range)).items
            let action = try #require(
                actions.first { $0["title"]?.string?.hasPrefix("Declare ") == true }, "\(actions)")
            let change = try #require(action["edit"]?["documentChanges"]?.items.first)
            let name = "Routes/\(changed).yaml"
            #expect(change["textDocument"]?["uri"]?.string == client.uri(name))
            let fixed = applied(change["edits"]?.items ?? [], to: files[name] ?? "")
            client.change(name, version: 2, ["text": .string(fixed)])
            #expect(await client.pull("Routes/a.yaml").codes.contains("I002") == false, "\(fixed)")
            #expect(await client.pull(name).codes.contains("Y001") == false, "\(fixed)")
        }
    }

    private func at(_ client: TestClient, _ range: JSONValue) -> JSONValue {
        ["textDocument": client.document("Routes/a.yaml"), "range": range, "context": ["diagnostics": []]]
    }
}

/// Applies edits as a client does.
func applied(_ edits: [JSONValue], to text: String) -> String {
    var document = TextDocument(uri: "", path: "", version: 0, text: text)
    let places = edits.map { edit in
        (document.offset(of: edit["range"]?["start"] ?? .null, .utf16), edit)
    }
    for (_, edit) in places.sorted(by: { $0.0 > $1.0 }) {
        _ = document.apply(
            [["range": edit["range"] ?? .null, "text": edit["newText"] ?? ""]], PositionEncoding.utf16)
    }
    return String(decoding: document.bytes, as: UTF8.self)
}
