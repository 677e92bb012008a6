import WaybillManifest
import WaybillRules
import WaybillSyntax
import WaybillTable

/// The suppressions of a file, for a comparison with those after edits.
///
/// A fix may join lines, or put one entry in place of another, and a comment might then apply to another entry. It
/// would suppress too much, or no longer suppress what it should.
struct SuppressionScope: Sendable {
    let source: SourceFile
    private let index: Int
    private let suppressions: [Suppression]
    /// The places where directives may begin, in order, including texts and invalid directives.
    let candidates: [Int]
    /// The starts of scalars, lists and mappings, in order. The scope of a suppression is identified by the values in
    /// it.
    private let values: [Int]

    /// Returns `nil` if the file has no directives, after a search through its bytes.
    init?(_ source: SourceFile, index: Int) {
        candidates = DirectiveScan.candidates(in: source.bytes)
        guard source.isReadable, !candidates.isEmpty else { return nil }
        self.source = source
        self.index = index
        let document = YAMLReader.readOnce(source, index: index).node?.document
        suppressions = SuppressionReader(source, index: index, document: document).suppressions
        values = (document?.records ?? []).filter { $0.start < $0.end }.map { Int($0.start) }.sorted()
    }

    /// Whether the same comments suppress the same remaining entries after edits.
    ///
    /// - Parameter edits: Edits of this file that do not overlap.
    func isKept(by edits: some Sequence<Diagnostic.Edit>) -> Bool { changed(by: edits).isEmpty }

    /// Returns the starts of the comments that would apply to something else after edits.
    func changed(by edits: some Sequence<Diagnostic.Edit>) -> [Int] {
        let new = SourceFile(path: source.path, bytes: source.bytes.applying(edits))
        let moves = Moves(edits)
        let kept = values.compactMap { old in moves.place(of: old).map { (old: old, new: $0) } }
        let old = kept.map(\.old)
        let moved = kept.map(\.new)
        let document = YAMLReader.read(new, index: index).node?.document
        let found = SuppressionReader(new, index: index, document: document).suppressions
        var others = Dictionary(found.map { ($0.span.start, $0) }, uniquingKeysWith: { $1 })
        let lost = suppressions.filter { suppression in
            // A comment that is removed or rewritten belongs to the fix.
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
    /// Returns the indices of the places in a span.
    fileprivate func indices(in span: SourceSpan) -> Range<Int> {
        let first = indices.partitioningIndex { self[$0] >= span.start }
        let last = indices.partitioningIndex { self[$0] >= Swift.max(span.end, span.start + 1) }
        return first < last ? first..<last : 0..<0
    }
}

/// The positions of bytes after edits.
private struct Moves {
    private var edits: [Diagnostic.Edit]
    /// By edit: the offset of the bytes after it.
    private var offsets: [Int] = []

    init(_ edits: some Sequence<Diagnostic.Edit>) {
        self.edits = edits.sorted { $0.span < $1.span }
        var offset = 0
        for edit in self.edits {
            offset += edit.text.utf8.count - (edit.span.end - edit.span.start)
            offsets.append(offset)
        }
    }

    /// Returns `nil` if an edit removes the place.
    func place(of byte: Int) -> Int? {
        let next = edits.indices.partitioningIndex { edits[$0].span.end > byte }
        if next < edits.count, edits[next].span.start <= byte { return nil }
        return byte + (next > 0 ? offsets[next - 1] : 0)
    }
}

/// Finds the fixes that preserve the suppressions of a file.
extension SuppressionScope {
    /// The limit of fixes that are checked one by one. Each check reads the file again.
    private static let maximumAlone = 16

    /// Returns the indices of the fixes after which a comment would apply to something else.
    ///
    /// Most fixes preserve all suppressions, so many are checked together, and only those near a changed comment are
    /// rejected.
    ///
    /// - Parameter fixes: The edits of this file, by fix.
    func refused(among fixes: [[Diagnostic.Edit]]) -> Set<Int> {
        let surroundings = Surroundings(source)
        let places = fixes.map { $0.map { surroundings.bytes(around: $0) } }
        let near = fixes.indices.filter { fix in places[fix].contains { candidates.firstIndex(in: $0) != nil } }
        // A fix that removes a comment would hide the effect of another fix on it.
        let own = Set(near.filter { fix in fixes[fix].contains { isOfComment($0) } })
        var refused: Set<Int> = []
        for group in [near.filter { !own.contains($0) }, near.filter(own.contains)] {
            var rest = group
            while !rest.isEmpty {
                var taken = TakenPlaces()
                let batch = rest.filter { taken.take(fixes[$0]) }
                rest.removeAll(where: Set(batch).contains)
                refused.formUnion(self.refused(of: batch, among: fixes, near: places))
            }
        }
        return refused
    }

    /// - Parameter batch: Fixes that do not overlap.
    private func refused(
        of batch: [Int], among fixes: [[Diagnostic.Edit]], near places: [[Range<Int>]]
    ) -> Set<Int> {
        var rest = batch
        var refused = Set<Int>()
        var alone = 0
        while !rest.isEmpty {
            let changed = changed(by: rest.flatMap { fixes[$0] }).sorted()
            if changed.isEmpty { break }
            let near = rest.filter { fix in places[fix].contains { changed.firstIndex(in: $0) != nil } }
            let suspects = Set(near.isEmpty ? rest : near)
            for fix in suspects.sorted() {
                alone += 1
                if alone > Self.maximumAlone || !isKept(by: fixes[fix]) { refused.insert(fix) }
            }
            rest.removeAll(where: suspects.contains)
        }
        return refused
    }

    private func isOfComment(_ edit: Diagnostic.Edit) -> Bool {
        candidates.firstIndex(in: edit.span.start..<max(edit.span.start, edit.span.end)) != nil
    }
}

/// The lines around edits, up to the next lines that contain more than comments. An edit may change the scope of
/// comments there.
private struct Surroundings {
    private let source: SourceFile
    /// The lines that contain more than comments, in order.
    private let lines: [Int]

    init(_ source: SourceFile) {
        self.source = source
        lines = (1...max(1, source.lineCount)).filter { line in
            let first = source.bytes[source.byteRange(ofLine: line)].first { !$0.isBlankOrBreak }
            return first != nil && first != UInt8(ascii: "#")
        }
    }

    func bytes(around edit: Diagnostic.Edit) -> Range<Int> {
        let first = source.position(at: edit.span.start).line
        let last = source.position(at: edit.span.end).line
        let above = lines.indices.partitioningIndex { lines[$0] >= first }
        let below = lines.indices.partitioningIndex { lines[$0] > last }
        let top = above > 0 ? lines[above - 1] : 1
        let bottom = below < lines.count ? lines[below] : source.lineCount
        return source.byteRange(ofLine: top).lowerBound..<source.byteRange(ofLine: bottom).upperBound
    }
}

extension [Int] {
    /// Returns the first of these sorted places that is in a range.
    fileprivate func firstIndex(in stretch: Range<Int>) -> Int? {
        let first = indices.partitioningIndex { self[$0] >= stretch.lowerBound }
        return first < count && self[first] < stretch.upperBound ? first : nil
    }
}
