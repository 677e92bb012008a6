/// Patterns as one tree: its first three levels are scheme, host and port, every level below is a segment.
///
/// ```
/// nodes      | best | alternatives | wild | edges | terminals | traits |      24 bytes each
///                                    │      │       │
///            root, …, one at the end │      │       └ terminals  | none | entry | audience, marks | …      8 bytes each
///            that closes the ranges  │      └ edges      | prefix | suffix | automaton | child |
///                                    │                        └ labels     e.g. .json
///                                    └ a link to a child: its number, and in how many ways it leads on
/// slots      | key | owner | link |   ·   | key | owner | link |   …     literals, hashed by owner and key; · is free
/// ```
///
/// A literal is found by one probe of ``slots`` for each eight bytes, whatever the number of its siblings: so many are
/// their own key. A longer one has a node behind each piece, as if it were a path: what owns the next piece is that node, and
/// what owns a piece that is not the last is the node with a mark, so that no other literal ends there.
/// `:name` and `*` match the same segments, so that one child stands for both: which of two patterns wins is not
/// decided here, but by the numbers of their entries.
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
        /// To the child for any text, or ``Link/none``.
        var wild = Link.none
        /// Where its own begin; they end where those of the next node begin.
        var edges: UInt32 = 0
        /// Where its own begin, smallest entries first; 0 for those of a node that has none. The last one says that it is.
        var terminals: UInt32 = 0
        var traits: Traits = []
    }

    /// A node, and in how many ways it leads on, so that who follows the link need not look at the node to know.
    struct Link: Sendable, BitwiseCopyable, Equatable {
        private var bits: UInt32

        private static let choiceMark: UInt32 = 1 << 31
        private static let wildMark: UInt32 = 1 << 30

        /// To the root, which is nobody's child.
        static let none = Link(to: 0)
        /// To the root, where every way is one.
        static let choice = Link(to: choiceMark)

        init(to index: Index) { bits = index }

        /// - Parameter node: The node at `index`.
        init(to index: Index, _ node: Node) {
            bits = index | (node.traits.isChoice ? Self.choiceMark : node.wild == .none ? 0 : Self.wildMark)
        }

        @inline(__always)
        var index: Index { bits & (Self.wildMark &- 1) }

        /// Whether nothing but literals leads on from the node.
        @inline(__always)
        var isLiteral: Bool { bits < Self.wildMark }

        /// Whether more than one way leads on, so that a walk has to choose.
        @inline(__always)
        var isChoice: Bool { bits >= Self.choiceMark }
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
        /// The node whose child it is, with ``pieceMark`` where the literal goes on behind the key.
        var owner: UInt32 = 0
        /// ``Link/none`` in a free slot.
        var child = Link.none

        static let pieceMark: UInt32 = 1 << 31
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

        /// Whether the pattern ends with `**`.
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
    /// The same for a descent; a choice, which ends one, where there is none, and where segments compare without case.
    let quickRoot: Link
    /// The index of the last of ``slots``, which is a mask for indices of any.
    let lastSlot: Int
    /// The most steps from the root to a node.
    let depth: Int
    /// Whether segments compare without ASCII case; literals are in lower case then.
    let isFolding: Bool

    init(
        nodes: FrozenArray<Node>, slots: FrozenArray<Slot>, edges: FrozenArray<Edge>,
        terminals: FrozenArray<Terminal>, labels: FrozenArray<UInt8>, automata: [Automaton], pathRoot: Index,
        depth: Int, isFolding: Bool
    ) {
        (self.nodes, self.slots, self.edges, self.terminals) = (nodes, slots, edges, terminals)
        (self.labels, self.automata, self.pathRoot) = (labels, automata, pathRoot)
        (self.depth, self.isFolding) = (depth, isFolding)
        quickRoot = isFolding || pathRoot == 0 ? .choice : Link(to: pathRoot, nodes[Int(pathRoot)])
        lastSlot = slots.count - 1
    }
}

extension PatternTree {
    /// Where the search for a literal child begins: the highest bytes of the product, for all bytes of the key have a share
    /// in them. Neighbours in number lie four slots apart, for nodes with one literal in common would else fill long
    /// runs that a search for another has to pass.
    @inline(__always)
    static func slot(_ node: Index, _ key: UInt64) -> Int {
        Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15).byteSwapped) &+ Int(truncatingIfNeeded: node) &* 4
    }

    /// The node behind a key.
    ///
    /// - Parameter owner: The node before it, with ``Slot/pieceMark`` where the literal goes on.
    @inline(__always)
    func child(of owner: Index, _ key: UInt64) -> Link? {
        let slot = unsafe slots[unchecked: Self.slot(owner, key) & lastSlot]
        if slot.key == key && slot.owner == owner { return slot.child }
        return slot.child == .none ? nil : fartherChild(of: owner, key)
    }

    /// The same, where the first slot is another's: a call of its own leaves the registers to what is not rare.
    @inline(never)
    private func fartherChild(of owner: Index, _ key: UInt64) -> Link? {
        var index = Self.slot(owner, key)
        while true {
            index &+= 1
            let slot = unsafe slots[unchecked: index & lastSlot]
            if slot.key == key && slot.owner == owner { return slot.child }
            if slot.child == .none { return nil }
        }
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
