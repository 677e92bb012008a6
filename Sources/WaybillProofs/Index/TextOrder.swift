import WaybillTable

/// Sorted texts. A search finds all prefixes of a text, and all texts with that prefix, without visiting the others.
///
/// ```
/// texts        ""  a  ab  ab  abc  ac  b
/// beginnings    ·  0   1   2    3   1  0      the index of the last preceding text that is a prefix of this one
/// ```
struct TextOrder {
    /// The indices of the original texts, in sorted order.
    private let order: [Int]
    private let texts: [ArraySlice<UInt8>]
    private var beginnings: [Int?] = []
    /// The number of distinct texts.
    private(set) var distinctCount = 0

    /// - Complexity: O(n log n), and the length of all texts.
    init(_ unordered: [ArraySlice<UInt8>]) {
        order = unordered.indices.sorted { unordered[$0].lexicographicallyPrecedes(unordered[$1]) }
        texts = order.map { unordered[$0] }
        beginnings.reserveCapacity(texts.count)
        var open: [Int] = []
        for (place, text) in texts.enumerated() {
            while let last = open.last, !text.starts(with: texts[last]) { open.removeLast() }
            if open.last.map({ texts[$0].count < text.count }) ?? true { distinctCount += 1 }
            beginnings.append(open.last)
            open.append(place)
        }
    }

    /// Returns the indices of all texts that are a prefix of a text or have it as a prefix, and of few others.
    func related(to text: ArraySlice<UInt8>) -> [Int] {
        guard !text.isEmpty else { return order }
        var related: [Int] = []
        let start = texts.indices.partitioningIndex { !texts[$0].lexicographicallyPrecedes(text) }
        for place in start..<texts.count {
            guard texts[place].starts(with: text) else { break }
            related.append(order[place])
        }
        var place = start == 0 ? nil : start - 1
        while let index = place {
            related.append(order[index])
            place = beginnings[index]
        }
        return related
    }
}
