import WaybillTable

/// Patterns as a tree, to find those that may share a URL with a pattern without visiting all.
///
/// ```
/// heads      scheme, host, port ─▶ node        each distinct head has a tree of its own
/// nodes      [ Node | Node | … ]               one for each distinct beginning of paths, constraints left out
///              │ literals, affixes: the first child of each kind; the others follow by `next`
///              │ constrained, capture, wildcard: the only child of the kind
///              │ ends, catchAlls: the first item that ends here, or whose `**` begins here; the others follow by `nextItem`
///              │ least, greatest: the range of items in the subtree
///              │ parent: has the smaller number
/// children   parent, label ─▶ child            the literals and affixes
/// texts      [ text | text | … ]               what labels are made of, each text once
/// orderedAffixes     node ─▶ its affixes in order      if there are many
/// ```
///
/// The caller numbers the items, in any order. Building takes linear time in the text of the patterns.
struct PatternIndex: Sendable {
    typealias Number = Int32

    struct Node: BitwiseCopyable {
        enum Kind: UInt8, BitwiseCopyable { case root, literal, affix, constrained, capture, wildcard }

        let kind: Kind
        let parent: Number
        /// Of a literal or an affix.
        let label: Label
        let next: Number
        var literals: Number = none
        var affixes: Number = none
        var constrained: Number = none
        var capture: Number = none
        var wildcard: Number = none
        var ends: Number = none
        var catchAlls: Number = none
        /// The automaton that constrains the capture of this node, ``none``, or ``mixed`` if its items have different
        /// automata.
        var automaton: Number
        var least: Number = .max
        var greatest: Number = none
    }

    /// A literal, or the texts before and after the capture of an affix, as numbers of texts. Folded if the table
    /// folds.
    struct Label: BitwiseCopyable, Hashable {
        var prefix: Number = none
        /// ``none`` for a literal.
        var suffix: Number = none
    }

    private struct Child: Hashable {
        var parent: Number
        var label: Label
    }

    struct Item {
        var segments = Pattern.Segments()
        var hasCatchAll = false
        /// Whether a URL must have a trailing slash; `nil` if that does not matter.
        var slash: Bool?
        /// The segments with constrained captures, each with an index into ``automata``.
        var constrained: [(segment: Int, automaton: Number)] = []
        var head: Number = none
        /// The node at which the pattern ends, or its `**` begins.
        var node: Number = none
    }

    struct Head: Hashable {
        var scheme: String?
        var host: Pattern.Host
        var port: Int?
    }

    static let none: Number = -1
    static let mixed: Number = -2

    let settings: MatchSettings
    var isFolding: Bool { !settings.isCaseSensitive }

    private(set) var nodes: [Node] = []
    private(set) var items: [Item] = []
    private(set) var nextItem: [Number] = []
    private(set) var heads = HeadIndex()
    /// The distinct automata of constraints.
    var automata: [Automaton] { automatonNumbers.values }
    private var automatonNumbers = Numbering<Automaton>()
    var texts: [ArraySlice<UInt8>] { textNumbers.values }
    private var textNumbers = Numbering<ArraySlice<UInt8>>()
    private var children: [Child: Number] = [:]
    /// By node with many affixes: those of the last call of ``orderAffixes()``.
    private(set) var orderedAffixes: [Number: AffixOrder] = [:]

    init(_ settings: MatchSettings) { self.settings = settings }

    // MARK: Adding

    /// Adds a pattern.
    ///
    /// - Parameter constraints: By the name of a capture.
    mutating func add(_ pattern: Pattern, _ constraints: [String: Automaton], as number: Number) {
        var item = Item(
            segments: pattern.segments, hasCatchAll: pattern.catchAll != nil, slash: settings.slash(of: pattern))
        item.head = self.number(of: Head(of: pattern))
        item.node = heads[item.head].node
        widen(item.node, number)
        for index in item.segments.indices {
            let segment = item.segments[index]
            let automaton = self.automaton(of: segment, constraints)
            if automaton != Self.none { item.constrained.append((index, automaton)) }
            item.node = child(of: item.node, for: segment, automaton)
            widen(item.node, number)
        }
        keep(item, as: number)
    }

    private mutating func keep(_ item: Item, as number: Number) {
        while items.count <= Int(number) {
            items.append(Item())
            nextItem.append(Self.none)
        }
        items[Int(number)] = item
        if item.hasCatchAll {
            nextItem[Int(number)] = nodes[Int(item.node)].catchAlls
            nodes[Int(item.node)].catchAlls = number
        } else {
            nextItem[Int(number)] = nodes[Int(item.node)].ends
            nodes[Int(item.node)].ends = number
        }
    }

    /// Sorts affixes at places with many of them, so that they are found faster. Call it after adding most patterns.
    mutating func orderAffixes() {
        for node in nodes.indices { orderedAffixes[Number(node)] = ordered(at: Number(node)) }
    }

