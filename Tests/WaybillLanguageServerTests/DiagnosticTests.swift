import Foundation
import Testing
import WaybillRules

@testable import WaybillLanguageServer

@Suite("Diagnostics in an editor", .timeLimit(.minutes(1)))
struct DiagnosticTests {
    private let valid = "waybill: 1\nroutes:\n  - { url: /a, handler: a }\n"
    private let broken = "waybill: 1\nroutes:\n  - { url: /a, handlr: a }\n"

    @Test("Diagnostics are pushed for the whole set, with the version of open documents")
    func pushing() async throws {
        try await withSet(["Routes/a.yaml": broken, "Routes/b.yaml": valid]) { folder in
            let client = TestClient(folder)
            await client.begin()
            let unopened = await client.pushed("Routes/a.yaml")
            #expect(!unopened.isEmpty)
            #expect(unopened[0]["source"] == "waybill" && unopened[0]["severity"] == 1)
            client.open("Routes/a.yaml", broken, version: 7)
            #expect(await client.pushed("Routes/a.yaml", version: 7) == unopened)
            client.change("Routes/a.yaml", version: 8, .edit(2, 16, 22, "handler"))
            #expect(await client.pushed("Routes/a.yaml", version: 8).isEmpty == false, "a and b are the same request")
            #expect(await client.finish() == 0)
        }
    }

    @Test("A change in one file moves problems of another")
    func acrossFiles() async throws {
        let other = "waybill: 1\nroutes:\n  - { url: /b, handler: b }\n"
        try await withSet(["Routes/a.yaml": valid, "Routes/b.yaml": other]) { folder in
            let client = TestClient(folder)
            await client.begin(TestClient.pulling)
            client.open("Routes/a.yaml", valid)
            client.open("Routes/b.yaml", other)
            #expect(await client.pull("Routes/a.yaml").codes.isEmpty)
            client.change("Routes/b.yaml", version: 2, .edit(2, 11, 13, "/a"))
            #expect(await client.pull("Routes/a.yaml").codes + client.pull("Routes/b.yaml").codes == ["P001"])
            client.change("Routes/b.yaml", version: 3, .edit(2, 11, 13, "/b"))
            #expect(await client.pull("Routes/b.yaml").codes.isEmpty)
            client.shut("Routes/b.yaml")
            #expect(await client.pull("Routes/b.yaml").codes.isEmpty)
        }
    }

    @Test("A client that pulls gets no push, and a result id says that nothing changed")
    func pulling() async throws {
        try await withSet(["Routes/a.yaml": broken]) { folder in
            let client = TestClient(folder)
            let answer = await client.begin(TestClient.pulling)
            #expect(answer["capabilities"]?["diagnosticProvider"]?["interFileDependencies"] == true)
            let first = await client.pull("Routes/a.yaml")
            #expect(first["kind"] == "full" && !first.codes.isEmpty)
            let second = await client.pull("Routes/a.yaml", previous: first["resultId"]?.string)
            #expect(second["kind"] == "unchanged")
            let all = await client.request("workspace/diagnostic", ["previousResultIds": []])
            #expect(all["items"]?.items.compactMap { $0["uri"]?.string } == [client.uri("Routes/a.yaml")])
            #expect(await client.finish() == 0)
            #expect(!client.rest.contains { $0["method"] == "textDocument/publishDiagnostics" })
        }
    }

    @Test("A pull of all files waits until something changes, and can be cancelled")
    func waitingPull() async throws {
        try await withSet(["Routes/a.yaml": valid]) { folder in
            let client = TestClient(folder)
            await client.begin(TestClient.pulling)
            _ = await client.pull("Routes/a.yaml")
            let waiting = client.ask("workspace/diagnostic", ["previousResultIds": []])
            let cancelled = client.ask("workspace/diagnostic", ["previousResultIds": []])
            client.notify("$/cancelRequest", ["id": .integer(cancelled)])
            #expect(await client.answer(to: cancelled)["error"]?["code"] == -32800)
            client.open("Routes/a.yaml", broken)
            let items = await client.answer(to: waiting)["result"]?["items"]?.items ?? []
            #expect(items.count == 1 && items[0]["version"] == 1)
        }
    }

    @Test("A write, a new file, a rename and a removal outside the editor count, and clear what is gone")
    func outside() async throws {
        try await withSet(["Routes/a.yaml": valid]) { folder in
            let client = TestClient(folder)
            await client.begin()
            client.open("Routes/a.yaml", valid)
            #expect(await client.pushed("Routes/a.yaml", version: 1).isEmpty)
            try write(broken, to: "Routes/b.yaml", in: folder)
            #expect(await !client.pushed("Routes/b.yaml").isEmpty)
            try FileManager.default.moveItem(atPath: client.path("Routes/b.yaml"), toPath: client.path("Routes/c.yaml"))
            #expect(await !client.pushed("Routes/c.yaml").isEmpty)
            #expect(await client.pushed("Routes/b.yaml").isEmpty)
            try FileManager.default.removeItem(atPath: client.path("Routes/c.yaml"))
            #expect(await client.pushed("Routes/c.yaml").isEmpty)
            #expect(await client.finish() == 0)
        }
    }

