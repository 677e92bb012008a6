import WaybillSyntax
import WaybillTools

/// Requests of the client.
extension LanguageSession {
    func request(_ id: JSONValue, _ method: String, _ params: JSONValue) {
        do throws(ResponseError) {
            if let result = try result(id, method, params) { answer(id, .success(result)) }
        } catch {
            answer(id, .failure(error))
        }
    }

    /// Returns the result; `nil` if the request is answered later.
    private func result(
        _ id: JSONValue, _ method: String, _ params: JSONValue
    ) throws(ResponseError) -> JSONValue? {
        switch method {
        case "workspace/diagnostic": return pullWorkspace(id, params)
        case "workspace/symbol":
            let query = params["query"]?.string ?? ""
            let found = sets.sorted { $0.key < $1.key }.compactMap(\.value.analysis).flatMap {
                Symbols.search(query, in: $0, client)
            }
            return .array(found)
        case "workspace/executeCommand": return try execute(id, params)
        default: break
        }
        guard let feature = Feature(rawValue: method) else {
            throw ResponseError(.methodNotFound, "'\(method)' is not supported")
        }
        guard let uri = params["textDocument"]?["uri"]?.string else {
            throw ResponseError(.invalidParams, "'\(method)' needs a text document")
        }
        let document = documents[uri]
        let path = document?.path ?? DocumentURI.path(of: uri) ?? uri
        let question = { (analysis: SetAnalysis?) in
            Question(
                feature: feature, params: params, path: path, document: document, analysis: analysis,
                client: self.client)
        }
        guard feature.need != .text, let folder = folder(ofFile: path) else {
            return try question(nil).answer()
        }
        if sets[folder] == nil { change(folder, pausing: false) }
        guard let set = sets[folder] else { return .null }
        if feature.need == .analysis, let analysis = set.analysis { return try question(analysis).answer() }
        guard set.isCurrent else {
            sets[folder]?.waiting.append(WaitingRequest(id: id, method: method, params: params))
            analyze(folder)
            return nil
        }
        let asked = question(set.analysis)
        guard asked.isSlow else { return try asked.answer() }
        answerBeside(id, folder) { () throws(ResponseError) in try asked.answer() }
        return nil
    }

    /// Answers beside the session. If the set has changed then, the result is not valid any more.
    func answerBeside(
        _ id: JSONValue, _ folder: String, _ body: @escaping @Sendable () throws(ResponseError) -> JSONValue
    ) {
        let (generation, post) = (sets[folder]?.generation ?? 0, post)
        running.insert(id)
        Task.detached {
            let result = Result(catching: body)
            post(.answered(id: id, result, folder: folder, generation: generation))
        }
    }

    func finish(_ id: JSONValue, _ result: Result<JSONValue, ResponseError>, _ folder: String, _ generation: Int) {
        guard running.remove(id) != nil else { return }
        guard sets[folder]?.generation == generation else {
            return answer(id, .failure(ResponseError(.contentModified, "the set has changed meanwhile")))
        }
        answer(id, result)
    }

    /// The result of `initialize`.
    static func answer(to client: Client) -> JSONValue {
        let capabilities: JSONValue = [
            "positionEncoding": .string(client.encoding.rawValue),
            "textDocumentSync": ["openClose": true, "change": 2, "save": true],
            "documentFormattingProvider": true, "documentRangeFormattingProvider": true,
            "codeActionProvider": [
                "codeActionKinds": ["quickfix", .string(CodeActions.testKind), .string(CodeActions.fixAllKind)]
            ],
            "hoverProvider": true, "definitionProvider": true, "referencesProvider": true,
            "documentHighlightProvider": true, "renameProvider": ["prepareProvider": true],
            "documentSymbolProvider": true, "workspaceSymbolProvider": true, "documentLinkProvider": [:],
            "foldingRangeProvider": true, "inlayHintProvider": true, "codeLensProvider": [:],
            "selectionRangeProvider": true,
            "completionProvider": ["triggerCharacters": [":", " ", "/", "-", "[", "{", ","]],
            "executeCommandProvider": ["commands": .array(ServerCommand.allCases.map { .string($0.rawValue) })],
            "workspace": ["workspaceFolders": ["supported": true, "changeNotifications": true]],
        ]
        let pulls: JSONValue? =
            client.pulls
            ? ["identifier": "waybill", "interFileDependencies": true, "workspaceDiagnostics": true] : nil
        return [
            "capabilities": capabilities.with("diagnosticProvider", pulls),
            "serverInfo": ["name": "waybill", "version": .string(WaybillVersion.current)],
        ]
    }
}
