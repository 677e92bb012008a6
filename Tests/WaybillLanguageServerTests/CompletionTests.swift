import Foundation
import Testing
import WaybillRules

@testable import WaybillLanguageServer

@Suite("Completion", .timeLimit(.minutes(1)))
struct CompletionTests {
    private static let others = """
        waybill: 1
        tags: { views: Screens., api: For programs. }
        protocols: { EditorInput: {} }
        modules:
          editor: { provides: [EditorInput], kind: view, summary: Edits one note. }
          note list: { requires: [EditorInput] }
        interceptors:
          login: { url: /notes/**, use: requireLogin }
        routes:
          - { id: show, url: /notes/:id, module: editor, handler: showNote }

        """

    /// A text with `|` at the cursor, the expected labels among the items, and one item that must not be there.
    struct Case: Sendable, CustomTestStringConvertible {
        var text: String
        var labels: [String]
        var absent: String?
        /// The whole line after the first expected item is inserted.
        var line: String?

        var testDescription: String { text.replacing("\n", with: "⏎") }
    }

    static let head = "waybill: 1\nroutes:\n"

    static let cases: [Case] = [
        Case(text: "|", labels: ["waybill", "routes", "modules"], line: "waybill: "),
        Case(text: "waybill: 1\n|", labels: ["routes"], absent: "waybill", line: "routes:"),
        Case(text: "waybill: 1\nro|", labels: ["routes"], line: "routes:"),
        Case(text: "waybill: 1\nro|: []", labels: ["routes"], line: "routes: []"),
        Case(text: "\(head)  - |", labels: ["url", "handler", "module"], absent: "routes", line: "  - url: "),
        Case(text: "\(head)  - ur|", labels: ["url"], line: "  - url: "),
        Case(text: "\(head)  - url: /a\n    |", labels: ["handler"], absent: "url", line: "    handler: "),
        Case(text: "\(head)  - url: /a\n    |\n    tags: [x]\n", labels: ["handler"], absent: "tags"),
        Case(text: "\(head)  - url: /a\n    handler: b\n    |", labels: ["params"], absent: "module"),
        Case(text: "\(head)  - url: /a\n    ha|\n", labels: ["handler"], line: "    handler: "),
        Case(
            text: "\(head)  - { url: /a, | }", labels: ["handler"], absent: "urls", line: "  - { url: /a, handler:  }"),
        Case(text: "\(head)  - { | }", labels: ["url"], line: "  - { url:  }"),
        Case(
            text: "\(head)  - url: /a\n    module: |", labels: ["editor", "note list"], absent: "login",
            line: "    module: editor"),
        Case(text: "\(head)  - url: /a\n    module: ed|", labels: ["editor"], line: "    module: editor"),
        Case(text: "\(head)  - { url: /a, module: | }", labels: ["editor"], line: "  - { url: /a, module: editor }"),
        Case(
            text: "\(head)  - { url: /a, module: ed|itor }", labels: ["editor"], line: "  - { url: /a, module: editor }"
        ),
        Case(
            text: "\(head)  - { url: /a, module: \"|\" }", labels: ["editor"],
            line: "  - { url: /a, module: \"editor\" }"),
        Case(text: "\(head)  - url: /a\n    handler: |", labels: ["showNote"], line: "    handler: showNote"),
        Case(text: "\(head)  - url: /a\n    tags: [|]", labels: ["api", "views"], line: "    tags: [api]"),
        Case(text: "\(head)  - url: /a\n    tags: [api, |]", labels: ["views"]),
        Case(text: "\(head)  - url: /a\n    tags:\n      - |", labels: ["api"], line: "      - api"),
        Case(text: "\(head)  - url: /a\n    tags: |", labels: ["api"], line: "    tags: [api]"),
        Case(text: "\(head)  - url: /a/:id\n    params: { | }", labels: ["id"], line: "    params: { id:  }"),
        Case(text: "\(head)  - url: /a/:id\n    params:\n      |", labels: ["id"], line: "      id: "),
        Case(text: "\(head)  - url: /a/:id\n    params: { id: | }", labels: ["int"], line: "    params: { id: int }"),
        Case(text: "\(head)  - url: /a/:id\n    forward: /b/:|", labels: [":id"], line: "    forward: /b/:id"),
        Case(
            text: "\(head)  - url: /a/:id\n    redirect: { to: /b/:i|, status: 308 }", labels: [":id"],
            line: "    redirect: { to: /b/:id, status: 308 }"),
        Case(
            text: "\(head)  - url: /a\n    redirect: { to: /b, status: | }", labels: ["301", "308"],
            line: "    redirect: { to: /b, status: 301 }"),
        Case(text: "\(head)  - url: /a\n    present: |", labels: ["push", "sheet"]),
        Case(text: "waybill: 1\nmodules:\n  x:\n    |", labels: ["provides", "kind"], absent: "url"),
        Case(text: "waybill: 1\nmodules:\n  x: { kind: | }", labels: ["service", "view"]),
        Case(text: "waybill: 1\nmodules:\n  x: { provides: [|] }", labels: ["EditorInput"]),
        Case(text: "waybill: 1\nmodules:\n  x: { exclusive: | }", labels: ["true", "false"]),
        Case(text: "waybill: 1\ninterceptors:\n  x: { url: /a, use: | }", labels: ["requireLogin"]),
        Case(text: "waybill: 1\ninterceptors:\n  x: { url: /a, applies: | }", labels: ["everywhere"]),
        Case(text: "waybill: 1\nadapters: { A: | }", labels: ["EditorInput"]),
        Case(text: "waybill: 1\nfallback: { | }", labels: ["handler", "module"]),
        Case(text: "waybill: 1\nfallback: { module: | }", labels: ["editor"]),
        Case(text: "waybill: 1\ntests:\n  - open: /a\n    |", labels: ["expect"], absent: "open"),
        Case(text: "waybill: 1\ntests:\n  - open: /a\n    expect: { route: | }", labels: ["show"]),
        Case(text: "waybill: 1\ntests:\n  - open: /a\n    expect: { interceptors: [|] }", labels: ["login"]),
        Case(text: "waybill: 1\nsettings: { trailing_slash: | }", labels: ["ignore", "strict"]),
        Case(text: "\(head)  - url: /a\n    module: 'ed|'", labels: ["editor"], line: "    module: 'editor'"),
        Case(text: "\(head)  - url: /a\n    methods: [|]", labels: [], absent: "url"),
        Case(text: "\(head)  - url: /a\n    tags: [ap|i]", labels: ["api"], line: "    tags: [api]"),
        Case(text: "\(head)  - url: /a\n    tags: [\n      |\n    ]", labels: ["api"], line: "      api"),
        Case(
            text: "\(head)  - url: /a/:id\n    params:\n      id: |", labels: ["int", "uuid"], line: "      id: int"),
        Case(
            text: "\(head)  - url: /a/:id\n    redirect:\n      to: /b/:|\n", labels: [":id"], line: "      to: /b/:id"),
        Case(text: "\(head)  - url: /a\n    redirect:\n      |", labels: ["to", "status"], absent: "url"),
        Case(
            text: "\(head)  - { url: /a, tags: [|], handler: b }", labels: ["api"],
            line: "  - { url: /a, tags: [api], handler: b }"),
        Case(text: "\(head)  - url: /a\n    |\n  - url: /b\n", labels: ["handler"], absent: "url"),
        Case(
            text: "waybill: 1\nmodules:\n  x:\n    requires:\n      - |", labels: ["EditorInput"],
            line: "      - EditorInput"),
        Case(
            text: "waybill: 1\nmodules:\n  x:\n    tags: [api, v|]", labels: ["views"], line: "    tags: [api, views]"),
        Case(text: "waybill: 1\nprotocols:\n  X: { default: | }", labels: ["editor"], line: "  X: { default: editor }"),
        Case(text: "waybill: 1\nprotocols:\n  X:\n    all_of: [|]", labels: ["EditorInput"]),
        Case(text: "waybill: 1\ninterceptors:\n  x:\n    |", labels: ["use", "order"], absent: "handler"),
        Case(text: "waybill: 1\ninterceptors:\n  x:\n    url: /a\n    tags: [|]", labels: ["api"]),
        Case(text: "waybill: 1\ntests:\n  - { open: /a, expect: { module: | } }", labels: ["editor"]),
        Case(text: "waybill: 1\ntests:\n  - open: /a\n    expect:\n      handler: |", labels: ["showNote"]),
        Case(text: "waybill: 1\ntests:\n  - open: /a\n    tags: [|]", labels: ["views"]),
        Case(text: "\(head)  - url: /a # |", labels: [], absent: "handler"),
        Case(text: "\(head)  - summary: 😀 é\n    |", labels: ["url"], line: "    url: "),
        Case(text: "waybill: 1\r\nroutes:\r\n  - url: /a\r\n    |\r\n", labels: ["handler"], line: "    handler: "),
    ]

