/// Commands of the client.
extension LanguageSession {
    /// Runs a command beside the session, on the set of a document or the only one there is.
    ///
    /// - Returns: `nil`, because it is answered later.
    func execute(_ id: JSONValue, _ params: JSONValue) throws(ResponseError) -> JSONValue? {
        let name = params["command"]?.string ?? ""
        guard let command = ServerCommand(rawValue: name) else {
            throw ResponseError(.invalidParams, "'\(name)' is not a command of this server")
        }
        let argument = params["arguments"]?.items.first ?? [:]
        let folder = try folder(for: argument)
        guard let set = sets[folder], let analysis = set.analysis, set.isCurrent else {
            sets[folder]?.waiting.append(WaitingRequest(id: id, method: "workspace/executeCommand", params: params))
            analyze(folder)
            return nil
        }
        let (client, settings, post) = (client, settings, post)
        answerBeside(id, folder) { () throws(ResponseError) in
            switch command {
            case .explain: return try ServerCommand.explain(argument, analysis)
            case .plan: return try ServerCommand.plan(argument, analysis, settings)
            case .fixAll:
                guard let edit = ServerCommand.fixes(argument, analysis, client) else { return ["applied": false] }
                post(.fixed(edit, folder: folder, generation: analysis.generation))
                return ["applied": true]
            }
        }
        return nil
    }

    private func folder(for argument: JSONValue) throws(ResponseError) -> String {
        let uri = argument["uri"]?.string
        let path = uri.flatMap { documents[$0]?.path ?? DocumentURI.path(of: $0) }
        let named = path.flatMap { workspaces.contains($0) ? SetFolder.ofWorkspace($0) : folder(ofFile: $0) }
        if let folder = named {
            if sets[folder] == nil { change(folder, pausing: false) }
            return folder
        }
        guard uri == nil, let folder = sets.keys.sorted().first, sets.count == 1 else {
            throw ResponseError(.invalidParams, "'uri' must name a manifest, because there is not exactly one set")
        }
        return folder
    }

    /// Lets the client apply edits, unless the set changed since they were made.
    func apply(_ edit: JSONValue, _ folder: String, _ generation: Int) {
        guard sets[folder]?.generation == generation else { return }
        ask("workspace/applyEdit", ["label": "Fix all safe problems", "edit": edit])
    }
}
