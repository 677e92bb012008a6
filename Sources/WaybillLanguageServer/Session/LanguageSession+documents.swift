import WaybillSyntax

/// Notifications of the client.
extension LanguageSession {
    func note(_ method: String, _ params: JSONValue) {
        switch method {
        case "initialized": begin()
        case "textDocument/didOpen": open(params)
        case "textDocument/didChange": change(params)
        case "textDocument/didClose": close(params)
        case "textDocument/didSave", "workspace/didChangeWatchedFiles": lookAtDisk()
        case "workspace/didChangeWorkspaceFolders": changeFolders(params["event"] ?? .null)
        case "$/cancelRequest": params["id"].map(cancel)
        // Clients may send others, such as `$/setTrace`, which change nothing here.
        default: break
        }
    }

    private func open(_ params: JSONValue) {
        guard let item = params["textDocument"], let uri = item["uri"]?.string, let text = item["text"]?.string else {
            return settings.log("didOpen without a document")
        }
        let path = DocumentURI.path(of: uri).map(inWorkspace) ?? uri
        let document = TextDocument(uri: uri, path: path, version: item["version"]?.integer ?? 0, text: text)
        documents[uri] = document
        change(document, pausing: false)
    }

    private func change(_ params: JSONValue) {
        guard let item = params["textDocument"], let uri = item["uri"]?.string, var document = documents[uri] else {
            return settings.log("didChange of a document that is not open")
        }
        if let version = item["version"]?.integer {
            if version <= document.version { settings.log("the version of \(uri) went back to \(version)") }
            document.version = version
        }
        for problem in document.apply(params["contentChanges"]?.items ?? [], client.encoding) {
            settings.log("didChange of \(uri): \(problem)")
        }
        documents[uri] = document
        change(document, pausing: true)
    }

    private func close(_ params: JSONValue) {
        guard let uri = params["textDocument"]?["uri"]?.string, let document = documents.removeValue(forKey: uri)
        else { return settings.log("didClose of a document that is not open") }
        change(document, pausing: false)
        removeUnusedSets()
    }

    private func changeFolders(_ event: JSONValue) {
        let paths = { (name: String) in
            (event[name]?.items ?? []).compactMap { $0["uri"]?.string.flatMap(DocumentURI.path) }
        }
        let removed = paths("removed")
        workspaces.removeAll(where: removed.contains)
        workspaces += paths("added")
        removeUnusedSets()
        paths("added").forEach(addWorkspace)
        for document in documents.values {
            if let folder = folder(of: document), sets[folder] == nil { change(folder, pausing: false) }
        }
    }

    /// Returns the name that a file has below a folder of the client, if the client gave it another one, as through a link.
    private func inWorkspace(_ path: String) -> String {
        guard !workspaces.contains(where: { path.hasPrefix($0.asPrefix) }) else { return path }
        guard let whole = FileSystem.realPath(path) else { return path }
        for workspace in workspaces {
            guard let base = FileSystem.realPath(workspace), whole.hasPrefix(base.asPrefix) else { continue }
            return workspace.asPrefix + whole.dropFirst(base.asPrefix.count)
        }
        return path
    }

    private func cancel(_ id: JSONValue) {
        for folder in sets.keys {
            guard let index = sets[folder]?.waiting.firstIndex(where: { $0.id == id }) else { continue }
            sets[folder]?.waiting.remove(at: index)
            return answer(id, .failure(ResponseError(.requestCancelled, "cancelled")))
        }
        if cancelWorkspacePull(id) || running.remove(id) != nil {
            answer(id, .failure(ResponseError(.requestCancelled, "cancelled")))
        }
    }
}
