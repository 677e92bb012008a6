/// Patterns as a tree, to find those that may share a URL with one without looking at all.
///
/// ```
/// heads    scheme, host, port ─▶ node          each distinct head has a tree of its own
/// nodes    [ Node | Node | … ]                 one for each distinct beginning of paths, narrowings left out
///            │ literals, affixes: the first child of each kind; the others follow by `next`
///            │ narrowed, capture, star: the only child of the kind
///            │ ends, rests: the first item that ends here, or whose `**` begins here; the others follow by `nextItem`
///            │ least, greatest: the range of items in the subtree
///            │ parent: has the smaller number
/// slots    parent, literal ─▶ child            open addressing; prefix and suffix lead to an affix
/// crowds   node ─▶ its affixes in order        where they are many
/// ```
///
/// Items are numbered by whoever adds them, in any order. Building takes time in proportion to the patterns' text; it is
/// fastest where those that begin alike are added one after the other, as people write them.
struct PatternIndex {
    typealias Number = Int32

    struct Node: BitwiseCopyable {
        enum Kind: UInt8, BitwiseCopyable { case root, literal, affix, narrowed, capture, star }

        let kind: Kind
        let parent: Number
        /// The literal or the affix that leads here, folded where the table folds: places in ``texts``.
        var prefix = PatternTree.Label()
        /// The suffix lies behind the prefix.
        var suffixLength: UInt32 = 0
        var suffix: PatternTree.Label { PatternTree.Label(start: prefix.start + prefix.length, length: suffixLength) }
        var next: Number = none
        var literals: Number = none
        var affixes: Number = none
        var narrowed: Number = none
        var capture: Number = none
        var star: Number = none
        var ends: Number = none
        var rests: Number = none
        /// The automaton that narrows the capture that leads here, ``none``, or ``mixed`` where items differ in it.
        var automaton: Number
        var least: Number
        var greatest: Number
    }

    struct Item {
        var segments = Pattern.Segments()
        var hasRest = false
        var hasTrailingSlash = false
        /// Its own in ``narrowedCaptures``.
        var narrowed: Range<UInt32> = 0..<0
        var head: Number = none
        /// Where it ends, or where its `**` begins.
        var node: Number = none
    }

    struct Head: Hashable {
        var scheme: String?
        var host: Pattern.Host
        var port: Int?

        init(of pattern: Pattern) {
            self.init(scheme: pattern.scheme, host: pattern.host, port: pattern.port)
        }

        init(scheme: String?, host: Pattern.Host, port: Int?) {
            (self.scheme, self.host, self.port) = (scheme, host, port)
        }
    }

    static let none: Number = -1
    static let mixed: Number = -2

    let settings: MatchSettings
    var isFolding: Bool { !settings.isCaseSensitive }

    func narrowed(_ item: Item) -> ArraySlice<(segment: Int, automaton: Number)> {
        narrowedCaptures[Int(item.narrowed.lowerBound)..<Int(item.narrowed.upperBound)]
    }

    func text(_ place: PatternTree.Label) -> ArraySlice<UInt8> { texts[place] }

    private(set) var nodes: [Node] = []
    private(set) var items: [Item]
    /// The segments whose captures are narrowed, each with an index into ``automata``: those of an item side by side.
    private var narrowedCaptures: [(segment: Int, automaton: Number)] = []
    private(set) var texts = LabelTexts()
    private(set) var nextItem: [Number]
    private(set) var heads = HeadIndex()
    /// By owner of patterns.
    private let narrowings: NarrowingNumbers
    /// Each automaton that narrows something, once.
    var automata: [Automaton] { narrowings.automata }
    private var slots = ChildSlots()
    /// By node with many affixes: those that it had when ``orderCrowds()`` was called last.
    private(set) var crowds: [Number: AffixOrder] = [:]
    /// The way of the item that was added last.
    private var lastItem = none
    private var lastWay: [Number] = []

    /// An index that items with the numbers below `count` will be added to.
    init(_ settings: MatchSettings, count: Int, _ narrowings: NarrowingNumbers) {
        self.narrowings = narrowings
        self.settings = settings
        items = [Item](repeating: Item(), count: count)
        nextItem = [Number](repeating: Self.none, count: count)
        // More than most patterns add: room that is never touched takes no memory, and to move what is there takes time.
        nodes.reserveCapacity(count * 4)
    }

    // MARK: Adding

    /// Adds one of a list of patterns of an owner. Copying it out of the list would touch more memory than reading it does.
    mutating func add(_ patterns: [Pattern], at place: Int, of owner: Int, as number: Number) {
        var item = Item(
            segments: patterns[place].segments, hasRest: patterns[place].rest != nil,
            hasTrailingSlash: patterns[place].hasTrailingSlash)
        item.head = self.number(
            of: Head(scheme: patterns[place].scheme, host: patterns[place].host, port: patterns[place].port))
        var node = heads[item.head].node
        var isOnLastWay = lastItem != Self.none && items[Int(lastItem)].head == item.head
        let firstNarrowed = narrowedCaptures.count
        widen(node, number)
        for index in item.segments.indices {
            isOnLastWay = isOnLastWay && index < lastWay.count
            let next = isOnLastWay ? nodes[Int(lastWay[index])] : nil
            if let next, next.kind == .literal, !isFolding, texts.isLiteral(item.segments[index], at: next.prefix) {
                node = lastWay[index]
            } else {
                node = child(of: node, for: item.segments[index], at: index, owner)
                isOnLastWay = isOnLastWay && lastWay[index] == node
                if !isOnLastWay { lastWay.removeLast(max(lastWay.count - index, 0)) }
                if lastWay.count == index { lastWay.append(node) }
            }
            widen(node, number)
        }
        lastWay.removeLast(lastWay.count - item.segments.count)
        lastItem = number
        item.node = node
        item.narrowed = UInt32(firstNarrowed)..<UInt32(narrowedCaptures.count)
        if item.hasRest {
            nextItem[Int(number)] = nodes[Int(node)].rests
            nodes[Int(node)].rests = number
        } else {
            nextItem[Int(number)] = nodes[Int(node)].ends
            nodes[Int(node)].ends = number
        }
        items[Int(number)] = item
    }

