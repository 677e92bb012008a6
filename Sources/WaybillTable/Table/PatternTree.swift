/// Patterns as one tree: its first three levels are scheme, host and port, every level below is a segment.
///
/// ```
/// nodes      | best | alternatives | anySegment | edges | terminals | traits |      24 bytes each
///                                    │            │       │
///            root, …, one at the end │            │       └ terminals  | none | entry | audience, marks | …      8 bytes each
///            that closes the ranges  │            └ edges      | prefix | suffix | automaton | child |
///                                    │                              └ labels     e.g. .json
///                                    └ a child
/// slots      | key | owner | child |   ·   | key | owner | child |   …   literals, hashed by owner and key; · is free
/// ```
///
/// A literal is found by one probe of ``slots`` for each eight bytes, whatever the number of its siblings: up to eight
/// bytes are their own key (see `Span.key(_:)`). A longer literal has a node after each piece, as if it were a path. A
/// slash closes the last piece, so that no other literal ends at such a node. `:name` and `*` match the same segments,
/// so one child serves both. The numbers of the entries decide which of two patterns takes precedence.
///
/// The owner of the tree numbers the entries. Routes are numbered by precedence, so the search for the best route *is*
/// the search for the smallest entry. It skips subtrees without entries below the best one found so far
/// (``Node/best``). Interceptors have a tree of their own, from which all matching entries are collected. Because it is
/// a tree, no node is visited twice in a walk, so no set of patterns makes a walk exponential: it visits at most all
/// nodes, and as many as there are segments in a table without rivals for a segment.
final class PatternTree: Sendable {
    typealias Index = UInt32
    /// A place in ``labels``.
    typealias Label = ByteRange

    struct Node: Sendable, BitwiseCopyable {
        /// The smallest entry at or below the node.
        var best = UInt32.max
        /// The smallest entry below its ``edges`` and its ``anySegment``.
        var alternatives = UInt32.max
        /// The link to the child for any segment.
        var anySegment = Link.none
        /// The index of its first edge. Its edges end where those of the next node begin.
        var edges: UInt32 = 0
        /// The index of its first terminal, sorted by entry; 0 for a node without terminals. The last terminal is
        /// marked.
        var terminals: UInt32 = 0
        var traits: Traits = []
    }

    /// A node and the number of ways on from it, so that a descent need not read the node.
    struct Link: Sendable, BitwiseCopyable, Equatable {
        private var bits: UInt32

        private static let choiceMark: UInt32 = 1 << 31
        private static let anySegmentMark: UInt32 = 1 << 30

        /// The link to the root, which is never a child. A descent ends here.
        static let none = Link(bits: choiceMark)

        private init(bits: UInt32) { self.bits = bits }

        /// - Parameter traits: The traits of the node at `index`.
        init(to index: Index, _ traits: Traits) {
            switch traits {
            case [], .hasLiterals: bits = index
            case .hasAnySegment: bits = index | Self.anySegmentMark
            default: bits = index | Self.choiceMark
            }
        }

        @inline(__always)
        var index: Index { bits & (Self.anySegmentMark &- 1) }

        /// Whether only literals lead on from the node.
        @inline(__always)
        var isLiteral: Bool { bits < Self.anySegmentMark }

        /// Whether more than one way leads on, or a segment must be compared by more than its key.
        @inline(__always)
        var isChoice: Bool { bits >= Self.choiceMark }
    }

    struct Traits: OptionSet, Sendable, BitwiseCopyable {
        var rawValue: UInt32

        static let hasLiterals = Traits(rawValue: 1 << 0)
        static let hasEdges = Traits(rawValue: 1 << 1)
        static let hasAnySegment = Traits(rawValue: 1 << 2)
        /// The `**` of a pattern begins here.
        static let hasCatchAlls = Traits(rawValue: 1 << 3)
        /// A literal has bytes that are special in a URL that is not decoded yet.
        static let hasEscapedLiterals = Traits(rawValue: 1 << 4)

        /// - Parameter key: The key of a literal, or of a piece of one.
        static func leading(by key: UInt64) -> Traits {
            let bytes = (0..<UInt64.keyLength).map { UInt8(truncatingIfNeeded: key >> UInt64($0 * 8)) }
            // Zeros are escaped slashes.
            let isEscaped = bytes.prefix { $0 != UInt8(ascii: "/") }.contains(where: URLScan.needsCare)
            return isEscaped ? [.hasLiterals, .hasEscapedLiterals] : .hasLiterals
        }
    }

    /// A literal child.
    struct Slot: Sendable, BitwiseCopyable {
        var key: UInt64 = 0
        /// The parent node.
        var owner: UInt32 = 0
        /// ``Link/none`` in a free slot.
        var child = Link.none
    }

