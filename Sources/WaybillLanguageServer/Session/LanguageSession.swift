import WaybillRules
import WaybillSyntax

/// The state of one session: the documents of the client, the sets that they belong to, and the requests that wait.
final class LanguageSession {
    let settings: ServerSettings
    let post: @Sendable (ServerEvent) -> Void
    private let sendMessage: (JSONValue) -> Void
    private var reader = MessageReader()

    var client = Client()
    private(set) var life = Life.new
    /// The process that started the server. When it is gone, the server ends.
    private var parent: Int?
    private var lastRequest = 0

    /// The folders of the client, as paths.
    var workspaces: [String] = []
    /// The open documents, by the address that the client uses.
    var documents: [String: TextDocument] = [:]
    /// By folder.
    var sets: [String: WatchedSet] = [:]
    var isLookingAtDisk = false
    /// The requests that are answered beside the session.
    var running: Set<JSONValue> = []
    /// The pulls of all diagnostics whose clients have them all.
    var workspacePulls: [WaitingRequest] = []

    enum Life { case new, initialized, shutDown }

    init(
        _ settings: ServerSettings, post: @escaping @Sendable (ServerEvent) -> Void,
        send: @escaping (JSONValue) -> Void
    ) {
        self.settings = settings
        self.post = post
        sendMessage = send
    }

    /// Handles one event.
    ///
    /// - Returns: The exit status, if the session ends.
    func handle(_ event: ServerEvent) -> Int32? {
        switch event {
        case .bytes(let bytes):
            reader.append(bytes)
            return readMessages()
        case .ended: return status
        case .paused(let folder, let generation): pauseEnded(folder, generation)
        case .analyzed(let analysis): finish(analysis)
        case .answered(let id, let result, let folder, let generation):
            finish(id, result, folder, generation)
        case .changedOnDisk(let folders): diskChanged(folders)
        case .fixed(let edit, let folder, let generation): apply(edit, folder, generation)
        case .tick:
            if let parent, !settings.isRunning(parent) { return status }
            lookAtDisk()
        }
        return nil
    }

    private var status: Int32 { life == .shutDown ? 0 : 1 }

    // MARK: Messages

    private func readMessages() -> Int32? {
        while let part = reader.next() {
            switch part {
            case .rubbish(let reason): settings.log("the client sent \(reason)")
            case .body(let body):
                guard let value = JSONValue(json: body) else {
                    reader.putBack(body)
                    answer(.null, .failure(ResponseError(.parseError, "the message is not valid JSON")))
                    continue
                }
                if let status = handle(value) { return status }
            }
        }
        return nil
    }

    private func handle(_ value: JSONValue) -> Int32? {
        switch Message(value) {
        case .request(let id, let method, let params): handle(id, method, params)
        case .notification("exit", _): return status
        case .notification(let method, let params): if life == .initialized { note(method, params) }
        case .response: break
        case .invalid(let id):
            answer(id, .failure(ResponseError(.invalidRequest, "the message is neither a request nor a notification")))
        }
        return nil
    }

    private func handle(_ id: JSONValue, _ method: String, _ params: JSONValue) {
        switch (life, method) {
        case (.new, "initialize"): answer(id, .success(initialize(params)))
        case (.new, _):
            answer(id, .failure(ResponseError(.serverNotInitialized, "'\(method)' came before 'initialize'")))
        case (.shutDown, _):
            answer(id, .failure(ResponseError(.invalidRequest, "'\(method)' came after 'shutdown'")))
        case (.initialized, "initialize"):
            answer(id, .failure(ResponseError(.invalidRequest, "'initialize' came twice")))
        case (.initialized, "shutdown"):
            life = .shutDown
            answer(id, .success(.null))
        case (.initialized, _): request(id, method, params)
        }
    }

    func answer(_ id: JSONValue, _ result: Result<JSONValue, ResponseError>) {
        sendMessage(.response(id, result))
    }

    func notify(_ method: String, _ params: JSONValue) { sendMessage(.notification(method, params)) }

    /// Asks the client. Its answer does not matter.
    func ask(_ method: String, _ params: JSONValue) {
        lastRequest += 1
        sendMessage(.request(lastRequest, method, params))
    }

    // MARK: The beginning

    private func initialize(_ params: JSONValue) -> JSONValue {
        life = .initialized
        client = Client(params["capabilities"] ?? .null)
        parent = params["processId"]?.integer
        let folders = params["workspaceFolders"]?.items.compactMap { $0["uri"]?.string } ?? []
        let root = params["rootUri"]?.string.flatMap(DocumentURI.path) ?? params["rootPath"]?.string
        workspaces = folders.isEmpty ? [root].compactMap(\.self) : folders.compactMap(DocumentURI.path)
        return Self.answer(to: client)
    }

    /// Registers what the client wants to be told of, and checks the sets of its folders.
    func begin() {
        var registrations: [JSONValue] = []
        if client.registersWatchers {
            let globs: [JSONValue] = ["**/*.{yaml,yml}", "**/.waybill.yaml", "**/*.json"].map {
                ["globPattern": .string($0)]
            }
            registrations.append([
                "id": "watch", "method": "workspace/didChangeWatchedFiles",
                "registerOptions": ["watchers": .array(globs)],
            ])
        }
        if client.registersFormatting {
            registrations.append([
                "id": "format", "method": "textDocument/formatting",
                "registerOptions": ["documentSelector": [["pattern": "**/*.{yaml,yml}"]]],
            ])
        }
        if !registrations.isEmpty {
            ask("client/registerCapability", ["registrations": .array(registrations)])
        }
        workspaces.forEach(addWorkspace)
    }
}
