import WaybillManifest
import WaybillSyntax
import WaybillTable

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
