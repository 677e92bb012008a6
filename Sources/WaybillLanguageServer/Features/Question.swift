import WaybillSyntax

/// The requests about one document.
enum Feature: String, CaseIterable {
    case diagnostic = "textDocument/diagnostic"
    case formatting = "textDocument/formatting"
    case rangeFormatting = "textDocument/rangeFormatting"
    case codeAction = "textDocument/codeAction"
    case hover = "textDocument/hover"
    case completion = "textDocument/completion"
    case definition = "textDocument/definition"
    case references = "textDocument/references"
    case documentHighlight = "textDocument/documentHighlight"
    case prepareRename = "textDocument/prepareRename"
    case rename = "textDocument/rename"
    case documentSymbol = "textDocument/documentSymbol"
    case documentLink = "textDocument/documentLink"
    case foldingRange = "textDocument/foldingRange"
    case selectionRange = "textDocument/selectionRange"
    case inlayHint = "textDocument/inlayHint"
    case codeLens = "textDocument/codeLens"

    /// What must be known for the answer.
    enum Need {
        /// The text alone.
        case text
        /// Any analysis of the set, which may be older than the text.
        case analysis
        /// The analysis of the text.
        case current
    }

    var need: Need {
        switch self {
        case .formatting, .rangeFormatting, .documentSymbol, .foldingRange, .selectionRange: .text
        case .hover, .completion: .analysis
        default: .current
        }
    }
}

/// A request about one document, with all that its answer depends on.
struct Question: Sendable {
    let feature: Feature
    let params: JSONValue
    /// The path of the document.
    let path: String
    /// `nil` if the document is not open.
    let document: TextDocument?
    /// `nil` for a document that is in no set.
    let analysis: SetAnalysis?
    let client: Client

    /// Whether the answer may take as long as several checks, so that other requests must not wait for it.
    var isSlow: Bool {
        [.rename, .codeLens, .inlayHint, .documentLink].contains(feature)
            || feature == .codeAction && CodeActions.wantsFixAll(params)
    }

    func answer() throws(ResponseError) -> JSONValue {
        switch feature {
        case .formatting: try formatted(range: nil)
        case .rangeFormatting: try formatted(range: params["range"])
        case .documentSymbol: document.map { Symbols.outline($0, client) } ?? []
        case .foldingRange: document.map(Structure.foldingRanges) ?? []
        case .selectionRange: document.map { Structure.selectionRanges($0, params, client) } ?? []
        case .diagnostic: pulledDiagnostics
        default: try analysis.map(answer) ?? .null
        }
    }

    private func answer(_ analysis: SetAnalysis) throws(ResponseError) -> JSONValue {
        let navigation = Navigation(self, analysis)
        return switch feature {
        case .codeAction: CodeActions(self, analysis).answer
        case .hover: Hover(self, analysis)?.answer ?? .null
        case .completion: Completion(self, analysis)?.answer ?? []
        case .definition: navigation?.definition ?? .null
        case .references: navigation?.references ?? []
        case .documentHighlight: navigation?.highlights ?? []
        case .documentLink: navigation?.links ?? []
        case .inlayHint: Hints(self, analysis)?.inlayHints ?? []
        case .codeLens: Hints(self, analysis)?.lenses ?? []
        case .prepareRename: Rename(self, analysis)?.prepared ?? .null
        case .rename: try Rename(self, analysis)?.edits() ?? .null
        default: .null
        }
    }

    private var pulledDiagnostics: JSONValue {
        let items = analysis.flatMap { DiagnosticList($0, client).items[path] } ?? []
        return .report(of: items, previous: params["previousResultId"]?.string)
    }
}

extension Question {
    /// The byte offset of a position in the analyzed text of the document.
    func offset(of position: JSONValue?, in file: SourceFile) -> Int {
        client.encoding.offset(
            line: position?["line"]?.integer ?? 0, character: position?["character"]?.integer ?? 0, in: file)
    }

    func span(of range: JSONValue?, in file: SourceFile, index: Int) -> SourceSpan {
        let ends = [offset(of: range?["start"], in: file), offset(of: range?["end"], in: file)]
        return SourceSpan(file: index, start: min(ends[0], ends[1]), end: max(ends[0], ends[1]))
    }
}
