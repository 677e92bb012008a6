import WaybillManifest
import WaybillReports
import WaybillSyntax
import WaybillTools

/// What the server offers to change at a place.
struct CodeActions {
    private let question: Question
    let analysis: SetAnalysis
    let places: Places
    var client: Client { question.client }
    /// The kinds that the client wants; empty for all.
    private let only: [String]

    static let fixAllKind = "source.fixAll.waybill"
    static let testKind = "refactor.rewrite.test"
    /// What a suppression says until its author knows better.
    static let reason = "explain why"

    init(_ question: Question, _ analysis: SetAnalysis) {
        self.question = question
        self.analysis = analysis
        places = Places(analysis, question.client)
        only = Self.only(question.params)
    }

    private static func only(_ params: JSONValue) -> [String] {
        params["context"]?["only"]?.items.compactMap(\.string) ?? []
    }

    /// Whether the client asks for the edits of all safe fixes, as it does before it saves.
    static func wantsFixAll(_ params: JSONValue) -> Bool {
        only(params).contains { isPart(fixAllKind, of: $0) }
    }

    /// Whether a kind is another one, or a kind of it.
    private static func isPart(_ kind: String, of other: String) -> Bool {
        kind == other || kind.hasPrefix(other + ".") || other.isEmpty
    }

    private func isWanted(_ kind: String) -> Bool { only.isEmpty || only.contains { Self.isPart(kind, of: $0) } }

    var answer: JSONValue {
        guard let index = analysis.index(of: question.path) else { return [] }
        let span = question.span(of: question.params["range"], in: analysis.sources[index], index: index)
        var actions: [JSONValue] = []
        if isWanted("quickfix") {
            let here = analysis.checked.report.diagnostics.filter { touches($0.span, span) }
            actions += here.flatMap(fixes)
            actions += declarations(of: here)
            actions += suppressions(of: here)
        }
        if isWanted(Self.testKind) { actions += tests(at: span) }
        if isWanted(Self.fixAllKind) { actions += fixAll }
        return .array(actions)
    }

    /// Also where both only meet, because a place may be empty.
    private func touches(_ one: SourceSpan, _ other: SourceSpan) -> Bool {
        one.file == other.file && one.start <= other.end && other.start <= one.end
    }

    private func fixes(of diagnostic: Diagnostic) -> [JSONValue] {
        diagnostic.fixes.filter(\.isResolved).map { fix in
            [
                "title": .string(fix.description.capitalizedSentence), "kind": "quickfix",
                "diagnostics": [DiagnosticList.item(diagnostic, places, question.client)],
                "isPreferred": .bool(fix.safe && diagnostic.fixes.count(where: \.safe) == 1),
                "edit": places.workspaceEdit(fix.edits),
            ]
        }
    }

    private func suppressions(of diagnostics: [Diagnostic]) -> [JSONValue] {
        analysis.checked.suppressions(of: diagnostics, because: Self.reason).map { found in
            [
                "title": .string("Suppress \(found.diagnostic.rule.id) here, with a reason"), "kind": "quickfix",
                "diagnostics": [DiagnosticList.item(found.diagnostic, places, question.client)],
                "isPreferred": false, "edit": places.workspaceEdit(found.fix.edits),
            ]
        }
    }

    /// The safe fixes of the document. Trying them takes several checks, so they are computed only for clients that ask for
    /// them; others get a command.
    private var fixAll: [JSONValue] {
        let title: JSONValue = "Fix all safe problems of this file"
        let head: JSONValue = ["title": title, "kind": .string(Self.fixAllKind)]
        guard Self.wantsFixAll(question.params) else {
            let isFixable = analysis.checked.report.hasSafeFixes(in: question.path)
            let uri = JSONValue.string(places.uri(of: question.path))
            return isFixable
                ? [
                    head.with(
                        "command",
                        ["title": title, "command": "waybill.fixAll", "arguments": [["uri": uri, "file": uri]]])
                ] : []
        }
        let changes = Fixer.safeChanges(of: analysis.checked, in: question.path, check: analysis.check)
        return changes.isEmpty ? [] : [head.with("edit", places.workspaceEdit(changes))]
    }

    // MARK: Appending

    static func lineEnd(of file: SourceFile) -> String {
        file.bytes.contains(UInt8(ascii: "\r")) ? "\r\n" : "\n"
    }

    /// Returns the edit that adds a section with one entry at the end of a file.
    static func appending(
        _ entry: String, asSection section: String, to file: SourceFile, index: Int
    ) -> Diagnostic.Edit {
        let lineEnd = lineEnd(of: file)
        let start = file.bytes.last == UInt8(ascii: "\n") ? "" : lineEnd
        let end = file.bytes.count
        return Diagnostic.Edit(
            span: SourceSpan(file: index, start: end, end: end),
            text: "\(start)\(lineEnd)\(section):\(lineEnd)  \(entry)\(lineEnd)")
    }
}

extension String {
    /// The sentence with an upper-case first letter, as titles have it.
    var capitalizedSentence: String { prefix(1).uppercased() + dropFirst() }
}
