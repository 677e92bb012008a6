import WaybillManifest
import WaybillSyntax
import WaybillTable

/// SARIF 2.1.0 for code scanning: relative URIs, columns in UTF-16 units, and at most 5,000 results.
struct SARIFRenderer {
    /// GitHub's limit for one run. The most severe results are kept, and a notification says so.
    static let maximumResults = 5000
    /// Longer ranges are not quoted.
    private static let maximumSnippetBytes = 512

    var style: ReportStyle

    func render(_ report: LintReport) -> String {
        let kept = Self.heaviest(report.diagnostics)
        let fingerprints = report.fingerprints(below: style.folder)
        let rules = Set(kept.map { report.diagnostics[$0].rule }).sorted { $0.id < $1.id }
        let indices = Dictionary(uniqueKeysWithValues: zip(rules, rules.indices))
        let results = kept.map { index in
            let diagnostic = report.diagnostics[index]
            return result(
                for: diagnostic, in: report, ruleIndex: indices[diagnostic.rule] ?? 0, fingerprint: fingerprints[index])
        }
        let run = SARIFLog.Run(
            tool: .init(driver: .init(rules: RuleCatalog.entries(for: rules).map(Self.descriptor))),
            invocations: [Self.invocation(report, kept: kept.count)], results: results)
        return JSONText.encode(SARIFLog(runs: [run]))
    }

    /// Returns the indices of the reported diagnostics, in the order of the report.
    private static func heaviest(_ diagnostics: [Diagnostic]) -> [Int] {
        guard diagnostics.count > maximumResults else { return Array(diagnostics.indices) }
        let byWeight = diagnostics.indices.sorted {
            (diagnostics[$1].severity, $0) < (diagnostics[$0].severity, $1)
        }
        return byWeight.prefix(maximumResults).sorted()
    }

    private static func invocation(_ report: LintReport, kept: Int) -> SARIFLog.Invocation {
        let isReadable = !report.diagnostics.contains { $0.rule == .unreadableFile }
        let total = report.diagnostics.count
        guard kept < total else { return .init(executionSuccessful: isReadable) }
        let message = SARIFLog.Message("This log has the \(kept) most severe of \(total) problems")
        return .init(
            executionSuccessful: isReadable, toolExecutionNotifications: [.init(level: .warning, message: message)])
    }

    private static func descriptor(_ entry: RuleEntry) -> SARIFLog.Descriptor {
        .init(
            id: entry.rule.id, name: entry.rule.name, shortDescription: .init(entry.summary),
            fullDescription: .init(entry.explanation),
            help: .init(text: entry.explainedText, markdown: RulePage(entry).body),
            defaultConfiguration: .init(level: .init(entry.rule.severity)))
    }
}

extension SARIFRenderer {
    private func result(
        for diagnostic: Diagnostic, in report: LintReport, ruleIndex: Int, fingerprint: String
    ) -> SARIFLog.Result {
        let related = diagnostic.notes.enumerated().compactMap { number, note in
            location(of: note.span, in: report, id: number + 1, message: note.message)
        }
        let fixes = diagnostic.fixes.compactMap { fix(for: $0, in: report) }
        let hasProperties = diagnostic.witness != nil || !diagnostic.suggestions.isEmpty
        return SARIFLog.Result(
            ruleId: diagnostic.rule.id, ruleIndex: ruleIndex, level: .init(diagnostic.severity),
            message: .init(Self.plain(diagnostic.paragraph)),
            locations: location(of: diagnostic.span, in: report).map { [$0] } ?? [],
            relatedLocations: related.isEmpty ? nil : related,
            partialFingerprints: ["waybillFinding/v1": fingerprint], fixes: fixes.isEmpty ? nil : fixes,
            properties: hasProperties
                ? .init(
                    witness: diagnostic.witness,
                    suggestions: diagnostic.suggestions.isEmpty ? nil : diagnostic.suggestions) : nil)
    }

    /// Returns `nil` if an edit is in no file, or in no column. A part of a fix would be wrong.
    private func fix(for fix: Diagnostic.Fix, in report: LintReport) -> SARIFLog.Fix? {
        let files = Set(fix.edits.map(\.span.file)).sorted()
        guard !files.isEmpty, files.allSatisfy(report.sources.indices.contains),
            fix.isExpressibleInColumns(of: report.sources)
        else { return nil }
        let changes = files.map { file in
            let source = report.sources[file]
            let edits = fix.edits.filter { $0.span.file == file }
            return SARIFLog.Change(
                artifactLocation: artifact(source),
                replacements: edits.map {
                    .init(deletedRegion: Self.region(of: $0.span, in: source), insertedContent: .init($0.text))
                })
        }
        return .init(
            description: .init(Self.plain(fix.description)), artifactChanges: changes, properties: .init(safe: fix.safe)
        )
    }

    private func location(
        of span: SourceSpan, in report: LintReport, id: Int? = nil, message: String? = nil
    ) -> SARIFLog.Location? {
        guard report.sources.indices.contains(span.file) else { return nil }
        let source = report.sources[span.file]
        var region = Self.region(of: span, in: source)
        region.snippet = Self.snippet(of: span, in: source)
        return .init(
            id: id, physicalLocation: .init(artifactLocation: artifact(source), region: region),
            message: message.map { .init(Self.plain($0.safeOnScreen)) })
    }

    private func artifact(_ source: SourceFile) -> SARIFLog.ArtifactLocation {
        let path = PortablePath.of(source.path, below: style.folder)
        let isRelative = !path.hasPrefix("/")
        let names = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        let uri = names.map { PercentCoding.encode(Array($0)[...]) }.joined(separator: "/")
        return .init(
            uri: isRelative ? uri : "file://" + uri, uriBaseId: isRelative ? SARIFLog.ArtifactLocation.root : nil)
    }

    private static func region(of span: SourceSpan, in source: SourceFile) -> SARIFLog.Region {
        let start = source.utf16Position(at: span.start)
        let end = source.utf16Position(at: max(span.start, span.end))
        return .init(startLine: start.line, startColumn: start.column, endLine: end.line, endColumn: end.column)
    }

    private static func snippet(of span: SourceSpan, in source: SourceFile) -> SARIFLog.Message? {
        guard span.end > span.start, span.end - span.start <= maximumSnippetBytes else { return nil }
        let text = source.text(in: span)
        // Some readers take a text of zero-width marks for an empty one.
        return text.unicodeScalars.contains { $0.displayWidth > 0 } ? .init(text) : nil
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

extension SARIFLog.Level {
    init(_ severity: Severity) {
        switch severity {
        case .error: self = .error
        case .warning: self = .warning
        case .info, .hint: self = .note
        }
    }
}
