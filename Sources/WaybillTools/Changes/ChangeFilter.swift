import WaybillManifest
import WaybillSyntax

/// Selects the problems that a change touches.
///
/// A change touches a problem if it changed a line of the entry that the problem is about, or of an entry that one of
/// its notes points to: the route, the module, the interceptor. So the author of a lower priority sees its effect,
/// although the problem is reported at another line.
struct ChangeFilter {
    private let sources: [SourceFile]
    private let changed: [[ClosedRange<Int>]]
    private var documents: [Int: YAMLDocument?] = [:]

    init(_ change: ChangedLines, _ sources: [SourceFile]) {
        self.sources = sources
        changed = sources.map { change.lines(of: $0) }
    }

    mutating func touches(_ diagnostic: Diagnostic) -> Bool {
        if touches(diagnostic.span) { return true }
        for note in diagnostic.notes where touches(note.span) { return true }
        return false
    }

    private mutating func touches(_ span: SourceSpan) -> Bool {
        guard changed.indices.contains(span.file), !changed[span.file].isEmpty else { return false }
        let file = sources[span.file]
        let entry = entry(around: span)
        let first = file.position(at: min(span.start, entry.start)).line
        let last = file.position(at: max(span.start, span.end, entry.end) - (entry.isEmpty ? 0 : 1)).line
        return changed[span.file].contains { $0.lowerBound <= last && first <= $0.upperBound }
    }

    /// Returns the entry of a section around a place; the place itself if there is none.
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
    /// Returns the entry or the item at a place, and its value.
    fileprivate func part(at offset: Int) -> (whole: SourceSpan, value: YAMLNode)? {
        for entry in entries {
            let key = entry.key.span
            let value = entry.value.span
            let whole = SourceSpan(file: key.file, start: key.start, end: max(key.end, value.end))
            if whole.start <= offset, offset < whole.end { return (whole, entry.value) }
        }
        return items.first { $0.span.start <= offset && offset < $0.span.end }.map { ($0.span, $0) }
    }
}
