/// Patterns as one tree: the first three levels are scheme, host and port, every level below is a segment.
///
/// ```
/// nodes      [ Node | Node | Node | … ]        node 0 is the root
///              │ literals, affixes, narrowed, ends, rests: ranges into the arrays below
///              │ any, capture, star: child nodes, or none
///              │ best: the smallest entry in the subtree
/// literals   [ number → child | … ]            each node's own, ascending by number
/// affixes    [ prefix, suffix, automaton? → child | … ]
/// narrowed   [ automaton → child | … ]
/// terminals  [ entry | entry | … ]             each node's own, ascending
/// ```
///
/// An entry is a number that the tree's owner gives, in order: of routes the place in precedence, of interceptors the
/// place in the running order. A walk visits every entry whose pattern matches, and leaves out subtrees that hold
/// nothing below a limit: the search for the best route *is* the search for the smallest entry. As the data is a tree,
/// no node is visited twice in a walk, so that no set of patterns makes one exponential: a walk costs at most the number
/// of nodes, and in a table without wildcards the number of segments.
struct PatternTree: Sendable {
    typealias NodeIndex = UInt32

    struct Node: Sendable {
        var literals = 0..<0
        var affixes = 0..<0
        var narrowed = 0..<0
        /// Entries of patterns that end here, and of patterns whose `**` begins here.
        var ends = 0..<0
        var rests = 0..<0
        /// On the first three levels: any scheme, host or port.
        var any: NodeIndex = none
        var capture: NodeIndex = none
        var star: NodeIndex = none
        var best = UInt32.max
    }

    struct LiteralEdge: Sendable {
        var number: UInt32
        var child: NodeIndex
    }

    struct AffixEdge: Sendable {
        var prefix: [UInt8]
        var suffix: [UInt8]
        var automaton: Automaton?
        var child: NodeIndex
    }

    struct NarrowedEdge: Sendable {
        var automaton: Automaton
        var child: NodeIndex
    }

    static let none = NodeIndex.max

    var nodes: [Node] = []
    var literals: [LiteralEdge] = []
    var affixes: [AffixEdge] = []
    var narrowed: [NarrowedEdge] = []
    var terminals: [UInt32] = []
    var pool = LiteralPool()
    /// Whether literals of paths compare without ASCII case; the pool and the affixes hold them folded then.
    var isFolding = false
}
