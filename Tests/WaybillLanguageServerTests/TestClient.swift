import Foundation
import Synchronization
import WaybillRules
import WaybillSyntax
import WaybillTools

@testable import WaybillLanguageServer

/// A client in the same process, which exchanges the real bytes of messages with a server.
final class TestClient: Sendable {
    let folder: URL
    private let server: LanguageServer
    private let mail: Mailbox
    private let end: Task<Int32, Never>
    private let lastID = Atomic(0)

    /// Starts a server for a folder. Call ``begin(_:workspaces:)`` next.
    init(_ folder: URL, settings: (inout ServerSettings) -> Void = { _ in }) {
        self.folder = folder
        var chosen = ServerSettings()
        chosen.pause = .milliseconds(5)
        chosen.watchInterval = .milliseconds(20)
        settings(&chosen)
        let mail = Mailbox()
        self.mail = mail
        let server = LanguageServer(chosen) { mail.receive($0) }
        self.server = server
        end = Task { await server.run() }
    }

    deinit { server.end() }

    // MARK: Messages

    func send(_ bytes: [UInt8]) { server.receive(bytes) }

    func send(_ message: JSONValue) { send(MessageReader.framed(message.json)) }

    func notify(_ method: String, _ params: JSONValue = [:]) { send(.notification(method, params)) }

    /// Sends a request, without waiting for its answer.
    func ask(_ method: String, _ params: JSONValue = [:]) -> Int {
        let id = lastID.add(1, ordering: .relaxed).newValue
        send(.request(id, method, params))
        return id
    }

    /// Returns the whole answer to a request.
    func answer(to id: Int) async -> JSONValue {
        await mail.take { $0["id"] == .integer(id) && $0["method"] == nil }
    }

    /// Returns the result of a request; its error if it has none.
    func request(_ method: String, _ params: JSONValue = [:]) async -> JSONValue {
        let answer = await answer(to: ask(method, params))
        return answer["result"] ?? answer["error"] ?? .null
    }

    /// Returns the next message with a method of the server.
    func next(_ method: String) async -> JSONValue { await mail.take { $0["method"]?.string == method } }

    /// Returns the messages that nobody took.
    var rest: [JSONValue] { mail.rest }

    // MARK: A session

    @discardableResult
    func begin(_ capabilities: JSONValue = [:], workspaces: [URL]? = nil) async -> JSONValue {
        let folders: [JSONValue] = (workspaces ?? [folder]).map {
            ["uri": .string(DocumentURI.uri(of: $0.path)), "name": "test"]
        }
        let answer = await request(
            "initialize", ["processId": .null, "capabilities": capabilities, "workspaceFolders": .array(folders)])
        notify("initialized")
        return answer
    }

    /// Ends the session.
    ///
    /// - Returns: The exit status.
    func finish() async -> Int32 {
        _ = await request("shutdown")
        notify("exit")
        return await end.value
    }

    func close() { server.end() }

    var status: Int32 { get async { await end.value } }

    func path(_ name: String) -> String { folder.path + "/" + name }

    func uri(_ name: String) -> String { DocumentURI.uri(of: path(name)) }

    func document(_ name: String) -> JSONValue { ["uri": .string(uri(name))] }

    func open(_ name: String, _ text: String, version: Int = 1) {
        notify(
            "textDocument/didOpen",
            [
                "textDocument": [
                    "uri": .string(uri(name)), "languageId": "yaml", "version": .integer(version),
                    "text": .string(text),
                ]
            ])
    }

    func change(_ name: String, version: Int, _ changes: JSONValue...) {
        notify(
            "textDocument/didChange",
            [
                "textDocument": ["uri": .string(uri(name)), "version": .integer(version)],
                "contentChanges": .array(changes),
            ])
    }

    func shut(_ name: String) { notify("textDocument/didClose", ["textDocument": document(name)]) }

    // MARK: Diagnostics

    /// Returns the next pushed diagnostics of a file, with a version if it is open.
    func pushed(_ name: String, version: Int? = nil) async -> [JSONValue] {
        let uri = uri(name)
        let message = await mail.take {
            $0["method"] == "textDocument/publishDiagnostics" && $0["params"]?["uri"]?.string == uri
                && (version == nil || $0["params"]?["version"]?.integer == version)
        }
        return message["params"]?["diagnostics"]?.items ?? []
    }

    func pull(_ name: String, previous: String? = nil) async -> JSONValue {
        let params: JSONValue = ["textDocument": document(name)]
        return await request("textDocument/diagnostic", params.with("previousResultId", previous.map(JSONValue.string)))
    }

    static let pulling: JSONValue = [
        "textDocument": ["diagnostic": [:]], "workspace": ["diagnostics": ["refreshSupport": true]],
    ]
}

extension JSONValue {
    /// The codes of diagnostics, sorted.
    var codes: [String] { (self["items"]?.items ?? items).compactMap { $0["code"]?.string }.sorted() }

    /// A change of a place.
    static func edit(_ line: Int, _ start: Int, _ end: Int, _ text: String) -> JSONValue {
        ["range": range(line, start, line, end), "text": .string(text)]
    }

    static func range(_ line: Int, _ start: Int, _ endLine: Int, _ end: Int) -> JSONValue {
        [
            "start": ["line": .integer(line), "character": .integer(start)],
            "end": ["line": .integer(endLine), "character": .integer(end)],
        ]
    }
}

/// The messages of a server that were not taken yet.
private final class Mailbox: Sendable {
    private struct State {
        var reader = MessageReader()
        var messages: [JSONValue] = []
        var waiting: [(fits: @Sendable (JSONValue) -> Bool, continuation: CheckedContinuation<JSONValue, Never>)] = []
    }

    private let state = Mutex(State())

    func receive(_ bytes: [UInt8]) {
        state.withLock { state in
            state.reader.append(bytes)
            while case .body(let body)? = state.reader.next() {
                guard let message = JSONValue(json: body) else { continue }
                if let index = state.waiting.firstIndex(where: { $0.fits(message) }) {
                    state.waiting.remove(at: index).continuation.resume(returning: message)
                } else {
                    state.messages.append(message)
                }
            }
        }
    }

    func take(_ fits: @escaping @Sendable (JSONValue) -> Bool) async -> JSONValue {
        await withCheckedContinuation { continuation in
            let message = state.withLock { state -> JSONValue? in
                if let index = state.messages.firstIndex(where: fits) { return state.messages.remove(at: index) }
                state.waiting.append((fits, continuation))
                return nil
            }
            if let message { continuation.resume(returning: message) }
        }
    }

    var rest: [JSONValue] { state.withLock(\.messages) }
}

/// A temporary folder for a test, removed at its end.
func withSet<Result>(_ files: [String: String], _ body: (URL) async throws -> Result) async throws -> Result {
    let parent = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
    let folder = parent.appendingPathComponent("waybill-lsp-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, text) in files { try write(text, to: name, in: folder) }
    return try await body(folder)
}

func write(_ text: String, to name: String, in folder: URL) throws {
    let file = folder.appendingPathComponent(name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
}
