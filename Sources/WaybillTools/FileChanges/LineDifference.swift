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

    /// - Parameter limit: The number of lines, of both texts together, for which the difference is the smallest possible.
    ///   A difference of longer texts may be larger, because it would take too long to find the smallest.
    init(_ old: [UInt8], _ new: [UInt8], limit: Int = 1_000) {
        self.old = Self.lines(of: old)
        self.new = Self.lines(of: new)
        var nextOld = 0
        var nextNew = 0
        let end = CommonLines.Pair(old: self.old.count, new: self.new.count)
        for pair in CommonLines(self.old, self.new, limit: limit).pairs + [end] {
            if pair.old > nextOld || pair.new > nextNew {
                changes.append(Change(old: nextOld..<pair.old, new: nextNew..<pair.new))
            }
            nextOld = pair.old + 1
            nextNew = pair.new + 1
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
}