    @Test("A changed configuration on disk makes clients pull again")
    func configuration() async throws {
        let route = "waybill: 1\nroutes:\n  - { id: a, url: /a, handler: a, priority: 5 }\n"
        try await withSet(["Routes/a.yaml": route]) { folder in
            let client = TestClient(folder)
            await client.begin(TestClient.pulling)
            let before = await client.pull("Routes/a.yaml")
            try write("rules: { \(before.codes.first ?? "P006"): error }\n", to: ".waybill.yaml", in: folder)
            _ = await client.next("workspace/diagnostic/refresh")
            let after = await client.pull("Routes/a.yaml")
            #expect(after.codes == before.codes && after["resultId"] != before["resultId"])
            client.open(".waybill.yaml", "rulez: {}\n")
            #expect(await client.pull(".waybill.yaml").codes == ["G004"])
        }
    }

    @Test("An unsaved document that is not on disk yet is part of its set")
    func unsavedFile() async throws {
        try await withSet(["Routes/a.yaml": valid]) { folder in
            let client = TestClient(folder)
            await client.begin(TestClient.pulling)
            client.open("Routes/new.yaml", valid)
            #expect(await client.pull("Routes/a.yaml").codes + client.pull("Routes/new.yaml").codes == ["P001"])
            client.shut("Routes/new.yaml")
            #expect(await client.pull("Routes/a.yaml").codes.isEmpty)
        }
    }

    @Test("A file that is not a registry has the problem itself, and the rest of the set is checked")
    func brokenRegistry() async throws {
        let files = [".waybill.yaml": "registry: registry.json\n", "registry.json": "{", "Routes/a.yaml": broken]
        try await withSet(files) { folder in
            let client = TestClient(folder)
            await client.begin()
            #expect(await client.pushed("registry.json").compactMap { $0["code"]?.string } == ["F009"])
            #expect(await !client.pushed("Routes/a.yaml").isEmpty)
            client.open("registry.json", RegistryDescription().json, version: 7)
            #expect(await client.pushed("registry.json", version: 7).isEmpty)
        }
    }

    @Test("Folders are sets of their own, nested configurations too, and a removed folder is cleared")
    func folders() async throws {
        let files = [
            "one/Routes/a.yaml": broken, "two/.waybill.yaml": "{}\n", "two/a.yaml": valid,
            "two/inner/.waybill.yaml": "{}\n", "two/inner/a.yaml": valid, "one/compose.yaml": "services: {}\n",
        ]
        try await withSet(files) { folder in
            let client = TestClient(folder)
            let folders = ["one", "two"].map { folder.appendingPathComponent($0) }
            await client.begin(workspaces: folders)
            #expect(await !client.pushed("one/Routes/a.yaml").isEmpty)
            client.open("two/inner/a.yaml", valid)
            #expect(await client.pushed("two/inner/a.yaml", version: 1).isEmpty)
            client.open("two/a.yaml", valid)
            #expect(await client.pushed("two/a.yaml", version: 1).isEmpty)
            client.notify(
                "workspace/didChangeWorkspaceFolders",
                ["event": ["removed": [["uri": .string(client.uri("one")), "name": "one"]], "added": []]])
            #expect(await client.pushed("one/Routes/a.yaml").isEmpty)
            #expect(await client.finish() == 0)
            #expect(!client.rest.contains { $0["params"]?["uri"]?.string == client.uri("one/compose.yaml") })
        }
    }

    @Test("A folder that is reached through a link has the names that the client uses")
    func link() async throws {
        try await withSet(["real/Routes/a.yaml": broken]) { folder in
            try FileManager.default.createSymbolicLink(
                atPath: folder.path + "/link", withDestinationPath: folder.path + "/real")
            let client = TestClient(folder)
            await client.begin(workspaces: [folder.appendingPathComponent("link")])
            #expect(await !client.pushed("link/Routes/a.yaml").isEmpty)
            client.open("real/Routes/a.yaml", valid)
            #expect(await client.pushed("real/Routes/a.yaml", version: 1).isEmpty)
        }
    }

    @Test("Conflict markers, U+2028, CRLF and characters outside the basic plane give exact places")
    func places() async throws {
        let text = "waybill: 1\r\n# \u{2028}😀\r\nroutes:\r\n  - { summary: 😀, url: /a, handlr: a }\r\n"
        try await withSet(["Routes/a.yaml": valid]) { folder in
            let client = TestClient(folder)
            await client.begin(TestClient.pulling)
            client.open("Routes/a.yaml", text)
            let items = await client.pull("Routes/a.yaml")["items"]?.items ?? []
            #expect(items.contains { $0["range"] == .range(3, 28, 3, 34) })
            client.change("Routes/a.yaml", version: 2, ["text": "<<<<<<< HEAD\nwaybill: 1\n=======\n>>>>>>> b\n"])
            #expect(await client.pull("Routes/a.yaml").codes.contains("Y001"))
        }
    }

    @Test("A restart with unsaved texts has the same answers, with the same result ids")
    func restart() async throws {
        try await withSet(["Routes/a.yaml": valid]) { folder in
            var results: [JSONValue] = []
            for _ in 0..<2 {
                let client = TestClient(folder)
                await client.begin(TestClient.pulling)
                client.open("Routes/a.yaml", broken, version: 12)
                results.append(await client.pull("Routes/a.yaml"))
                client.close()
            }
            #expect(results[0] == results[1])
        }
    }
}
