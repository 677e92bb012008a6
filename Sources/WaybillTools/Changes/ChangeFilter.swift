import WaybillManifest
import WaybillSyntax

/// Selects the problems that a change touches.
///
/// A change touches a problem if it changed a line of the entry that the problem is about, of an entry that one of its
/// notes points to, or of one that may have caused it: the route, the module, the interceptor. So the author of a lower priority sees its effect,
/// although the problem is reported at another line.
struct ChangeFilter {
    private let sources: [SourceFile]
    private let changed: [[ClosedRange<Int>]]
    private var finder: PartFinder

    init(_ change: ChangedLines, _ sources: [SourceFile]) {
        self.sources = sources
        finder = PartFinder(sources)
        changed = sources.map { change.lines(of: $0) }
    }

    mutating func touches(_ diagnostic: Diagnostic) -> Bool {
        if touches(diagnostic.span) { return true }
        for span in diagnostic.notes.map(\.span) + diagnostic.causes where touches(span) { return true }
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
        guard let root = finder.root(of: span.file), let section = finder.part(of: root, at: span.start) else {
            return span
        }
        let entry = finder.part(of: section.value, at: span.start)
        return entry?.whole ?? (section.value.isScalar ? section.whole : span)
    }
}
