import WaybillManifest
import WaybillTable

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

/// The lines that two texts have in common, in the order of both.
///
/// The search of the standard library finds the most common lines, but its cost grows with the square of the
/// difference. So it searches only short ranges. Longer ones are first divided at the lines that appear once in each
/// text, as `git diff --patience` does. A long range without such lines counts as replaced.
///
/// - Complexity: O(*n* log *n*) for *n* lines, with a constant factor that depends on the limit.
struct CommonLines {
    /// In ascending order on both sides.
    private(set) var pairs: [Pair] = []
    /// The lines as numbers. Equal lines have equal numbers.
    private let old: [Int]
    private let new: [Int]
    private let limit: Int

    struct Pair {
        var old: Int
        var new: Int
    }

    /// Each level costs time for all lines, and a hostile text could divide each range into one line and the rest.
    private static let maximumDepth = 16

    /// - Parameter limit: The number of lines, of both texts together, that are searched without dividing them.
    init(_ old: [ArraySlice<UInt8>], _ new: [ArraySlice<UInt8>], limit: Int) {
        var numbers: [ArraySlice<UInt8>: Int] = [:]
        let lines = (old + new).map { line in
            let number = numbers[line] ?? numbers.count
            numbers[line] = number
            return number
        }
        self.old = Array(lines.prefix(old.count))
        self.new = Array(lines.dropFirst(old.count))
        self.limit = limit
        pairLines(Array(old.indices)[...], Array(new.indices)[...], depth: 0)
    }

    /// Pairs some lines of the old text with some of the new text, both in ascending order.
    private mutating func pairLines(_ allOlds: ArraySlice<Int>, _ allNews: ArraySlice<Int>, depth: Int) {
        let oldNumbers = Set(allOlds.map { old[$0] })
        let newNumbers = Set(allNews.map { new[$0] })
        // Lines that only one side has would make the search slow.
        let olds = allOlds.filter { newNumbers.contains(old[$0]) }
        let news = allNews.filter { oldNumbers.contains(new[$0]) }
        guard olds.count + news.count > limit else { return search(olds, news) }
        let start = countOfEqual(olds, news)
        let otherOlds = olds[start...]
        let otherNews = news[start...]
        let end = countOfEqual(otherOlds.reversed(), otherNews.reversed())
        append(olds.prefix(start), news.prefix(start))
        divide(otherOlds.dropLast(end), otherNews.dropLast(end), depth: depth)
        append(olds.suffix(end), news.suffix(end))
    }

    /// Returns the number of equal lines at the start.
    private func countOfEqual(_ olds: some Sequence<Int>, _ news: some Sequence<Int>) -> Int {
        zip(olds, news).prefix { old[$0] == new[$1] }.count
    }

    private mutating func append(_ olds: some Sequence<Int>, _ news: some Sequence<Int>) {
        pairs += zip(olds, news).map { Pair(old: $0, new: $1) }
    }

    /// Pairs the most lines that is possible.
    private mutating func search(_ olds: [Int], _ news: [Int]) {
        var removed = Set<Int>()
        var inserted = Set<Int>()
        for change in news.map({ new[$0] }).difference(from: olds.map { old[$0] }) {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): inserted.insert(offset)
            }
        }
        append(
            olds.indices.filter { !removed.contains($0) }.map { olds[$0] },
            news.indices.filter { !inserted.contains($0) }.map { news[$0] })
    }
}

// MARK: Dividing ranges

extension CommonLines {
    /// Pairs the lines that appear once on both sides, then those between them.
    private mutating func divide(_ olds: ArraySlice<Int>, _ news: ArraySlice<Int>, depth: Int) {
        guard olds.count + news.count > limit else { return search(Array(olds), Array(news)) }
        let anchors = anchors(olds, news)
        guard !anchors.isEmpty, depth < Self.maximumDepth else { return }
        var nextOld = olds.startIndex
        var nextNew = news.startIndex
        for anchor in anchors {
            pairLines(olds[nextOld..<anchor.old], news[nextNew..<anchor.new], depth: depth + 1)
            pairs.append(Pair(old: olds[anchor.old], new: news[anchor.new]))
            nextOld = anchor.old + 1
            nextNew = anchor.new + 1
        }
        pairLines(olds[nextOld...], news[nextNew...], depth: depth + 1)
    }

    /// Returns the indices of lines that appear once on both sides: the most that are in order.
    private func anchors(_ olds: ArraySlice<Int>, _ news: ArraySlice<Int>) -> [Pair] {
        let oldIndices = Self.uniqueIndices(olds, in: old)
        let newIndices = Self.uniqueIndices(news, in: new)
        let candidates = olds.indices.compactMap { index -> Pair? in
            let number = old[olds[index]]
            guard oldIndices[number] != nil, let other = newIndices[number] else { return nil }
            return Pair(old: index, new: other)
        }
        return candidates.longestAscending
    }

    /// Returns the indices of the lines that appear once, by number.
    private static func uniqueIndices(_ places: ArraySlice<Int>, in text: [Int]) -> [Int: Int] {
        let indices = places.indices.map { (text[places[$0]], $0) }
        let repeated = -1
        return Dictionary(indices) { _, _ in repeated }.filter { $0.value != repeated }
    }
}

extension [CommonLines.Pair] {
    /// The longest subsequence whose new sides ascend. The old sides must ascend.
    fileprivate var longestAscending: [CommonLines.Pair] {
        // By length: the last pair of a subsequence, the one with the lowest new side.
        var lasts: [Int] = []
        var predecessors: [Int?] = []
        for (index, pair) in enumerated() {
            let length = lasts.indices.partitioningIndex { self[lasts[$0]].new >= pair.new }
            predecessors.append(length > 0 ? lasts[length - 1] : nil)
            if length == lasts.count { lasts.append(index) } else { lasts[length] = index }
        }
        var found: [CommonLines.Pair] = []
        var next = lasts.last
        while let index = next {
            found.append(self[index])
            next = predecessors[index]
        }
        return found.reversed()
    }
}
