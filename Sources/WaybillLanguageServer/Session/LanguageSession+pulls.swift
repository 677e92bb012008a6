import WaybillSyntax

/// Pulls of the diagnostics of all files.
extension LanguageSession {
    /// Returns the diagnostics that the client does not have; `nil` if it has them all. Then the request is answered when
    /// they change, so that no client asks in a loop.
    func pullWorkspace(_ id: JSONValue, _ params: JSONValue) -> JSONValue? {
        let reports = sets.values.contains { !$0.isCurrent } ? [] : newReports(params)
        guard reports.isEmpty else { return ["items": .array(reports)] }
        workspacePulls.append(WaitingRequest(id: id, method: "workspace/diagnostic", params: params))
        return nil
    }

    func answerWorkspacePulls() {
        let waiting = workspacePulls
        workspacePulls = []
        for one in waiting { request(one.id, one.method, one.params) }
    }

    func cancelWorkspacePull(_ id: JSONValue) -> Bool {
        guard let index = workspacePulls.firstIndex(where: { $0.id == id }) else { return false }
        workspacePulls.remove(at: index)
        return true
    }

    private func newReports(_ params: JSONValue) -> [JSONValue] {
        let pairs = params["previousResultIds"]?.items.compactMap { item in
            item["uri"]?.string.map { ($0, item["value"]?.string ?? "") }
        }
        let known = Dictionary(pairs ?? []) { $1 }
        var items: [String: ([JSONValue], version: Int?)] = [:]
        for set in sets.values {
            let open = set.analysis?.documents ?? [:]
            for path in Set(set.diagnostics.keys).union(set.analysis?.sources.map(\.path) ?? []) {
                let uri = open[path]?.uri ?? DocumentURI.uri(of: path)
                items[uri] = (set.diagnostics[path] ?? [], open[path]?.version)
            }
        }
        // Files that are gone have no diagnostics.
        for uri in known.keys where items[uri] == nil { items[uri] = ([], nil) }
        return items.sorted { $0.key < $1.key }.compactMap { uri, item in
            let isNew = known[uri].map { $0 != JSONValue.resultID(of: item.0) } ?? !item.0.isEmpty
            guard isNew else { return nil }
            return JSONValue.report(of: item.0, previous: nil).with("uri", .string(uri))
                .with("version", item.version.map(JSONValue.integer) ?? .null)
        }
    }
}