    /// Has many affixes at one place found faster: to be called once most patterns are added.
    mutating func orderCrowds() {
        for node in nodes.indices { crowds[Number(node)] = crowd(at: Number(node)) }
    }

    private mutating func widen(_ node: Number, _ number: Number) {
        nodes[Int(node)].least = min(nodes[Int(node)].least, number)
        nodes[Int(node)].greatest = max(nodes[Int(node)].greatest, number)
    }

    private mutating func number(of head: Head) -> Number {
        if lastItem != Self.none {
            let last = items[Int(lastItem)].head
            if heads[last].head == head { return last }
        }
        if let known = heads.number(of: head) { return known }
        return heads.add(head, node: makeNode(.root, below: Self.none))
    }

    private mutating func child(
        of node: Number, for segment: Pattern.Segment, at index: Int, _ owner: Int
    ) -> Number {
        switch segment {
        case .literal(let bytes): return literalChild(of: node, folded(bytes))
        case .any: return child(of: node, .star, \.star)
        case .capture(let capture):
            var automaton = Self.none
            if let known = narrowings.number(of: capture.name, of: owner) {
                automaton = Number(known)
                narrowedCaptures.append((index, automaton))
            }
            if capture.isAffix { return affixChild(of: node, capture, automaton) }
            if automaton == Self.none { return child(of: node, .capture, \.capture) }
            return child(of: node, .narrowed, \.narrowed, automaton)
        }
    }

    private mutating func child(
        of node: Number, _ kind: Node.Kind, _ link: WritableKeyPath<Node, Number>, _ automaton: Number = none
    ) -> Number {
        let known = nodes[Int(node)][keyPath: link]
        if known != Self.none { return narrowing(known, by: automaton) }
        let child = makeNode(kind, below: node, automaton)
        nodes[Int(node)][keyPath: link] = child
        return child
    }

    private mutating func affixChild(
        of node: Number, _ capture: Pattern.Capture, _ automaton: Number
    ) -> Number {
        let affix = affix(of: capture)
        let slot = slot(of: affix, below: node)
        if slots[slot] != Self.none { return narrowing(slots[slot], by: automaton) }
        let child = makeNode(.affix, below: node, automaton)
        nodes[Int(child)].prefix = texts.append(affix.prefix)
        nodes[Int(child)].suffixLength = texts.append(affix.suffix).length
        nodes[Int(child)].next = nodes[Int(node)].affixes
        nodes[Int(node)].affixes = child
        fill(slot, with: child)
        return child
    }

    private mutating func narrowing(_ node: Number, by automaton: Number) -> Number {
        if nodes[Int(node)].automaton != automaton { nodes[Int(node)].automaton = Self.mixed }
        return node
    }

    private mutating func makeNode(_ kind: Node.Kind, below parent: Number, _ automaton: Number = none) -> Number {
        nodes.append(Node(kind: kind, parent: parent, automaton: automaton, least: .max, greatest: Self.none))
        return Number(nodes.count - 1)
    }

    func folded(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> { isFolding ? ASCII.lowercased(bytes)[...] : bytes }

    // MARK: Texts

    /// The child for a literal, which is folded where the table folds.
    func literal(_ bytes: ArraySlice<UInt8>, below node: Number) -> Number? {
        let found = slots[slot(of: bytes, below: node)]
        return found == Self.none ? nil : found
    }

    private mutating func literalChild(of node: Number, _ bytes: ArraySlice<UInt8>) -> Number {
        let slot = slot(of: bytes, below: node)
        if slots[slot] != Self.none { return slots[slot] }
        let child = makeNode(.literal, below: node)
        nodes[Int(child)].prefix = texts.append(bytes)
        nodes[Int(child)].next = nodes[Int(node)].literals
        nodes[Int(node)].literals = child
        fill(slot, with: child)
        return child
    }

    private mutating func fill(_ slot: Int, with child: Number) {
        slots.fill(slot, with: child)
        guard slots.areCrowded else { return }
        slots.grow { [nodes, texts] child in
            let node = nodes[Int(child)]
            guard node.kind == .affix else { return ChildSlots.Hash(node.parent, texts[node.prefix]) }
            return ChildSlots.Hash(node.parent, Affix(prefix: texts[node.prefix], suffix: texts[node.suffix]))
        }
    }

    /// Where the literal is, or where it would be.
    private func slot(of bytes: ArraySlice<UInt8>, below node: Number) -> Int {
        slots.slot(ChildSlots.Hash(node, bytes)) { number in
            let child = nodes[Int(number)]
            return child.kind == .literal && child.parent == node && texts.has(bytes, at: child.prefix)
        }
    }

    private func slot(of affix: Affix, below node: Number) -> Int {
        slots.slot(ChildSlots.Hash(node, affix)) { number in
            let child = nodes[Int(number)]
            return child.kind == .affix && child.parent == node && texts.has(affix.prefix, at: child.prefix)
                && texts.has(affix.suffix, at: child.suffix)
        }
    }
}
