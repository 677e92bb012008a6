/// Builds a ``PatternTree``, pattern by pattern, in time linear in their segments.
struct PatternTreeBuilder {
    private let isFolding: Bool
    private let routeCount: UInt32
    private var nodes = [PatternTree.Node()]
    private var slots = [PatternTree.Slot](repeating: PatternTree.Slot(), count: 16)
    private var labels: [UInt8] = []
    private var automata: [Automaton] = []
    /// By node: the one above it, which has a smaller number.
    private var parents: [PatternTree.Index] = [0]
    private var depths: [Int] = [0]
    private var literalCount = 0
    private var edges: [(node: PatternTree.Index, edge: PatternTree.Edge)] = []
    private var knownEdges: [EdgeKey: PatternTree.Index] = [:]
    private var terminals: [(node: PatternTree.Index, terminal: PatternTree.Terminal)] = []
    private var knownLabels: [[UInt8]: PatternTree.Label] = [:]
    private var knownAutomata: [AutomatonKey: UInt32] = [:]

    private struct EdgeKey: Hashable {
        var node: PatternTree.Index
        var prefix: PatternTree.Label
        var suffix: PatternTree.Label
        var automaton: UInt32
    }

    /// An automaton that is hashed by its size: hashing all of it would cost more than the few comparisons.
    private struct AutomatonKey: Hashable {
        var automaton: Automaton

        func hash(into hasher: inout Hasher) {
            hasher.combine(automaton.stateCount)
            hasher.combine(automaton.classCount)
        }
    }

    init(isFolding: Bool, routeCount: Int) {
        self.isFolding = isFolding
        self.routeCount = UInt32(routeCount)
    }

    /// Adds a pattern.
    mutating func add(
        _ pattern: Pattern, narrowings: [String: Automaton], entry: UInt32, audience: UInt32
    ) {
        var node = child(of: 0, pattern.scheme.map { Array($0.utf8) })
        switch pattern.host {
        case .any: node = wild(of: node)
        case .literal(let name): node = child(of: node, Array(name.utf8))
        case .suffix(let suffix): node = child(of: node, prefix: [], suffix: Array(suffix.utf8), automaton: nil)
        }
        if let port = pattern.port {
            node = literal(of: node, key: URLScan.key(ofPort: port), label: nil)
        } else {
            node = wild(of: node)
        }
        for segment in pattern.segments {
            switch segment {
            case .literal(let bytes): node = child(of: node, folded(bytes))
            case .any: node = wild(of: node)
            case .capture(let capture):
                let automaton = narrowings[capture.name]
                node =
                    capture.isAffix || automaton != nil
                    ? child(
                        of: node, prefix: folded(capture.prefix), suffix: folded(capture.suffix), automaton: automaton)
                    : wild(of: node)
            }
        }
        let terminal = PatternTree.Terminal(entry: entry, audience: audience, isRest: pattern.rest != nil)
        terminals.append((node, terminal))
    }

    private func folded(_ bytes: [UInt8]) -> [UInt8] { isFolding ? ASCII.lowercased(bytes) : bytes }

    // MARK: Children

    private mutating func newNode(below parent: PatternTree.Index) -> PatternTree.Index {
        nodes.append(PatternTree.Node())
        parents.append(parent)
        depths.append(depths[Int(parent)] + 1)
        return PatternTree.Index(nodes.count - 1)
    }

    private mutating func wild(of node: PatternTree.Index) -> PatternTree.Index {
        if nodes[Int(node)].wild == 0 { nodes[Int(node)].wild = newNode(below: node) }
        return nodes[Int(node)].wild
    }

    /// The child for a literal, or for anything where there is none.
    private mutating func child(of node: PatternTree.Index, _ text: [UInt8]?) -> PatternTree.Index {
        guard let text else { return wild(of: node) }
        return literal(of: node, key: SegmentKey.key(text), label: text.count > SegmentKey.exactLength ? text : nil)
    }

    private mutating func literal(of node: PatternTree.Index, key: UInt64, label: [UInt8]?) -> PatternTree.Index {
        if literalCount * 2 >= slots.count { growSlots() }
        let owner = label == nil ? node : node | PatternTree.Slot.longMark
        var index = PatternTree.slot(node, key) & (slots.count - 1)
        while slots[index].child != 0 {
            let slot = slots[index]
            if slot.key == key, slot.node == owner, label.map({ isLabel($0, of: slot.child) }) ?? true {
                return slot.child
            }
            index = (index + 1) & (slots.count - 1)
        }
        let child = newNode(below: node)
        if let label {
            nodes[Int(child)].label = place(of: label)
        }
        nodes[Int(node)].traits.insert(.hasLiterals)
        slots[index] = PatternTree.Slot(key: key, node: owner, child: child)
        literalCount += 1
        return child
    }

    private func isLabel(_ text: [UInt8], of node: PatternTree.Index) -> Bool {
        labels[nodes[Int(node)].label.range].elementsEqual(text)
    }

