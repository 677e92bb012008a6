import Foundation
import Testing

@Suite("waybill lsp")
struct LspCommandTests {
    private static let set = [
        "Routes/a.yaml": "waybill: 1\nroutes:\n  - { url: /a, methods: [get], handler: a }\n"
    ]

    private static func framed(_ message: String) -> String {
        "Content-Length: \(message.utf8.count)\r\n\r\n\(message)"
    }

    private static func request(_ id: Int, _ method: String, _ params: String) -> String {
        framed(#"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(params)}"#)
    }

    @Test("The command serves a whole session over standard input and output, with status 0 after shutdown and exit")
    func session() throws {
        try withFolder(Self.set) { folder in
            let path = folder.resolvingSymlinksInPath().path
            let document = #"{"textDocument":{"uri":"file://\#(path)/Routes/a.yaml"}}"#
            let input =
                Self.request(1, "initialize", #"{"capabilities":{},"rootUri":"file://\#(path)"}"#)
                + Self.request(2, "textDocument/diagnostic", document) + Self.request(3, "shutdown", "null")
                + Self.framed(#"{"jsonrpc":"2.0","method":"exit"}"#)
            let run = try CommandRun(["lsp"], in: folder, input: input)
            #expect(run.status == 0)
            #expect(run.errors.isEmpty)
            #expect(run.output.contains(#""serverInfo":{"name":"waybill""#))
        }
    }

    @Test("Without a session, or after rubbish, the status is 1 and standard output stays empty")
    func rubbish() throws {
        try withFolder(Self.set) { folder in
            let closed = try CommandRun(["lsp"], in: folder, input: "")
            #expect(closed.status == 1 && closed.output.isEmpty)
            let rubbish = try CommandRun(["lsp", "--stdio"], in: folder, input: "rubbish\r\n\r\n")
            #expect(rubbish.status == 1 && rubbish.output.isEmpty)
            #expect(rubbish.errors == "waybill: lsp: the client sent a header without a valid Content-Length\n")
        }
    }
}
