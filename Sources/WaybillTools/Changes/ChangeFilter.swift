import WaybillManifest
import WaybillSyntax

/// Tells the problems that a change has to do with from those that were there before.
///
/// A finding has to do with it where a line changed of the entry that it is about, or of one that a note of it points at:
/// the route, the module, the interceptor. Everybody who lowers a route's priority is told what that does, although the finding
/// is at another line.
struct ChangeFilter {
    private let sources: [SourceFile]
    private let changed: [[ClosedRange<Int>]]
    private var documents: [Int: YAMLDocument?] = [:]

    init(_ change: ChangedLines, _ sources: [SourceFile]) {
        self.sources = sources
        changed = sources.map { change.lines(of: $0) }
    }

    mutating func touches(_ finding: Diagnostic) -> Bool {
        if touches(finding.span) { return true }
        for note in finding.notes where touches(note.span) { return true }
        return false
    }

    private mutating func touches(_ span: SourceSpan) -> Bool {
        guard changed.indices.contains(span.file), !changed[span.file].isEmpty else { return false }
        let (file, entry) = (sources[span.file], entry(around: span))
        let first = file.position(at: min(span.start, entry.start)).line
        let last = file.position(at: max(span.start, span.end, entry.end) - (entry.isEmpty ? 0 : 1)).line
        return changed[span.file].contains { $0.lowerBound <= last && first <= $0.upperBound }
    }

    /// The entry of a section that holds a place; the place where there is none.
    private mutating func entry(around span: SourceSpan) -> SourceSpan {
        guard let section = document(of: span.file)?.root?.part(at: span.start) else { return span }
        return section.value.part(at: span.start)?.whole ?? (section.value.isScalar ? section.whole : span)
    }

    private mutating func document(of file: Int) -> YAMLDocument? {
        if let known = documents[file] { return known }
        let document = YAMLReader.read(sources[file], index: file).node?.document
        documents[file] = .some(document)
        return document
    }
}

extension YAMLNode {
    /// The entry or the item at a place, whole, and its value.
    fileprivate func part(at offset: Int) -> (whole: SourceSpan, value: YAMLNode)? {
        for entry in entries {
            let (key, value) = (entry.key.span, entry.value.span)
            let whole = SourceSpan(file: key.file, start: key.start, end: max(key.end, value.end))
            if whole.start <= offset, offset < whole.end { return (whole, entry.value) }
        }
        return items.first { $0.span.start <= offset && offset < $0.span.end }.map { ($0.span, $0) }
    }
}