    /// A child for texts with a prefix and a suffix, whose middle an automaton accepts.
    struct Edge: Sendable, BitwiseCopyable {
        var prefix: Label
        var suffix: Label
        /// Index into ``automata``, or ``none``.
        var automaton: UInt32
        var child: Index

        static let none = UInt32.max
    }

    /// The end of a pattern.
    struct Terminal: Sendable, BitwiseCopyable {
        let entry: UInt32
        private var audienceAndMarks: UInt32

        private static let catchAllMark: UInt32 = 1 << 31
        private static let lastMark: UInt32 = 1 << 30

        /// Used for nodes without terminals.
        static let none = Terminal(entry: .max, audience: 0, isCatchAll: false).markedAsLast

        init(entry: UInt32, audience: UInt32, isCatchAll: Bool) {
            self.entry = entry
            audienceAndMarks = audience | (isCatchAll ? Self.catchAllMark : 0)
        }

        /// The number of the audience in a ``RequestScope``.
        @inline(__always)
        var audience: UInt32 { audienceAndMarks & (Self.lastMark &- 1) }

        /// Whether the pattern ends with `**`.
        @inline(__always)
        var isCatchAll: Bool { audienceAndMarks >= Self.catchAllMark }

        /// Whether it is the last of its node.
        @inline(__always)
        var isLast: Bool { audienceAndMarks & Self.lastMark != 0 }

        var markedAsLast: Terminal {
            var terminal = self
            terminal.audienceAndMarks |= Self.lastMark
            return terminal
        }
    }

    /// Node 0 is the root. The last node only closes ranges.
    let nodes: [Node]
    /// Their number is a power of two.
    let slots: [Slot]
    private let slotMask: Int
    let edges: [Edge]
    /// The first one is ``Terminal/none``.
    let terminals: [Terminal]
    let labels: [UInt8]
    let automata: [Automaton]
    /// The node after any scheme, host and port; 0 if no pattern matches paths alone.
    let pathRoot: Index
    /// The same for a descent; also ``Link/none`` if segments compare without case.
    let descentRoot: Link
    /// Whether segments compare without ASCII case. Then literals are in lower case.
    let isFolding: Bool

    init(
        nodes: [Node], slots: [Slot], edges: [Edge], terminals: [Terminal], labels: [UInt8], automata: [Automaton],
        pathRoot: Index, isFolding: Bool
    ) {
        self.nodes = nodes
        precondition(!slots.isEmpty && slots.count & (slots.count - 1) == 0, "the mask would lead past the slots")
        self.slots = slots
        slotMask = slots.count - 1
        self.edges = edges
        self.terminals = terminals
        self.labels = labels
        self.automata = automata
        self.pathRoot = pathRoot
        self.isFolding = isFolding
        descentRoot = isFolding || pathRoot == 0 ? .none : Link(to: pathRoot, nodes[Int(pathRoot)].traits)
    }
}

extension PatternTree {
    /// Returns the slot where the search for a literal child begins: the highest bits of the product, to which all
    /// bytes of the key contribute. Successive nodes are four slots apart, because nodes with a common literal would
    /// otherwise fill long runs, through which other searches would have to pass.
    @inline(__always)
    static func slot(_ owner: Index, _ key: UInt64) -> Int {
        Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15).byteSwapped) &+ Int(truncatingIfNeeded: owner) &* 4
    }

    /// Returns the link of a key.
    ///
    /// - Parameter owner: The node of the key.
    @inline(__always)
    func child(of owner: Index, _ key: UInt64) -> Link {
        var index = Self.slot(owner, key)
        while true {
            let slot = unsafe slots[unchecked: index & slotMask]  // the mask is the highest index
            if slot.key == key && slot.owner == owner { return slot.child }
            if slot.child == .none { return .none }
            index &+= 1
        }
    }

    /// Whether no pattern has a scheme, a host or a port, so that only a URL's path matters.
    var isForPaths: Bool {
        var node: Index = 0
        for _ in 0..<URLScan.headCount {
            guard nodes[Int(node)].traits == .hasAnySegment else { return nodes[Int(node)].traits.isEmpty && node == 0 }
            node = nodes[Int(node)].anySegment.index
        }
        return true
    }

    func edges(of node: Index) -> Range<Int> {
        Int(nodes[Int(node)].edges)..<Int(nodes[Int(node) + 1].edges)
    }

    func terminals(of node: Index) -> Range<Int> {
        let first = Int(nodes[Int(node)].terminals)
        guard first > 0, let last = terminals[first...].firstIndex(where: \.isLast) else { return 0..<0 }
        return first..<last + 1
    }
}
