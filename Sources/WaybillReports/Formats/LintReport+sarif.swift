import WaybillManifest
import WaybillRules
package import WaybillSyntax
import WaybillTable

extension LintReport {
    /// Returns SARIF 2.1.0 for code scanning: relative URIs, columns in UTF-16 units, and at most 5,000 results.
    ///
    /// - Parameter driver: Returns SARIF's description of the program and of the rules that the report breaks.
    package func sarif(_ style: ReportStyle, driver: ([Rule]) -> JSONObject) -> String {
        SARIFRenderer(report: self, style: style).render(driver)
    }
}

private struct SARIFRenderer {
    /// GitHub's limit for one run. The most severe results are kept, and a notification says so.
    private static let maximumResults = 5000
    /// Longer ranges are not quoted.
    private static let maximumSnippetBytes = 512
    /// Relative paths begin at the root of the repository, which only the consumer knows.
    private static let root = "%SRCROOT%"

    let report: LintReport
    let style: ReportStyle

    func render(_ driver: ([Rule]) -> JSONObject) -> String {
        let kept = Self.heaviest(report.diagnostics)
        let fingerprints = report.fingerprints(style.repositoryPath)
        let rules = Set(kept.map { report.diagnostics[$0].rule }).sorted { $0.id < $1.id }
        let indices = Dictionary(uniqueKeysWithValues: zip(rules, rules.indices))
        let results = kept.map { index in
            let diagnostic = report.diagnostics[index]
            return result(for: diagnostic, ruleIndex: indices[diagnostic.rule] ?? 0, fingerprint: fingerprints[index])
        }
        let run: JSONObject = [
            "tool": ["driver": driver(rules)], "invocations": [invocation(kept: kept.count)],
            "originalUriBaseIds": [
                Self.root: ["description": ["text": "The root of the repository, or the folder that waybill ran in."]]
            ],
            "columnKind": "utf16CodeUnits", "newlineSequences": ["\r\n", "\n", "\r"], "results": results,
        ]
        let log: JSONObject = [
            "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [run],
        ]
        return JSONText.encode(log)
    }

    /// Returns the indices of the reported diagnostics, in the order of the report.
    private static func heaviest(_ diagnostics: [Diagnostic]) -> [Int] {
        guard diagnostics.count > maximumResults else { return Array(diagnostics.indices) }
        let byWeight = diagnostics.indices.sorted {
            (diagnostics[$1].severity, $0) < (diagnostics[$0].severity, $1)
        }
        return byWeight.prefix(maximumResults).sorted()
    }

    private func invocation(kept: Int) -> JSONObject {
        let total = report.diagnostics.count
        var invocation: JSONObject = ["executionSuccessful": !report.diagnostics.losesFile]
        if kept < total {
            let message = ["text": "This log has the \(kept) most severe of \(total) problems"]
            let notification: JSONObject = ["level": "warning", "message": message]
            invocation.addIfPresent("toolExecutionNotifications", [notification])
        }
        return invocation
    }
}

extension SARIFRenderer {
    private func result(for diagnostic: Diagnostic, ruleIndex: Int, fingerprint: String) -> JSONObject {
        let related = diagnostic.notes.enumerated().compactMap { number, note in
            location(of: note.span, id: number + 1, message: note.message)
        }
        let fixes = diagnostic.fixes.compactMap(fix)
        var properties: JSONObject = [:]
        properties.addIfPresent("witness", diagnostic.witness)
        properties.addIfPresent("suggestions", diagnostic.suggestions.isEmpty ? nil : diagnostic.suggestions)
        let hasProperties = diagnostic.witness != nil || !diagnostic.suggestions.isEmpty
        var result: JSONObject = [
            "ruleId": diagnostic.rule.id, "ruleIndex": ruleIndex, "level": diagnostic.severity.sarifLevel,
            "message": ["text": Self.plain(diagnostic.paragraph)],
            "locations": [location(of: diagnostic.span)].compactMap(\.self),
            "partialFingerprints": ["waybillFinding/v1": fingerprint],
        ]
        result.addIfPresent("relatedLocations", related.isEmpty ? nil : related)
        result.addIfPresent("fixes", fixes.isEmpty ? nil : fixes)
        result.addIfPresent("properties", hasProperties ? properties : nil)
        return result
    }

    /// Returns `nil` if an edit is in no file, or in no column. A part of a fix would be wrong.
    private func fix(for fix: Diagnostic.Fix) -> JSONObject? {
        let files = Set(fix.edits.map(\.span.file)).sorted()
        guard !files.isEmpty, files.allSatisfy(report.sources.indices.contains),
            fix.isExpressibleInColumns(of: report.sources)
        else { return nil }
        let changes = files.map { file -> JSONObject in
            let source = report.sources[file]
            let replacements = fix.edits.filter { $0.span.file == file }.map { edit -> JSONObject in
                ["deletedRegion": Self.region(of: edit.span, in: source), "insertedContent": ["text": edit.text]]
            }
            return ["artifactLocation": artifact(source), "replacements": replacements]
        }
        return [
            "description": ["text": Self.plain(fix.description)], "artifactChanges": changes,
            "properties": ["safe": fix.safe],
        ]
    }

    private func location(of span: SourceSpan, id: Int? = nil, message: String? = nil) -> JSONObject? {
        guard report.sources.indices.contains(span.file) else { return nil }
        let source = report.sources[span.file]
        var region = Self.region(of: span, in: source)
        region.addIfPresent("snippet", Self.snippet(of: span, in: source).map { ["text": $0] })
        let place: JSONObject = ["artifactLocation": artifact(source), "region": region]
        var location: JSONObject = ["physicalLocation": place]
        location.addIfPresent("id", id)
        location.addIfPresent("message", message.map { ["text": Self.plain($0.safeOnScreen)] })
        return location
    }

    private func artifact(_ source: SourceFile) -> JSONObject {
        let path = style.repositoryPath(of: source.path)
        let uri = PercentCoding.encode(path: path)
        return path.hasPrefix("/") ? ["uri": "file://" + uri] : ["uri": uri, "uriBaseId": Self.root]
    }

    private static func region(of span: SourceSpan, in source: SourceFile) -> JSONObject {
        let start = source.utf16Position(at: span.start)
        let end = source.utf16Position(at: max(span.start, span.end))
        return [
            "startLine": start.line, "startColumn": start.column, "endLine": end.line, "endColumn": end.column,
        ]
    }

    /// Returns `nil` for a text that consumers would reject as empty, and for a long one.
    private static func snippet(of span: SourceSpan, in source: SourceFile) -> String? {
        guard span.end > span.start, span.end - span.start <= maximumSnippetBytes else { return nil }
        let text = source.text(in: span)
        // Some readers take a text of zero-width marks for an empty one.
        return text.unicodeScalars.contains { $0.displayWidth > 0 } ? text : nil
    }

    /// Returns a plain text message. Braces would be placeholders, and `[text](target)` a link.
    private static func plain(_ text: String) -> String {
        guard text.utf8.contains(where: "{}]".utf8.contains) else { return text }
        var plain: [UInt8] = []
        for byte in text.utf8 {
            if byte == UInt8(ascii: "("), plain.last == UInt8(ascii: "]") { plain.append(UInt8(ascii: " ")) }
            plain.append(byte)
            if "{}".utf8.contains(byte) { plain.append(byte) }
        }
        return String(decoding: plain, as: UTF8.self)
    }
}

extension Severity {
    /// The name of a level in SARIF.
    package var sarifLevel: String {
        switch self {
        case .error: "error"
        case .warning: "warning"
        case .info, .hint: "note"
        }
    }
}
