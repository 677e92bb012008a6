import WaybillManifest
import WaybillRules
import WaybillSyntax

extension LintReport {
    /// Returns reviewdog's diagnostic format, which it turns into comments with suggested changes. Columns are bytes of
    /// UTF-8.
    package func rdjson(_ style: ReportStyle) -> String {
        let result: JSONObject = [
            "source": ["name": "waybill"], "diagnostics": diagnostics.map { rdjsonEntry(for: $0, style) },
        ]
        return JSONText.encode(result)
    }

    private func rdjsonEntry(for diagnostic: Diagnostic, _ style: ReportStyle) -> JSONObject {
        let related = diagnostic.notes.map { note -> JSONObject in
            ["message": note.message.safeOnScreen, "location": rdjsonLocation(of: note.span, style)]
        }
        let suggestions = diagnostic.fixes.compactMap { suggestion(of: $0, in: diagnostic.span.file) }
        var entry: JSONObject = [
            "message": diagnostic.paragraph, "location": rdjsonLocation(of: diagnostic.span, style),
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

    private func rdjsonLocation(of span: SourceSpan, _ style: ReportStyle) -> JSONObject {
        guard sources.indices.contains(span.file) else { return ["path": ""] }
        var location: JSONObject = ["path": PortablePath.of(sources[span.file].path, below: style.folder)]
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
