import WaybillManifest
import WaybillSyntax
import WaybillTable

/// What the comments of a file allow, to be held against what they would allow after edits.
///
/// A fix may join lines, or put one entry where another stood, and a comment that stays would speak of something else then:
/// what nobody allowed would be hidden, or what somebody allowed be told.
struct SuppressionScope: Sendable {
    let source: SourceFile
    private let index: Int
    private let suppressions: [Suppression]
    /// Where comments for the linter seem to begin, in order, those that are texts or at fault included.
    let candidates: [Int]
    /// Where texts, lists and mappings begin, in order: what a suppression speaks of is told by those in it.
    private let values: [Int]

    /// nil where nothing in the file tells the linter anything, which costs a search through its bytes.
    init?(_ source: SourceFile, index: Int) {
        candidates = DirectiveScan.candidates(in: source.bytes)
        guard source.isReadable, !candidates.isEmpty else { return nil }
        (self.source, self.index) = (source, index)
        suppressions = SuppressionReader(source, index: index).suppressions
        let records = YAMLReader.read(source, index: index).node?.document.records ?? []
        values = records.filter { $0.start < $0.end }.map { Int($0.start) }.sorted()
    }

    /// Whether all that was allowed and that is still there is allowed by the same comments after edits, and nothing else.
    ///
    /// - Parameter edits: Edits of this file that do not touch each other.
    func isKept(by edits: some Sequence<Diagnostic.Edit>) -> Bool { changed(by: edits).isEmpty }

    /// Where the comments begin that would speak of something else after edits.
    func changed(by edits: some Sequence<Diagnostic.Edit>) -> [Int] {
        let new = SourceFile(path: source.path, bytes: source.bytes.applying(edits))
        let moves = Moves(edits)
        let kept = values.compactMap { old in moves.place(of: old).map { (old: old, new: $0) } }
        let (old, moved) = (kept.map(\.old), kept.map(\.new))
        var others = Dictionary(
            SuppressionReader(new, index: index).suppressions.map { ($0.span.start, $0) }, uniquingKeysWith: { $1 })
        let lost = suppressions.filter { suppression in
            // A comment that an edit takes away or writes again is the fix's own.
            guard let place = moves.place(of: suppression.span.start) else { return false }
            let other = others.removeValue(forKey: place)
            return other.map { old.indices(in: suppression.scope) != moved.indices(in: $0.scope) } ?? true
        }
        let begun = candidates.filter { candidate in
            guard let other = moves.place(of: candidate).flatMap({ others[$0] }) else { return false }
            return source.bytes[candidate...].starts(with: new.bytes[other.span.start..<other.span.end])
        }
        return lost.map(\.span.start) + begun
    }
}

extension [Int] {
    /// The indices of the places in a span.
    fileprivate func indices(in span: SourceSpan) -> Range<Int> {
        let first = indices.partitioningIndex { self[$0] >= span.start }
        let last = indices.partitioningIndex { self[$0] >= Swift.max(span.end, span.start + 1) }
        return first < last ? first..<last : 0..<0
    }
}

/// Where bytes of a file are after edits.
private struct Moves {
    private var edits: [Diagnostic.Edit]
    /// By edit, by how much the bytes after it move.
    private var offsets: [Int] = []

    init(_ edits: some Sequence<Diagnostic.Edit>) {
        self.edits = edits.sorted { $0.span < $1.span }
        var offset = 0
        for edit in self.edits {
            offset += edit.text.utf8.count - (edit.span.end - edit.span.start)
            offsets.append(offset)
        }
    }

    /// nil where an edit takes the place away.
    func place(of byte: Int) -> Int? {
        let next = edits.indices.partitioningIndex { edits[$0].span.end > byte }
        if next < edits.count, edits[next].span.start <= byte { return nil }
        return byte + (next > 0 ? offsets[next - 1] : 0)
    }
}
