import WaybillRules
import WaybillSyntax

/// Sets: when they are analyzed, and what the client gets then.
extension LanguageSession {
    /// A change never waits longer than this for a pause in typing.
    private static let longestPause = Duration.milliseconds(400)

    func addWorkspace(_ folder: String) {
        if let set = SetFolder.ofWorkspace(folder) { change(set, pausing: false) }
    }

    func folder(of document: TextDocument) -> String? {
        let home = settings.environment["HOME"]
        return SetFolder.of(document.path, in: workspaces, except: Set(["/", home].compactMap(\.self)))
    }

    /// Returns the set of a file that need not be open. Outside of the client's folders nobody asked for one.
    func folder(ofFile path: String) -> String? {
        if let document = documents.values.first(where: { $0.path == path }) { return folder(of: document) }
        return workspaces.contains { path.hasPrefix($0.asPrefix) } ? SetFolder.of(path, in: workspaces) : nil
    }

    /// Says that something in a set changed. The set is analyzed after a pause, or at once if somebody waits for it.
    func change(_ folder: String, pausing: Bool) {
        var set = sets[folder] ?? WatchedSet(reader: SetReader(folder: folder, settings: settings))
        set.generation += 1
        set.firstChange = set.firstChange ?? .now
        sets[folder] = set
        guard pausing, set.waiting.isEmpty else { return analyze(folder) }
        let (generation, pause, post) = (set.generation, settings.pause, post)
        Task.detached {
            try? await Task.sleep(for: pause)
            post(.paused(folder: folder, generation: generation))
        }
    }

    /// Says that a document changed, to its own set and to those whose configuration, baseline or registry it is.
    func change(_ document: TextDocument, pausing: Bool) {
        let own = folder(of: document)
        if let own { change(own, pausing: pausing) }
        for folder in sets.keys.sorted() where folder != own && sets[folder]?.reader.uses(document.path) == true {
            change(folder, pausing: pausing)
        }
    }

    func pauseEnded(_ folder: String, _ generation: Int) {
        guard let set = sets[folder], let first = set.firstChange else { return }
        if set.generation == generation || first.duration(to: .now) >= Self.longestPause { analyze(folder) }
    }

    func analyze(_ folder: String) {
        guard let set = sets[folder], !set.isRunning, !set.isCurrent else { return }
        sets[folder]?.isRunning = true
        sets[folder]?.firstChange = nil
        let (reader, generation, post) = (set.reader, set.generation, post)
        let open = documents.values.filter { self.folder(of: $0) == folder || reader.uses($0.path) }
        Task.detached { post(.analyzed(reader.analyze(open, generation: generation))) }
    }

    func finish(_ analysis: SetAnalysis) {
        let folder = analysis.folder
        guard sets[folder] != nil else { return }
        sets[folder]?.isRunning = false
        replaceAnalysis(analysis, of: folder)
        guard sets[folder]?.isCurrent == true else { return analyze(folder) }
        let list = DiagnosticList(analysis, client).items
        let old = sets[folder]?.diagnostics ?? [:]
        sets[folder]?.diagnostics = list
        let waiting = sets[folder]?.waiting ?? []
        sets[folder]?.waiting = []
        if client.pulls {
            // The files that are asked for get the news as answers.
            let asked = waiting.compactMap { $0.params["textDocument"]?["uri"]?.string }
            let news = Set(list.keys).union(old.keys).filter { list[$0] != old[$0] }
            let isNew = !news.subtracting(asked.compactMap { documents[$0]?.path }).isEmpty
            if isNew, client.refreshesDiagnostics, analysis.generation > 1 {
                ask("workspace/diagnostic/refresh", .null)
            }
        } else {
            publish(folder, since: old)
        }
        for one in waiting { request(one.id, one.method, one.params) }
        answerWorkspacePulls()
    }

    /// Freeing a large set takes almost as long as compiling it, and no answer should wait for that.
    private func replaceAnalysis(_ analysis: SetAnalysis, of folder: String) {
        let old = sets[folder]?.analysis
        sets[folder]?.analysis = analysis
        Task.detached { withExtendedLifetime(old) {} }
    }

    // MARK: Pushed diagnostics

    /// Publishes the diagnostics of open documents, and those of other files that changed.
    private func publish(_ folder: String, since old: [String: [JSONValue]]) {
        guard let set = sets[folder], let analysis = set.analysis else { return }
        let open = analysis.documents.keys.filter { self.folder(of: analysis.documents[$0]) == folder }
        let changed = Set(set.diagnostics.keys).union(old.keys).filter { set.diagnostics[$0] != old[$0] }
        for path in changed.union(open).sorted() {
            publish(path, set.diagnostics[path] ?? [], analysis.documents[path]?.version)
        }
    }

    private func folder(of document: TextDocument?) -> String? { document.flatMap(folder) }

    func publish(_ path: String, _ items: [JSONValue], _ version: Int?) {
        let uri = documents.values.first { $0.path == path }?.uri ?? DocumentURI.uri(of: path)
        let params: JSONValue = ["uri": .string(uri), "diagnostics": .array(items)]
        notify("textDocument/publishDiagnostics", params.with("version", version.map(JSONValue.integer)))
    }

    /// Forgets a set, and removes its diagnostics from the client.
    func remove(_ folder: String) {
        guard let set = sets.removeValue(forKey: folder) else { return }
        for one in set.waiting { request(one.id, one.method, one.params) }
        if client.pulls {
            if client.refreshesDiagnostics { ask("workspace/diagnostic/refresh", .null) }
        } else {
            for path in set.diagnostics.keys.sorted() { publish(path, [], nil) }
        }
    }

    /// Removes the sets that no folder of the client has any more, and that have no open document.
    func removeUnusedSets() {
        let used = Set(documents.values.compactMap(folder) + workspaces.compactMap(SetFolder.ofWorkspace))
        for folder in sets.keys.sorted() where !used.contains(folder) { remove(folder) }
    }

    // MARK: The disk

    /// Compares the disk with the last readings, beside the session.
    func lookAtDisk() {
        guard life == .initialized, !isLookingAtDisk else { return }
        isLookingAtDisk = true
        let (readers, post) = (sets.values.filter { !$0.isRunning && $0.analysis != nil }.map(\.reader), post)
        Task.detached { post(.changedOnDisk(readers.filter { $0.hasChangedOnDisk() }.map(\.folder))) }
    }

    func diskChanged(_ folders: [String]) {
        isLookingAtDisk = false
        // A configuration that appears or disappears changes which sets there are.
        for folder in Set(documents.values.compactMap(folder) + workspaces.compactMap(SetFolder.ofWorkspace))
        where sets[folder] == nil { change(folder, pausing: false) }
        removeUnusedSets()
        for folder in folders where sets[folder] != nil { change(folder, pausing: false) }
    }
}
