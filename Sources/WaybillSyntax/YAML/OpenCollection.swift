/// A complete node, with what the surrounding collection needs to know.
struct BuiltNode {
    /// The index of its record, which precedes the records in it.
    var record: Int
    /// The offset after its text. That of an alias is after the `*name`, although the node has the anchor's place.
    var end: Int
    /// The number of nodes in it with all aliases expanded, even those beyond the budget; `Int.max` on overflow.
    var size: Int
    /// The number of levels of collections in it; 0 for a scalar.
    var height: Int
}

/// A sequence or a mapping whose end was not read yet.
struct OpenCollection {
    let record: Int
    let isMapping: Bool
    let isFlow: Bool
    let start: Int
    /// The index of its anchor in the table of anchors.
    let anchor: Int?
    /// The offset after the text of the last value.
    private(set) var lastEnd: Int
    var pending = Pending.none
    /// The number of items, or of entries that were not dropped.
    var count = 0
    /// The keys of a mapping with their records. Most mappings have so few that to compare them is faster than to hash.
    private var firstKeys: [(name: String, record: Int)] = []
    private var furtherKeys: [String: Int] = [:]
    /// The place of a repetition of its first key, with which another item may begin.
    var repetition: SourceSpan?
    /// Whether it does, because further keys are repeated. Then no further key belongs to this item.
    var hasEnded = false
    private(set) var size = 1
    private(set) var height = 1

    /// The role of the next value in a mapping.
    enum Pending {
        /// The next value is a key.
        case none
        /// The next value belongs to the key with this record.
        case key(Int)
        /// The next value belongs to a key that was rejected.
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

    private static let fewKeys = 8

    /// Adds a key to a mapping, or returns the record of an earlier key with the same name.
    mutating func insert(_ key: Int, named name: String) -> Int? {
        if let first = firstKeys.first(where: { $0.name == name })?.record ?? furtherKeys[name] { return first }
        if firstKeys.isEmpty { firstKeys.reserveCapacity(Self.fewKeys) }
        if firstKeys.count < Self.fewKeys { firstKeys.append((name, key)) } else { furtherKeys[name] = key }
        return nil
    }

    /// Counts a child, even if it is not kept.
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
