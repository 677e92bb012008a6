/// Patterns as one tree: its first three levels are scheme, host and port, every level below is a segment.
///
/// ```
/// nodes      | best | alternatives | wild | edges | terminals | label | traits |      32 bytes each
///                                    │      │       │           │
///            root, …, one at the end │      │       │           └ labels     e.g. notifications
///            that closes the ranges  │      │       └ terminals  | none | entry | audience, marks | …      8 bytes each
///                                    │      └ edges      | prefix | suffix | automaton | child |
///                                    └ a child
/// slots      | key | node | child |   ·   | key | node | child |   …     literals, hashed by node and key; · is free
/// ```
///
/// A literal is found by one probe of ``slots``, whatever the number of its siblings: a text of up to eight bytes is its
/// own key, the ``labels`` of longer ones are compared. `:name` and `*` match the same segments, so that one child
/// stands for both: which of two patterns wins is not decided here, but by the numbers of their entries.
///
/// An entry is a number that the tree's owner gives. Routes are numbered in the order of precedence, so that the search
/// for the best route *is* the search for the smallest entry, which leaves out subtrees that hold nothing below the best
/// one found so far (``Node/best``). Interceptors have a tree of their own, and all that match are collected. As the data
/// is a tree, no node is visited twice in a walk, so that no set of patterns makes one exponential: a walk costs at most
/// the number of nodes, and in a table without rivals for a segment that of segments.
final class PatternTree: Sendable {
    typealias Index = UInt32

    struct Node: Sendable, BitwiseCopyable {
        /// The smallest entry at or below the node.
        var best = UInt32.max
        /// The same, below its ``edges`` and its ``wild`` child.
        var alternatives = UInt32.max
        /// The child for any text, or 0, for the root is nobody's child; with ``choiceMark`` where more than one way
        /// leads on from the node, so that a walk has to choose. The root has the mark too: who falls off comes there.
        var wildOrChoice: Index = 0
        /// Where its own begin; they end where those of the next node begin.
        var edges: UInt32 = 0
        /// Where its own begin, or 0; the last one says that it is.
        var terminals: UInt32 = 0
        /// The literal that leads here, where it is longer than its key.
        var label = Label()
        var traits: Traits = []

        static let choiceMark: Index = 1 << 31

        @inline(__always)
        var wild: Index {
            get { wildOrChoice & ~Self.choiceMark }
            set { wildOrChoice = newValue | wildOrChoice & Self.choiceMark }
        }
    }

    struct Traits: OptionSet, Sendable, BitwiseCopyable {
        var rawValue: UInt32

        static let hasLiterals = Traits(rawValue: 1 << 0)
        static let hasEdges = Traits(rawValue: 1 << 1)
        /// It has edges or a wild child.
        static let hasAlternatives = Traits(rawValue: 1 << 2)
        /// Some pattern's `**` begins here.
        static let hasRests = Traits(rawValue: 1 << 3)

        /// Whether a segment may go on in more than one way, or has to be asked more than for its key.
        var isChoice: Bool {
            !isDisjoint(with: [.hasRests, .hasEdges]) || isSuperset(of: [.hasLiterals, .hasAlternatives])
        }
    }

    /// A literal child.
    struct Slot: Sendable, BitwiseCopyable {
        var key: UInt64 = 0
        /// With ``longMark`` where the key does not hold the whole literal.
        var node: UInt32 = 0
        /// 0 in a free slot.
        var child: Index = 0

        static let longMark: UInt32 = 1 << 31
    }

    /// A child for texts that begin and end in a way, and whose middle an automaton accepts.
    struct Edge: Sendable, BitwiseCopyable {
        var prefix = Label()
        var suffix = Label()
        /// Into ``automata``, or ``none``.
        var automaton = none
        var child: Index = 0

        static let none = UInt32.max
    }

    /// A place in ``labels``.
    struct Label: Sendable, Hashable, BitwiseCopyable {
        var start: UInt32 = 0
        var length: UInt32 = 0

        @inline(__always)
        var range: Range<Int> { Int(start)..<Int(start) &+ Int(length) }
    }

    /// The end of a pattern.
    struct Terminal: Sendable, BitwiseCopyable {
        var entry: UInt32
        private var audienceAndMarks: UInt32

        private static let restMark: UInt32 = 1 << 31
        private static let lastMark: UInt32 = 1 << 30

        /// Stands for the terminals of a node that has none.
        static var none: Terminal {
            var none = Terminal(entry: .max, audience: 0, isRest: false)
            none.markAsLast()
            return none
        }

        init(entry: UInt32, audience: UInt32, isRest: Bool) {
            self.entry = entry
            audienceAndMarks = audience | (isRest ? Self.restMark : 0)
        }

        /// The number that a ``RequestScope`` knows it by.
        @inline(__always)
        var audience: UInt32 { audienceAndMarks & (Self.lastMark &- 1) }

        /// Whether the pattern ends with `**`. Those of a node that do stand before those that do not.
        @inline(__always)
        var isRest: Bool { audienceAndMarks >= Self.restMark }

        /// Whether no other of its node follows.
        @inline(__always)
        var isLast: Bool { audienceAndMarks & Self.lastMark != 0 }

        mutating func markAsLast() { audienceAndMarks |= Self.lastMark }
    }

    /// Node 0 is the root; the last one only closes ranges.
    let nodes: FrozenArray<Node>
    /// A power of two.
    let slots: FrozenArray<Slot>
    let edges: FrozenArray<Edge>
    /// The first one is ``Terminal/none``.
    let terminals: FrozenArray<Terminal>
    let labels: FrozenArray<UInt8>
    let automata: [Automaton]
    /// Where the walk of a path alone begins: behind any scheme, host and port. 0 where no pattern is for these.
    let pathRoot: Index
    /// The same, or 0 where segments compare without case.
    let quickRoot: Index
    /// The index of the last of ``slots``, which is a mask for indices of any.
    let lastSlot: Int
    /// The most steps from the root to a node.
    let depth: Int
    /// Whether segments compare without ASCII case; literals are in lower case then.
    let isFolding: Bool

    init(
        nodes: [Node], slots: [Slot], edges: [Edge], terminals: [Terminal], labels: [UInt8], automata: [Automaton],
        pathRoot: Index, depth: Int, isFolding: Bool
    ) {
        self.nodes = FrozenArray(nodes)
        self.slots = FrozenArray(slots)
        self.edges = FrozenArray(edges)
        self.terminals = FrozenArray(terminals)
        self.labels = FrozenArray(labels)
        (self.automata, self.pathRoot, self.depth, self.isFolding) = (automata, pathRoot, depth, isFolding)
        quickRoot = isFolding ? 0 : pathRoot
        lastSlot = slots.count - 1
    }
}

extension PatternTree {
    /// Where the search for a literal child begins. Neighbours in number lie four slots apart, for nodes with one literal
    /// in common would else fill long runs that a search for another has to pass.
    @inline(__always)
    static func slot(_ node: Index, _ key: UInt64) -> Int {
        Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) &>> 32) &+ Int(truncatingIfNeeded: node) &* 4
    }

    func edges(of node: Index) -> Range<Int> {
        Int(nodes[Int(node)].edges)..<Int(nodes[Int(node) + 1].edges)
    }

    func terminals(of node: Index) -> Range<Int> {
        let first = Int(nodes[Int(node)].terminals)
        guard first > 0, let last = (first..<terminals.count).first(where: { terminals[$0].isLast }) else {
            return 0..<0
        }
        return first..<last + 1
    }
}
