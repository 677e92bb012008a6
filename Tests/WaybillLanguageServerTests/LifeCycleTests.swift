import Foundation
import Testing

@testable import WaybillLanguageServer

@Suite("The life of a session", .timeLimit(.minutes(1)))
struct LifeCycleTests {
    private let valid: [String: String] = ["Routes/a.yaml": "waybill: 1\nroutes:\n  - { url: /a, handler: a }\n"]

    @Test("A session begins with initialize, and ends with status 0 after shutdown and exit")
    func life() async throws {
        try await withSet(valid) { folder in
            let client = TestClient(folder)
            let early = await client.request("textDocument/hover")
            #expect(early["code"] == -32002)
            let answer = await client.begin()
            #expect(answer["capabilities"]?["positionEncoding"] == "utf-16")
            #expect(answer["capabilities"]?["diagnosticProvider"] == nil)
            #expect(answer["serverInfo"]?["name"] == "waybill")
            #expect(await client.request("initialize")["code"] == -32600)
            #expect(await client.request("no/such/method")["code"] == -32601)
            #expect(await client.finish() == 0)
        }
    }

    @Test("After shutdown every request is refused")
    func shutdown() async throws {
        try await withSet(valid) { folder in
            let client = TestClient(folder)
            await client.begin()
            #expect(await client.request("shutdown") == .null)
            #expect(await client.request("textDocument/hover")["code"] == -32600)
            client.notify("exit")
            #expect(await client.status == 0)
        }
    }

    @Test("A client that closes its stream or exits without shutdown gets status 1")
    func abruptEnds() async throws {
        try await withSet(valid) { folder in
            let closing = TestClient(folder)
            await closing.begin()
            closing.close()
            #expect(await closing.status == 1)
            let exiting = TestClient(folder)
            exiting.notify("exit")
            #expect(await exiting.status == 1)
        }
    }

    @Test("The server ends when the process that started it is gone")
    func orphan() async throws {
        try await withSet(valid) { folder in
            let client = TestClient(folder) { $0.isRunning = { $0 != 4711 } }
            _ = await client.request("initialize", ["processId": 4711, "capabilities": [:]])
            #expect(await client.status == 1)
        }
    }

    @Test(
        "After rubbish the server goes on at the next header",
        arguments: [
            "rubbish\r\n\r\n", "Content-Length: x\r\n\r\n", "Content-Length: -4\r\n\r\n", "Content-Type: a\r\n\r\n",
            "Content-Length: 3\r\n\r\n{}}", "Content-Length: 99999999999\r\n\r\n", "{\"jsonrpc\":\"2.0\"}",
            "Content-Length: 40\r\n\r\n{\"jsonrpc\"", "Content-Length: 0\r\n\r\n", "\r\n\r\n\r\n\r\n",
            "Content-Length: 2\r\n\r\n[]", "Content-Length: 4\r\n\r\nnull", "content-length:  2 \r\nX: 1\r\n\r\n{}",
        ])
    func rubbish(bytes: String) async throws {
        try await withSet(valid) { folder in
            let client = TestClient(folder)
            client.send(Array(bytes.utf8))
            #expect(await client.begin()["capabilities"] != nil)
            #expect(await client.finish() == 0)
        }
    }

    @Test("Messages may come byte by byte, and many in one read")
    func pieces() async throws {
        try await withSet(valid) { folder in
            let client = TestClient(folder)
            let message = JSONValue.request(900, "initialize", ["capabilities": [:]])
            for byte in MessageReader.framed(message.json) { client.send([byte]) }
            #expect(await client.answer(to: 900)["result"] != nil)
            let two = [901, 902].map { MessageReader.framed(JSONValue.request($0, "unknown", [:]).json) }
            client.send(two[0] + two[1])
            #expect(await client.answer(to: 901)["error"]?["code"] == -32601)
            #expect(await client.answer(to: 902)["error"]?["code"] == -32601)
        }
    }

    @Test("Invalid parameters get an error, and the session goes on")
    func invalidParameters() async throws {
        try await withSet(valid) { folder in
            let client = TestClient(folder)
            await client.begin()
            #expect(await client.request("textDocument/formatting", [])["code"] == -32602)
            #expect(await client.request("textDocument/diagnostic", ["textDocument": 3])["code"] == -32602)
            client.notify("textDocument/didChange", ["textDocument": ["uri": "file:///nowhere"]])
            client.notify("textDocument/didOpen", [:])
            client.notify("$/unknown", [:])
            #expect(await client.finish() == 0)
        }
    }

    @Test("The position encoding is the first one offered that the server knows")
    func encodings() async throws {
        try await withSet(valid) { folder in
            for (offered, chosen) in [
                (["utf-8", "utf-16"], "utf-8"), (["utf-7", "utf-32"], "utf-32"), ([], "utf-16"),
            ] {
                let client = TestClient(folder)
                let encodings = JSONValue.array(offered.map(JSONValue.string))
                let answer = await client.begin(["general": ["positionEncodings": encodings]])
                #expect(answer["capabilities"]?["positionEncoding"]?.string == chosen)
                client.close()
            }
        }
    }
}
