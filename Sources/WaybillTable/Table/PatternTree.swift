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
/// A literal is found by one probe of ``slots`` for each eight bytes, whatever the number of its siblings: so many
/// bytes are their own key (see `Span.key(_:)`). A longer one has a node after each piece, as if it were a path. A slash
/// closes the last piece, so that no other literal ends at such a node. `:name` and `*` match the same segments, so that one child serves both: which of two patterns wins is not
/// decided here, but by the numbers of their entries.
///
/// An entry is a number that the tree's owner gives. Routes are numbered in the order of precedence, so that the search
/// for the best route *is* the search for the smallest entry, which leaves out subtrees that hold nothing below the
/// best one found so far (``Node/best``). Interceptors have a tree of their own, and all that match are collected. As
/// the data is a tree, no node is visited twice in a walk, so that no set of patterns makes one exponential: a walk
/// costs at most the number of nodes, and that of segments in a table without rivals for a segment.
final class PatternTree: Sendable {
    typealias Index = UInt32
    /// A place in ``labels``.
    typealias Label = ByteRange

    struct Node: Sendable, BitwiseCopyable {
        /// The smallest entry at or below the node.
        var best = UInt32.max
        /// The same, below its ``edges`` and its ``anySegment``.
        var alternatives = UInt32.max
        /// To the child for any segment.
        var anySegment = Link.none
        /// The first of its own; they end where those of the next node begin.
        var edges: UInt32 = 0
        /// The first of its own, smallest entries first; 0 for those of a node that has none. The last one says that it
        /// is.
        var terminals: UInt32 = 0
        var traits: Traits = []
    }

    /// A node, and in how many ways it leads on, so that a descent need not look at the node to know.
    struct Link: Sendable, BitwiseCopyable, Equatable {
        private var bits: UInt32

        private static let choiceMark: UInt32 = 1 << 31
        private static let anySegmentMark: UInt32 = 1 << 30

        /// To the root, which is the child of nothing: no descent goes on from here.
        static let none = Link(bits: choiceMark)

        private init(bits: UInt32) { self.bits = bits }

        /// - Parameter traits: Those of the node at `index`.
        init(to index: Index, _ traits: Traits) {
            switch traits {
            case [], .hasLiterals: bits = index
            case .hasAnySegment: bits = index | Self.anySegmentMark
            default: bits = index | Self.choiceMark
            }
        }

        @inline(__always)
        var index: Index { bits & (Self.anySegmentMark &- 1) }

        /// Whether nothing but literals leads on from the node.
        @inline(__always)
        var isLiteral: Bool { bits < Self.anySegmentMark }

        /// Whether more than one way leads on, or a segment has to be asked more than for its key.
        @inline(__always)
        var isChoice: Bool { bits >= Self.choiceMark }
    }

    struct Traits: OptionSet, Sendable, BitwiseCopyable {
        var rawValue: UInt32

        static let hasLiterals = Traits(rawValue: 1 << 0)
        static let hasEdges = Traits(rawValue: 1 << 1)
        static let hasAnySegment = Traits(rawValue: 1 << 2)
        /// Some pattern's `**` begins here.
        static let hasCatchAlls = Traits(rawValue: 1 << 3)
        /// A literal has bytes that mean something else in a URL that is not decoded yet.
        static let hasEscapedLiterals = Traits(rawValue: 1 << 4)

        /// - Parameter key: That of a literal, or of a piece of one.
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
        /// The node whose child it is.
        var owner: UInt32 = 0
        /// ``Link/none`` in a free slot.
        var child = Link.none
    }

    /// A child for texts that begin and end in a way, and whose middle an automaton accepts.
    struct Edge: Sendable, BitwiseCopyable {
        var prefix: Label
        var suffix: Label
        /// Into ``automata``, or ``none``.
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

        /// Takes the place of the terminals of a node that has none.
        static let none = Terminal(entry: .max, audience: 0, isCatchAll: false).markedAsLast

        init(entry: UInt32, audience: UInt32, isCatchAll: Bool) {
            self.entry = entry
            audienceAndMarks = audience | (isCatchAll ? Self.catchAllMark : 0)
        }

        /// The number that a ``RequestScope`` knows it by.
        @inline(__always)
        var audience: UInt32 { audienceAndMarks & (Self.lastMark &- 1) }

        /// Whether the pattern ends with `**`.
        @inline(__always)
        var isCatchAll: Bool { audienceAndMarks >= Self.catchAllMark }

        /// Whether no other of its node follows.
        @inline(__always)
        var isLast: Bool { audienceAndMarks & Self.lastMark != 0 }

        var markedAsLast: Terminal {
            var terminal = self
            terminal.audienceAndMarks |= Self.lastMark
            return terminal
        }
    }

    /// Node 0 is the root; the last one only closes ranges.
    let nodes: [Node]
    /// As many as a power of two.
    let slots: [Slot]
    private let slotMask: Int
    let edges: [Edge]
    /// The first one is ``Terminal/none``.
    let terminals: [Terminal]
    let labels: [UInt8]
    let automata: [Automaton]
    /// The node after any scheme, host and port; 0 where no pattern is for paths alone.
    let pathRoot: Index
    /// The same for a descent; ``Link/none`` also where segments compare without case.
    let descentRoot: Link
    /// Whether segments compare without ASCII case; literals are in lower case then.
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
    /// Where the search for a literal child begins: the highest bytes of the product, because all bytes of the key have
    /// a share in them. Neighbours in number are four slots apart: nodes with one literal in common would otherwise
    /// fill long runs that a search for another has to pass.
    @inline(__always)
    static func slot(_ owner: Index, _ key: UInt64) -> Int {
        Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15).byteSwapped) &+ Int(truncatingIfNeeded: owner) &* 4
    }

    /// Where a key leads to.
    ///
    /// - Parameter owner: The node that it leads from.
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

    /// Whether no pattern has a scheme, a host or a port, so that a URL's path decides alone.
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
