/// A node that is complete, with what its surroundings need to know of it.
struct BuiltNode {
    /// Its record, behind which all of it lies.
    var record: Int
    /// Where its text ends in the file: behind the `*name` of an alias, although the node keeps the anchor's place.
    var end: Int
    /// How many nodes it stands for with all aliases expanded, those over the budget too; `Int.max` for more than that.
    var size: Int
    /// How many collections lie within each other in it; 0 for a scalar.
    var height: Int
}

/// A sequence or a mapping whose end is not yet read.
struct OpenCollection {
    let record: Int
    let isMapping: Bool
    let isFlow: Bool
    let start: Int
    /// Its anchor's index in the table of anchors.
    let anchor: Int?
    /// Where the text of the last value ends.
    private(set) var lastEnd: Int
    var pending = Pending.none
    /// Its items, or its entries that were not dropped.
    var count = 0
    /// The keys by their texts, once they are too many to be compared one by one, or hold more than ASCII.
    var keys: [String: Int] = [:]
    private(set) var size = 1
    private(set) var height = 1

    /// What the next value in a mapping is.
    enum Pending {
        /// A key.
        case none
        /// The value of the key with this record.
        case key(Int)
        /// The value of a key that was refused.
        case dropped(Int)
    }

    init(record: Int, isMapping: Bool, isFlow: Bool, start: Int, anchor: Int?) {
        self.record = record
        self.isMapping = isMapping
        self.isFlow = isFlow
        self.start = start
        self.anchor = anchor
        self.lastEnd = start
    }

    var awaitsKey: Bool {
        if case .none = pending { isMapping } else { false }
    }

    /// The record of the key whose value is next.
    var pendingKey: Int? {
        switch pending {
        case .none: nil
        case .key(let record), .dropped(let record): record
        }
    }

    /// Counts a child, whether it is kept or not.
    mutating func take(_ child: BuiltNode) {
        lastEnd = max(lastEnd, child.end)
        size = size.addingClamped(child.size)
        height = max(height, child.height + 1)
    }
}

extension Int {
    func addingClamped(_ other: Int) -> Int {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}
