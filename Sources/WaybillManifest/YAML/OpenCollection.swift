/// A node that is complete, with what its surroundings need to know of it.
struct BuiltNode {
    var node: Node
    /// Where its text ends in the file: behind the `*name` of an alias, although the node keeps the anchor's place.
    var end: Int
    /// How many nodes it stands for with all aliases expanded, those over the budget too; `Int.max` for more than that.
    var size: Int
    /// How many collections lie within each other in it; 0 for a scalar.
    var height: Int
}

/// A sequence or a mapping whose end is not yet read.
struct OpenCollection {
    let isFlow: Bool
    let isMapping: Bool
    let start: Int
    /// Its anchor's index in the table of anchors.
    let anchor: Int?
    /// Where the text of the last value ends.
    private(set) var lastEnd: Int
    var pending = Pending.none
    /// The keys so far with their first places.
    private(set) var keys: [String: SourceSpan] = [:]
    private var items: [Node] = []
    private var entries: [Node.Entry] = []
    private var size = 1
    private var height = 1

    /// What the next value in a mapping is.
    enum Pending {
        /// A key.
        case none
        /// The value of this key.
        case key(Node)
        /// The value of a key that was refused.
        case dropped
    }

    init(_ content: Node.Content, isFlow: Bool, start: Int, anchor: Int?) {
        if case .mapping = content { isMapping = true } else { isMapping = false }
        self.isFlow = isFlow
        self.start = start
        self.anchor = anchor
        self.lastEnd = start
    }

    var awaitsKey: Bool {
        if case .none = pending { isMapping } else { false }
    }

    /// Counts a child, whether it is kept or not.
    mutating func take(_ child: BuiltNode) {
        lastEnd = max(lastEnd, child.end)
        size = size.addingClamped(child.size)
        height = max(height, child.height + 1)
    }

    mutating func append(_ node: Node) { items.append(node) }

    mutating func append(key: Node, value: Node) { entries.append(Node.Entry(key: key, value: value)) }

    mutating func note(key: String, at span: SourceSpan) { keys[key] = span }

    func built(file: Int, end: Int) -> BuiltNode {
        let span = SourceSpan(file: file, start: start, end: max(start, end))
        let node = Node(span: span, content: isMapping ? .mapping(entries) : .sequence(items))
        return BuiltNode(node: node, end: span.end, size: size, height: height)
    }
}

extension Int {
    func addingClamped(_ other: Int) -> Int {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}