    private mutating func widen(_ node: Number, _ number: Number) {
        nodes[Int(node)].least = min(nodes[Int(node)].least, number)
        nodes[Int(node)].greatest = max(nodes[Int(node)].greatest, number)
    }

    private mutating func number(of head: Head) -> Number {
        if let known = heads.number(of: head) { return known }
        return heads.add(head, node: makeNode(.root, below: Self.none, Label(), Self.none))
    }

    private mutating func automaton(of segment: Pattern.Segment, _ constraints: [String: Automaton]) -> Number {
        guard !constraints.isEmpty, case .capture(let capture) = segment, let automaton = constraints[capture.name]
        else { return Self.none }
        return Number(automatonNumbers.number(of: automaton))
    }

    private mutating func child(of node: Number, for segment: Pattern.Segment, _ automaton: Number) -> Number {
        switch segment {
        case .literal(let bytes):
            child(of: node, .literal, Label(prefix: number(of: folded(bytes))), automaton)
        case .any: child(of: node, .wildcard, Label(), automaton)
        case .capture(let capture) where capture.isAffix:
            child(of: node, .affix, label(of: affix(of: capture)), automaton)
        case .capture where automaton == Self.none: child(of: node, .capture, Label(), automaton)
        case .capture: child(of: node, .constrained, Label(), automaton)
        }
    }

    private mutating func child(
        of node: Number, _ kind: Node.Kind, _ label: Label, _ automaton: Number
    ) -> Number {
        let key = Child(parent: node, label: label)
        let known = label.prefix == Self.none ? nodes[Int(node)][kind] : children[key] ?? Self.none
        if known != Self.none {
            if nodes[Int(known)].automaton != automaton { nodes[Int(known)].automaton = Self.mixed }
            return known
        }
        let child = makeNode(kind, below: node, label, automaton)
        nodes[Int(node)][kind] = child
        if label.prefix != Self.none { children[key] = child }
        return child
    }

    private mutating func makeNode(
        _ kind: Node.Kind, below parent: Number, _ label: Label, _ automaton: Number
    ) -> Number {
        let next = parent == Self.none ? Self.none : nodes[Int(parent)][kind]
        nodes.append(Node(kind: kind, parent: parent, label: label, next: next, automaton: automaton))
        return Number(nodes.count - 1)
    }

    // MARK: Texts

    func folded(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> { isFolding ? ASCII.lowercased(bytes)[...] : bytes }

    /// Returns the text of a literal, or the prefix of an affix.
    func prefix(_ node: Number) -> ArraySlice<UInt8> { text(nodes[Int(node)].label.prefix) }

    func suffix(_ node: Number) -> ArraySlice<UInt8> { text(nodes[Int(node)].label.suffix) }

    private func text(_ number: Number) -> ArraySlice<UInt8> { number == Self.none ? [] : texts[Int(number)] }

    /// Returns the child for a literal, which is folded if the table folds.
    func literal(_ bytes: ArraySlice<UInt8>, below node: Number) -> Number? {
        textNumbers.existingNumber(of: bytes).flatMap {
            children[Child(parent: node, label: Label(prefix: Number($0)))]
        }
    }

    private mutating func label(of affix: Affix) -> Label {
        Label(prefix: number(of: affix.prefix), suffix: number(of: affix.suffix))
    }

    private mutating func number(of text: ArraySlice<UInt8>) -> Number {
        Number(textNumbers.number(of: text))
    }
}

extension PatternIndex.Node {
    /// The first child of a kind.
    fileprivate subscript(kind: Kind) -> PatternIndex.Number {
        get {
            switch kind {
            case .root: PatternIndex.none
            case .literal: literals
            case .affix: affixes
            case .constrained: constrained
            case .capture: capture
            case .wildcard: wildcard
            }
        }
        set {
            switch kind {
            case .root: break
            case .literal: literals = newValue
            case .affix: affixes = newValue
            case .constrained: constrained = newValue
            case .capture: capture = newValue
            case .wildcard: wildcard = newValue
            }
        }
    }
}

extension PatternIndex.Item {
    /// Whether some URL has the trailing slashes of both.
    ///
    /// - Parameter other: That of another pattern or a request; `nil` if it does not matter.
    func sharesSlash(with other: Bool?) -> Bool { slash == nil || other == nil || slash == other }
}

extension PatternIndex.Head {
    init(of pattern: Pattern) {
        self.init(scheme: pattern.scheme, host: pattern.host, port: pattern.port)
    }
}

extension PatternIndex {
    /// Adds every pattern of every route. The number of an item is its place in the order of the table's entries.
    init(ofRoutesIn table: RankedDefinitions, _ settings: MatchSettings) {
        self.init(settings)
        // The last routes are added first, because items at one place are listed newest first, and the first route
        // takes precedence.
        for route in table.routes.indices.reversed() {
            let patterns = table.routes[route].patterns
            for place in patterns.indices.reversed() {
                add(patterns[place], table.routes[route].constraints, as: Number(table.number(of: route, place)))
            }
        }
        orderAffixes()
    }
}
