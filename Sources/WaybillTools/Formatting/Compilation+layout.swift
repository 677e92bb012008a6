import WaybillManifest
import WaybillRules
import WaybillSyntax

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
        let edits = difference.changes.map { change in
            Edit(
                span: difference.span(of: change.old, in: index),
                text: String(decoding: difference.new[change.new].joined(), as: UTF8.self))
        }
        return Diagnostic(
            .notFormatted, at: difference.place(of: first, in: index),
            "the file is not formatted from here on", help: "run 'waybill fmt'",
            fixes: [Fix(description: "format it", safe: true, edits: edits)])
    }
}

extension LineDifference {
    /// Returns the bytes of old lines; for an empty range, the place before the next line.
    fileprivate func span(of lines: Range<Int>, in file: Int) -> SourceSpan {
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
