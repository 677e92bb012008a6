import WaybillManifest
import WaybillRules
public import WaybillSyntax

/// The result of formatting a set: what `waybill fmt` prints and writes.
public struct FormattingReport: Sendable {
    /// The files, in the order of ``/WaybillSyntax/SourceSpan/file``.
    public var sources: [SourceFile]
    /// The errors of files that could not be read, or are not valid YAML.
    public var diagnostics: [Diagnostic]
    /// The files that are not formatted, with the bytes that they should have.
    public var changes: [FileChange] = []
    /// A line for each file that was not formatted for another reason.
    public var remarks: [String] = []
    /// Whether one of them is an error in the formatter.
    public var hasInternalErrors = false

    /// Formats every file of a set. Includes are not followed.
    public init(_ files: ManifestFiles) {
        sources = files.files
        diagnostics = files.diagnostics
        for (index, formatting) in Formatting.of(files).enumerated() { add(formatting, of: sources[index]) }
    }

    private mutating func add(_ formatting: Formatting, of file: SourceFile) {
        switch formatting {
        case .canonical: break
        case .changed(let bytes): changes.append(FileChange(path: file.path, old: file.bytes, new: bytes))
        case .refused(let errors): diagnostics += errors
        case .unsupported(let reason, let span):
            let place = file.position(at: span.start)
            remarks.append("\(file.path.safeOnScreen):\(place.line):\(place.column): not formatted: \(reason)\n")
        case .failed(let reason):
            hasInternalErrors = true
            remarks.append("\(file.path.safeOnScreen): not formatted: \(reason); please report this\n")
        }
    }

    /// Whether every file could be read.
    public var isReadable: Bool { !diagnostics.losesFile }

    /// Whether every file has a canonical layout, formatted or not.
    public var isClean: Bool { diagnostics.isEmpty && remarks.isEmpty }

    /// The reasons why files were not formatted; empty if there are none.
    public var text: String {
        TextRenderer(sources: sources, showsSecrets: true).render(diagnostics, maximumPerRule: 40) + remarks.joined()
    }
}

extension Compilation {
    /// S009: files that `waybill fmt` would change, if the rule is on.
    func checkLayout(_ configuration: LintConfiguration) -> [Diagnostic] {
        guard configuration.isOn(.notFormatted) else { return [] }
        return Concurrently.map(sources) { index, file in Diagnostic.notFormatted(file, index: index) }
            .compactMap(\.self)
    }
}

extension Diagnostic {
    /// Returns one diagnostic for a file, at the first line that differs. Its fix changes only lines that differ.
    fileprivate static func notFormatted(_ file: SourceFile, index: Int) -> Diagnostic? {
        guard file.isReadable, case .changed(let text) = Formatting.of(file, index: index) else { return nil }
        let difference = LineDifference(file.bytes, text)
        guard let first = difference.changes.first else { return nil }
        let edits = difference.edits(in: index)
        return Diagnostic(
            .notFormatted, at: difference.place(of: first, in: index),
            "the file is not formatted from here on", help: "run 'waybill fmt'",
            fixes: [Fix(description: "format it", safe: true, edits: edits)])
    }
}

extension FileChange {
    /// Returns the replacements of lines that make the change, with the index of the file.
    ///
    /// - Parameter isDivided: Whether several lines that became as many others are replaced one by one.
    package func edits(in file: Int, isDivided: Bool = false) -> [Diagnostic.Edit] {
        LineDifference(old, new).edits(in: file, isDivided: isDivided)
    }
}

extension LineDifference {
    fileprivate func edits(in file: Int, isDivided: Bool = false) -> [Diagnostic.Edit] {
        let divided = changes.flatMap { change in
            !isDivided || change.old.count != change.new.count
                ? [change] : zip(change.old, change.new).map { Change(old: $0..<$0 + 1, new: $1..<$1 + 1) }
        }
        return divided.map { change in
            Diagnostic.Edit(
                span: span(of: change.old, in: file),
                text: String(decoding: new[change.new].joined(), as: UTF8.self))
        }
    }

    /// Returns the bytes of old lines; for an empty range, the place before the next line.
    private func span(of lines: Range<Int>, in file: Int) -> SourceSpan {
        let start = lines.lowerBound < old.count ? old[lines.lowerBound].startIndex : old.last?.endIndex ?? 0
        return SourceSpan(file: file, start: start, end: lines.last.map { old[$0].endIndex } ?? start)
    }

    /// Returns the visible part of the first line of a change.
    fileprivate func place(of change: Change, in file: Int) -> SourceSpan {
        guard change.old.lowerBound < old.count else { return span(of: change.old, in: file) }
        let line = old[change.old.lowerBound]
        let start = line.firstIndex { !$0.isBlankOrBreak } ?? line.startIndex
        let end = line.lastIndex { !$0.isBlankOrBreak }.map { $0 + 1 } ?? start
        return SourceSpan(file: file, start: start, end: end)
    }
}