    private mutating func growSlots() {
        let old = slots
        slots = Array(repeating: PatternTree.Slot(), count: old.count * 2)
        for slot in old where slot.child != 0 {
            let node = slot.node & ~PatternTree.Slot.longMark
            var index = PatternTree.slot(node, slot.key) & (slots.count - 1)
            while slots[index].child != 0 { index = (index + 1) & (slots.count - 1) }
            slots[index] = slot
        }
    }

    private mutating func child(
        of node: PatternTree.Index, prefix: [UInt8], suffix: [UInt8], automaton: Automaton?
    ) -> PatternTree.Index {
        let automaton = automaton.map { number(of: $0) } ?? PatternTree.Edge.none
        let key = EdgeKey(node: node, prefix: place(of: prefix), suffix: place(of: suffix), automaton: automaton)
        if let child = knownEdges[key] { return child }
        let child = newNode(below: node)
        knownEdges[key] = child
        edges.append((node, .init(prefix: key.prefix, suffix: key.suffix, automaton: automaton, child: child)))
        nodes[Int(node)].traits.insert(.hasEdges)
        return child
    }

    private mutating func place(of label: [UInt8]) -> PatternTree.Label {
        if label.isEmpty { return PatternTree.Label() }
        if let known = knownLabels[label] { return known }
        let place = PatternTree.Label(start: UInt32(labels.count), length: UInt32(label.count))
        labels += label
        knownLabels[label] = place
        return place
    }

    private mutating func number(of automaton: Automaton) -> UInt32 {
        let key = AutomatonKey(automaton: automaton)
        if let known = knownAutomata[key] { return known }
        knownAutomata[key] = UInt32(automata.count)
        automata.append(automaton)
        return UInt32(automata.count - 1)
    }

    // MARK: Layout

    /// The finished tree.
    consuming func build() -> PatternTree {
        let pathRoot = (0..<URLScan.headCount).reduce(PatternTree.Index(0)) { node, level in
            level > 0 && node == 0 ? 0 : nodes[Int(node)].wild
        }
        nodes.append(PatternTree.Node())
        // Entries came in ascending order; those of `**` go to the front.
        let sorted = terminals.filter(\.terminal.isRest) + terminals.filter { !$0.terminal.isRest }
        let terminals = order(sorted.map(\.node), \.terminals).map { sorted[$0].terminal }
        let edges = order(edges.map(\.node), \.edges).map { self.edges[$0].edge }
        noteTerminals()
        noteBest()
        noteAlternatives()
        for index in nodes.indices where nodes[index].traits.isChoice {
            nodes[index].wildOrChoice |= PatternTree.Node.choiceMark
        }
        return PatternTree(
            nodes: nodes, slots: slots, edges: edges, terminals: terminals, labels: labels, automata: automata,
            routeCount: routeCount, pathRoot: pathRoot, depth: depths.max() ?? 0, isFolding: isFolding)
    }

    /// The order by node in which those of one node keep theirs; notes where each node's own begin.
    private mutating func order(
        _ owners: [PatternTree.Index], _ start: WritableKeyPath<PatternTree.Node, UInt32>
    ) -> [Int] {
        var next = [Int](repeating: 0, count: nodes.count + 1)
        for owner in owners { next[Int(owner) + 1] += 1 }
        for node in nodes.indices {
            next[node + 1] += next[node]
            nodes[node][keyPath: start] = UInt32(next[node])
        }
        var order = [Int](repeating: 0, count: owners.count)
        for (index, owner) in owners.enumerated() {
            order[next[Int(owner)]] = index
            next[Int(owner)] += 1
        }
        return order
    }

    private mutating func noteTerminals() {
        for (node, terminal) in terminals {
            if terminal.isRest { nodes[Int(node)].traits.insert(.hasRests) }
            if terminal.entry < routeCount {
                nodes[Int(node)].best = min(nodes[Int(node)].best, terminal.entry)
            } else {
                nodes[Int(node)].traits.insert(.hasInterceptors)
            }
        }
    }

    /// Children have greater numbers than their parents, so one pass from the end sees every child first.
    private mutating func noteBest() {
        for index in parents.indices.dropFirst().reversed() {
            let (node, parent) = (nodes[index], Int(parents[index]))
            nodes[parent].best = min(nodes[parent].best, node.best)
            if node.traits.contains(.hasInterceptors) { nodes[parent].traits.insert(.hasInterceptors) }
        }
    }

    private mutating func noteAlternatives() {
        let wild = parents.indices.filter { nodes[$0].wild != 0 }.map { (PatternTree.Index($0), nodes[$0].wild) }
        for (node, child) in wild + edges.map({ ($0.node, $0.edge.child) }) {
            let child = nodes[Int(child)]
            nodes[Int(node)].alternatives = min(nodes[Int(node)].alternatives, child.best)
            nodes[Int(node)].traits.insert(.hasAlternatives)
            if child.traits.contains(.hasInterceptors) {
                nodes[Int(node)].traits.insert(.alternativesHaveInterceptors)
            }
        }
    }
}
