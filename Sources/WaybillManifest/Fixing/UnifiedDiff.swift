extension FileChange {
    /// The change as a unified diff with three lines of context, which `git apply` and `patch -p1` take.
    public var unifiedDiff: String {
        let lines = LineComparison(old: Self.lines(old), new: Self.lines(new))
        let hunks = lines.hunks(context: 3)
        guard !hunks.isEmpty else { return "" }
        let isRooted = path.hasPrefix("/")
        let head = "--- \(isRooted ? "" : "a/")\(path)\n+++ \(isRooted ? "" : "b/")\(path)\n"
        return head + hunks.joined()
    }

    /// The lines with their line ends. Carriage returns belong to the text, so that a diff shows that they go.
    private static func lines(_ bytes: [UInt8]) -> [String] {
        var lines: [String] = []
        var start = 0
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.count
            lines.append(String(decoding: bytes[start..<end], as: UTF8.self))
            start = end
        }
        return lines
    }
}

/// Two texts line by line.
private struct LineComparison {
    let old: [String]
    let new: [String]
    /// The lines that the two have in common, in order: where each stands in either.
    private let common: [(old: Int, new: Int)]

    init(old: [String], new: [String]) {
        self.old = old
        self.new = new
        var numbers: [[UInt8]: Int] = [:]
        // By bytes: Swift's own equality takes \u{e9} for e and an accent.
        func number(_ line: String) -> Int {
            let (bytes, next) = (Array(line.utf8), numbers.count)
            if let known = numbers[bytes] { return known }
            numbers[bytes] = next
            return next
        }
        common = Self.common(old.map(number), new.map(number))
    }

    /// A longest common subsequence. Lines that only one side has are no part of it, and left out before the search, which
    /// takes long where much differs.
    private static func common(_ old: [Int], _ new: [Int]) -> [(old: Int, new: Int)] {
        let (oldSet, newSet) = (Set(old), Set(new))
        let (oldPlaces, newPlaces) = (
            old.indices.filter { newSet.contains(old[$0]) }, new.indices.filter { oldSet.contains(new[$0]) }
        )
        let difference = newPlaces.map { new[$0] }.difference(from: oldPlaces.map { old[$0] })
        let removed = Set(difference.removals.map(\.offset))
        let inserted = Set(difference.insertions.map(\.offset))
        let oldKept = oldPlaces.indices.filter { !removed.contains($0) }.map { oldPlaces[$0] }
        let newKept = newPlaces.indices.filter { !inserted.contains($0) }.map { newPlaces[$0] }
        return Array(zip(oldKept, newKept))
    }

    /// Stretches in which the two differ: the ranges of lines that stand for each other.
    private var differences: [(old: Range<Int>, new: Range<Int>)] {
        var result: [(old: Range<Int>, new: Range<Int>)] = []
        var (nextOld, nextNew) = (0, 0)
        for (oldLine, newLine) in common + [(old.count, new.count)] {
            if oldLine > nextOld || newLine > nextNew { result.append((nextOld..<oldLine, nextNew..<newLine)) }
            (nextOld, nextNew) = (oldLine + 1, newLine + 1)
        }
        return result
    }

    func hunks(context: Int) -> [String] {
        var groups: [[(old: Range<Int>, new: Range<Int>)]] = []
        for difference in differences {
            if let last = groups.last?.last, difference.old.lowerBound - last.old.upperBound <= 2 * context {
                groups[groups.count - 1].append(difference)
            } else {
                groups.append([difference])
            }
        }
        return groups.map { hunk($0, context: context) }
    }

    private func hunk(_ group: [(old: Range<Int>, new: Range<Int>)], context: Int) -> String {
        let (first, last) = (group[0], group[group.count - 1])
        let before = min(context, first.old.lowerBound)
        let behind = min(context, old.count - last.old.upperBound)
        let oldRange = (first.old.lowerBound - before)..<(last.old.upperBound + behind)
        let newRange = (first.new.lowerBound - before)..<(last.new.upperBound + behind)
        var text = "@@ -\(Self.place(oldRange)) +\(Self.place(newRange)) @@\n"
        var next = oldRange.lowerBound
        for difference in group {
            text += old[next..<difference.old.lowerBound].map { Self.line(" ", $0) }.joined()
            text += old[difference.old].map { Self.line("-", $0) }.joined()
            text += new[difference.new].map { Self.line("+", $0) }.joined()
            next = difference.old.upperBound
        }
        return text + old[next..<oldRange.upperBound].map { Self.line(" ", $0) }.joined()
    }

    /// `12,3`, or `12` for one line; of no lines the one before.
    private static func place(_ range: Range<Int>) -> String {
        let start = range.isEmpty ? range.lowerBound : range.lowerBound + 1
        return range.count == 1 ? "\(start)" : "\(start),\(range.count)"
    }

    private static func line(_ mark: String, _ text: String) -> String {
        text.utf8.last == UInt8(ascii: "\n") ? mark + text : "\(mark)\(text)\n\\ No newline at end of file\n"
    }
}

extension CollectionDifference.Change {
    fileprivate var offset: Int {
        switch self {
        case .insert(let offset, _, _), .remove(let offset, _, _): offset
        }
    }
}
