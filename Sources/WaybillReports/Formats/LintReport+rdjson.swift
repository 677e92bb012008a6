import WaybillManifest
import WaybillRules
import WaybillSyntax

extension LintReport {
    /// Returns reviewdog's diagnostic format, which it turns into comments with suggested changes. Columns are bytes of
    /// UTF-8.
    package func rdjson(_ style: ReportStyle) -> String {
        let paths = sources.map { PortablePath.of($0.path, below: style.folder) }
        let result: JSONObject = [
            "source": ["name": "waybill"], "diagnostics": JSONList(diagnostics) { rdjsonEntry(for: $0, paths) },
        ]
        return JSONText.encode(result)
    }

    private func rdjsonEntry(for diagnostic: Diagnostic, _ paths: [String]) -> JSONObject {
        let related = diagnostic.notes.map { note -> JSONObject in
            ["message": note.message.safeOnScreen, "location": rdjsonLocation(of: note.span, paths)]
        }
        let suggestions = diagnostic.fixes.compactMap { suggestion(of: $0, in: diagnostic.span.file) }
        var entry: JSONObject = [
            "message": diagnostic.paragraph, "location": rdjsonLocation(of: diagnostic.span, paths),
            "severity": max(diagnostic.severity, .info).rawValue.uppercased(), "code": ["value": diagnostic.rule.id],
        ]
        entry.addIfPresent("related_locations", related.isEmpty ? nil : related)
        entry.addIfPresent("suggestions", suggestions.isEmpty ? nil : suggestions)
        return entry
    }

    /// Returns `nil` for a fix of several edits. Each suggestion is applied on its own, and a part of a fix would be wrong.
    private func suggestion(of fix: Diagnostic.Fix, in file: Int) -> JSONObject? {
        guard fix.edits.count == 1, fix.edits[0].span.file == file, sources.indices.contains(file),
            fix.isExpressibleInColumns(of: sources)
        else { return nil }
        return ["range": rdjsonRange(of: fix.edits[0].span), "text": fix.edits[0].text]
    }

    /// - Parameter paths: By file.
    private func rdjsonLocation(of span: SourceSpan, _ paths: [String]) -> JSONObject {
        guard sources.indices.contains(span.file) else { return ["path": ""] }
        var location: JSONObject = ["path": paths[span.file]]
        location.addIfPresent("range", sources[span.file].isReadable ? rdjsonRange(of: span) : nil)
        return location
    }

    private func rdjsonRange(of span: SourceSpan) -> JSONObject {
        let source = sources[span.file]
        func position(at offset: Int) -> [String: Int] {
            let line = source.position(at: offset).line
            return ["line": line, "column": max(0, offset - source.byteRange(ofLine: line).lowerBound) + 1]
        }
        return ["start": position(at: span.start), "end": position(at: max(span.start, span.end))]
    }
}
