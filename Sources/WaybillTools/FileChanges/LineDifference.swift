import WaybillManifest

/// The difference of two texts by lines.
struct LineDifference {
    /// The lines with their line ends, as bytes.
    let old: [ArraySlice<UInt8>]
    let new: [ArraySlice<UInt8>]
    /// The ranges of lines that differ, in order. All other lines are equal.
    private(set) var changes: [Change] = []

    struct Change {
        var old: Range<Int>
        var new: Range<Int>
    }

    init(_ old: [UInt8], _ new: [UInt8]) {
        self.old = Self.lines(of: old)
        self.new = Self.lines(of: new)
        var nextOld = 0
        var nextNew = 0
        for (oldLine, newLine) in common() + [(self.old.count, self.new.count)] {
            if oldLine > nextOld || newLine > nextNew {
                changes.append(Change(old: nextOld..<oldLine, new: nextNew..<newLine))
            }
            nextOld = oldLine + 1
            nextNew = newLine + 1
        }
    }

    private static func lines(of text: [UInt8]) -> [ArraySlice<UInt8>] {
        var lines: [ArraySlice<UInt8>] = []
        var start = 0
        while start < text.count {
            let end = text[start...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? text.count
            lines.append(text[start..<end])
            start = end
        }
        return lines
    }

    /// Returns the common lines, in order. Lines that only one side has are left out of the search, which would be slow
    /// for large differences.
    private func common() -> [(old: Int, new: Int)] {
        let oldLines = Set(old)
        let newLines = Set(new)
        let oldPlaces = old.indices.filter { newLines.contains(old[$0]) }
        let newPlaces = new.indices.filter { oldLines.contains(new[$0]) }
        let difference = newPlaces.map { new[$0] }.difference(from: oldPlaces.map { old[$0] })
        var removed = Set<Int>()
        var inserted = Set<Int>()
        for change in difference {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): inserted.insert(offset)
            }
        }
        return Array(
            zip(
                oldPlaces.indices.filter { !removed.contains($0) }.map { oldPlaces[$0] },
                newPlaces.indices.filter { !inserted.contains($0) }.map { newPlaces[$0] }))
    }
}
