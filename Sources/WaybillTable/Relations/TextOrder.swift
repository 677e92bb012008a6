/// Texts in their order, in which those that begin alike stand side by side: so that those that a text begins with, and those
/// that begin with it, are found without a look at the others.
///
/// ```
/// texts        ""  a  ab  ab  abc  ac  b
/// beginnings    ·  0   1   2    3   1  0      the place of the last one before that this one begins with
/// ```
struct TextOrder {
    private typealias Label = PatternTree.Label

    /// The indices of the texts that it was made of, in their order.
    private let order: [Int]
    private var texts = LabelTexts()
    private var labels: [Label] = []
    private var beginnings: [Int32] = []
    /// How many differ.
    private(set) var distinctCount = 0

    private static let none: Int32 = -1

    /// - Complexity: O(n log n), and the length of all texts.
    init(_ unordered: [ArraySlice<UInt8>]) {
        order = unordered.indices.sorted { unordered[$0].lexicographicallyPrecedes(unordered[$1]) }
        labels.reserveCapacity(order.count)
        beginnings.reserveCapacity(order.count)
        var open: [Int] = []
        for (place, index) in order.enumerated() {
            let text = unordered[index]
            while let last = open.last, !texts.isBeginning(labels[last], of: text) { open.removeLast() }
            if open.last.map({ Int(labels[$0].length) < text.count }) ?? true { distinctCount += 1 }
            labels.append(texts.append(text))
            beginnings.append(open.last.map(Int32.init) ?? Self.none)
            open.append(place)
        }
    }

    /// The indices of all texts that a text begins with or that begin with it, and of few others: those that share a
    /// beginning with it, and each begin with the next.
    func kin(of text: ArraySlice<UInt8>) -> [Int] {
        var kin: [Int] = []
        let start = firstPlace(from: text)
        for place in start..<labels.count {
            guard Int(labels[place].length) >= text.count, texts.agree(labels[place], text) else { break }
            kin.append(order[place])
        }
        var place = Int32(start) - 1
        while place != Self.none {
            kin.append(order[Int(place)])
            place = beginnings[Int(place)]
        }
        return kin
    }

    /// The first place whose text is the given one or comes later.
    private func firstPlace(from text: ArraySlice<UInt8>) -> Int {
        labels.indices.partitioningIndex { !texts[labels[$0]].lexicographicallyPrecedes(text) }
    }
}