    @Test("Each place offers what may be written there, and inserts it in the right form", arguments: cases)
    func completion(one: Case) async throws {
        try await withSet(["Routes/others.yaml": Self.others]) { folder in
            let client = TestClient(folder)
            await client.begin()
            let cursor = try #require(one.text.firstIndex(of: "|"))
            let text = one.text.replacing("|", with: "")
            client.open("Routes/a.yaml", text)
            let before = one.text[..<cursor].replacing("\r\n", with: "\n")
            let line = before.count { $0 == "\n" }
            let start = before.lastIndex(of: "\n").map { before.index(after: $0) } ?? before.startIndex
            let column = before[start...].utf16.count
            let answer = await client.request(
                "textDocument/completion",
                [
                    "textDocument": client.document("Routes/a.yaml"),
                    "position": ["line": .integer(line), "character": .integer(column)],
                ])
            let items = answer["items"]?.items ?? []
            let labels = items.compactMap { $0["label"]?.string }
            for label in one.labels { #expect(labels.contains(label), "\(labels)") }
            if let absent = one.absent { #expect(!labels.contains(absent), "\(labels)") }
            guard let expected = one.line, let first = one.labels.first else { return }
            let edit = try #require(items.first { $0["label"]?.string == first }?["textEdit"])
            let lines = applied([edit], to: text).replacing("\r\n", with: "\n").split(
                separator: "\n", omittingEmptySubsequences: false)
            #expect(String(lines[line]) == expected)
        }
    }

    @Test("A list of many names is short, begins with what is typed, and is asked for again")
    func manyNames() async throws {
        let names = (0..<400).map { "handler\($0)" } + ["showNote", "shopHome", "ShipNote"]
        let routes = names.enumerated().map { "  - { url: /r\($0), handler: \($1) }\n" }.joined()
        try await withSet(["Routes/others.yaml": Self.head + routes]) { folder in
            let client = TestClient(folder)
            await client.begin()
            for (typed, expected, count) in [
                ("", "ShipNote", 100), ("sh", "ShipNote", 3), ("handler39", "handler39", 22),
                ("hdl399", "handler399", 1),
            ] {
                let text = "\(Self.head)  - url: /a\n    handler: \(typed)"
                client.open("Routes/a.yaml", text)
                let answer = await client.request(
                    "textDocument/completion",
                    [
                        "textDocument": client.document("Routes/a.yaml"),
                        "position": ["line": 3, "character": .integer(13 + typed.utf16.count)],
                    ])
                let labels = (answer["items"]?.items ?? []).compactMap { $0["label"]?.string }
                #expect(labels.first == expected && labels.count == count, "\(typed): \(labels)")
                let near = labels.map { $0.lowercased().hasPrefix(typed) }
                #expect(near == near.filter(\.self) + near.filter { !$0 }, "\(typed): \(labels)")
                #expect(answer["isIncomplete"] == .bool(labels.count == 100), "\(typed)")
                client.shut("Routes/a.yaml")
            }
        }
    }

    @Test("The keys and values of 'with' are those of the registered code")
    func configuration() async throws {
        let scalar = RegistryDescription.Value.scalar
        let inner = RegistryDescription.Shape(
            type: .init(name: "Limits", fullName: "A.Limits"),
            keys: [.init(name: "size", isRequired: true, value: scalar(.init(.integer, type: "Int")))])
        let shape = RegistryDescription.Shape(
            type: .init(name: "Settings", fullName: "A.Settings"),
            keys: [
                .init(
                    name: "level", isRequired: true,
                    value: scalar(.init(.text, type: "Level", choices: ["low", "high"]))),
                .init(name: "isOpen", isRequired: false, value: scalar(.init(.boolean, type: "Bool"))),
                .init(name: "limits", isRequired: false, value: .object(inner)),
            ])
        var registry = RegistryDescription()
        registry.interceptors = [.init(name: "gate", site: .init(file: "a.swift", line: 1))]
        registry.interceptors[0].configuration = shape
        let files = [".waybill.yaml": "registry: registry.json\n", "registry.json": registry.json, "Routes/b.yaml": ""]
        try await withSet(files) { folder in
            let client = TestClient(folder)
            await client.begin()
            let head = "waybill: 1\ninterceptors:\n  x:\n    url: /**\n    use: gate\n    with:"
            for (rest, labels) in [
                ("\n      |", ["level", "isOpen", "limits"]), (" { | }", ["level", "isOpen", "limits"]),
                (" { level: low, | }", ["isOpen", "limits"]), ("\n      level: |", ["low", "high"]),
                ("\n      isOpen: |", ["true", "false"]), ("\n      limits: { | }", ["size"]),
                ("\n      limits:\n        |", ["size"]),
            ] {
                let text = head + rest
                let start = text.prefix { $0 != "|" }
                client.open("Routes/a.yaml", text.replacing("|", with: ""))
                let line = start.count { $0 == "\n" }
                let column = start.split(separator: "\n", omittingEmptySubsequences: false).last?.count ?? 0
                let answer = await client.request(
                    "textDocument/completion",
                    [
                        "textDocument": client.document("Routes/a.yaml"),
                        "position": ["line": .integer(line), "character": .integer(column)],
                    ])
                #expect(answer["items"]?.items.compactMap { $0["label"]?.string } == labels, "\(rest)")
                client.shut("Routes/a.yaml")
            }
        }
    }

    @Test("Snippets are offered to clients that take them, and rules in the configuration")
    func snippets() async throws {
        try await withSet(["Routes/a.yaml": Self.others, ".waybill.yaml": "{}\n"]) { folder in
            let client = TestClient(folder)
            await client.begin(["textDocument": ["completion": ["completionItem": ["snippetSupport": true]]]])
            client.open("Routes/b.yaml", "waybill: 1\nroutes:\n  - \n")
            let place: JSONValue = ["line": 2, "character": 4]
            let answer = await client.request(
                "textDocument/completion", ["textDocument": client.document("Routes/b.yaml"), "position": place])
            let snippet = answer["items"]?.items.first { $0["kind"] == 15 }
            #expect(snippet?["textEdit"]?["newText"] == "url: ${1:/path/:id}\n    handler: ${2:name}")
            for (section, text) in [
                ("modules", "{ factory: "), ("interceptors", "{ url: "), ("protocols", "{ summary: "),
            ] {
                client.open("Routes/\(section).yaml", "waybill: 1\n\(section):\n  \n")
                let entries = await client.request(
                    "textDocument/completion",
                    [
                        "textDocument": client.document("Routes/\(section).yaml"),
                        "position": ["line": 2, "character": 2],
                    ])
                let snippets = entries["items"]?.items.filter { $0["kind"] == 15 } ?? []
                #expect(snippets.count == 1 && snippets[0]["insertTextFormat"] == 2, "\(entries)")
                #expect(snippets.first?["textEdit"]?["newText"]?.string?.contains(text) == true, "\(entries)")
            }
            client.open(".waybill.yaml", "rules:\n  \n")
            let rules = await client.request(
                "textDocument/completion",
                [
                    "textDocument": client.document(".waybill.yaml"), "position": ["line": 1, "character": 2],
                ])
            #expect(rules["items"]?.items.contains { $0["label"] == "P006" } == true, "\(rules)")
        }
    }
}
