import WaybillSyntax
import WaybillTools

/// Converts places in files to those of the protocol.
struct Places: Sendable {
    let encoding: PositionEncoding
    let sources: [SourceFile]
    /// The open documents, by path.
    let documents: [String: TextDocument]
    /// Whether the client takes edits with the versions of their documents.
    let takesVersions: Bool

    init(_ analysis: SetAnalysis, _ client: Client) {
        encoding = client.encoding
        sources = analysis.sources
        documents = analysis.documents
        takesVersions = client.takesVersions
    }

    init(_ document: TextDocument, _ client: Client) {
        encoding = client.encoding
        sources = [document.file]
        documents = [document.path: document]
        takesVersions = client.takesVersions
    }

    /// The address of a file, as the client wrote it.
    func uri(of path: String) -> String { documents[path]?.uri ?? DocumentURI.uri(of: path) }

    func position(_ offset: Int, in file: Int) -> JSONValue {
        guard sources.indices.contains(file) else { return ["line": 0, "character": 0] }
        let (line, character) = encoding.position(at: offset, in: sources[file])
        return ["line": .integer(line), "character": .integer(character)]
    }

    func range(_ span: SourceSpan) -> JSONValue {
        ["start": position(span.start, in: span.file), "end": position(span.end, in: span.file)]
    }

    /// `nil` for a place outside of all files.
    func location(_ span: SourceSpan) -> JSONValue? {
        guard sources.indices.contains(span.file) else { return nil }
        return ["uri": .string(uri(of: sources[span.file].path)), "range": range(span)]
    }

    /// Returns edits for the client, with the versions of the documents that they are for. A file that is not open has no
    /// version.
    func workspaceEdit(_ edits: some Sequence<Diagnostic.Edit>) -> JSONValue {
        let byFile = Dictionary(grouping: Set(edits), by: \.span.file).filter { sources.indices.contains($0.key) }
        let files = byFile.sorted { $0.key < $1.key }.map { file, edits in
            let sorted = edits.sorted { ($0.span, $0.text) < ($1.span, $1.text) }
            return (path: sources[file].path, edits: JSONValue.array(sorted.map(textEdit)))
        }
        guard takesVersions else {
            return ["changes": .object(Dictionary(files.map { (uri(of: $0.path), $0.edits) }) { $1 })]
        }
        return [
            "documentChanges": .array(
                files.map { file in
                    let version = documents[file.path].map { JSONValue.integer($0.version) } ?? .null
                    return [
                        "textDocument": ["uri": .string(uri(of: file.path)), "version": version], "edits": file.edits,
                    ]
                })
        ]
    }

    func textEdit(_ edit: Diagnostic.Edit) -> JSONValue {
        ["range": range(edit.span), "newText": .string(edit.text)]
    }

    /// Returns the edits that turn files into other texts, line by line.
    func workspaceEdit(_ changes: [FileChange]) -> JSONValue {
        workspaceEdit(
            changes.flatMap { change in
                sources.firstIndex { $0.path == change.path }.map { change.edits(in: $0) } ?? []
            })
    }
}

/// What the client can do, as far as answers depend on it.
struct Client: Sendable {
    var encoding = PositionEncoding.utf16
    /// Whether it asks for diagnostics, so that none are pushed.
    var pulls = false
    var refreshesDiagnostics = false
    var takesVersions = false
    var takesRelatedPlaces = false
    var takesSnippets = false
    var takesSymbolTrees = false
    var registersWatchers = false
    var registersFormatting = false
    /// Whether it shows notes of edits.
    var takesEditNotes = false

    init() {}

    init(_ capabilities: JSONValue) {
        let offered = capabilities["general"]?["positionEncodings"]?.items.compactMap(\.string) ?? []
        encoding = PositionEncoding(offered: offered)
        pulls = capabilities["textDocument"]?["diagnostic"] != nil
        refreshesDiagnostics = capabilities.isTrue("workspace", "diagnostics", "refreshSupport")
        takesVersions = capabilities.isTrue("workspace", "workspaceEdit", "documentChanges")
        takesRelatedPlaces = capabilities.isTrue("textDocument", "publishDiagnostics", "relatedInformation")
        takesSnippets = capabilities.isTrue("textDocument", "completion", "completionItem", "snippetSupport")
        takesSymbolTrees = capabilities.isTrue("textDocument", "documentSymbol", "hierarchicalDocumentSymbolSupport")
        registersWatchers = capabilities.isTrue("workspace", "didChangeWatchedFiles", "dynamicRegistration")
        takesEditNotes = capabilities["workspace"]?["workspaceEdit"]?["changeAnnotationSupport"] != nil
        registersFormatting = capabilities.isTrue("textDocument", "formatting", "dynamicRegistration")
    }
}
