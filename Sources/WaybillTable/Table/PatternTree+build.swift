/// Builds a ``PatternTree``, pattern by pattern.
struct PatternTreeBuilder {
    private let isFolding: Bool
    private let constraints: ConstraintNumbers
    private var nodes = [Draft(parent: 0)]
    /// The children of literals and edges.
    private var children: [Child: PatternTree.Index] = [:]
    private var literals: [(key: UInt64, owner: UInt32, child: PatternTree.Index)] = []
    private var edges: [(node: PatternTree.Index, edge: PatternTree.Edge)] = []
    private var terminals: [(node: PatternTree.Index, terminal: PatternTree.Terminal)] = []
    private var labels: [UInt8] = []
    private var knownLabels: [[UInt8]: PatternTree.Label] = [:]

    private struct Draft {
        /// The parent has a smaller number.
        var parent: PatternTree.Index
        var anySegment: PatternTree.Index = 0
        var traits: PatternTree.Traits = []
    }

    private struct Child: Hashable {
        var parent: PatternTree.Index
        var way: Way

        enum Way: Hashable {
            case literal(UInt64)
            case edge(prefix: PatternTree.Label, suffix: PatternTree.Label, automaton: UInt32)
        }
    }

    /// - Parameter constraints: By owner of patterns.
    init(isFolding: Bool, _ constraints: ConstraintNumbers) {
        self.isFolding = isFolding
        self.constraints = constraints
    }

    /// Adds a pattern of an owner.
    mutating func add(_ pattern: Pattern, of owner: Int, entry: UInt32, audience: UInt32) {
        var node = addHead(of: pattern)
        for segment in pattern.segments {
            switch segment {
            case .literal(let bytes): node = literal(of: node, isFolding ? ASCII.lowercased(bytes)[...] : bytes)
            case .any: node = anySegment(of: node)
            case .capture(let capture):
                let automaton = constraints.number(of: capture.name, of: owner)
                node =
                    capture.isAffix || automaton != nil
                    ? edge(of: node, folded(capture.prefix), folded(capture.suffix), automaton) : anySegment(of: node)
            }
        }
        let terminal = PatternTree.Terminal(entry: entry, audience: audience, isCatchAll: pattern.catchAll != nil)
        terminals.append((node, terminal))
        if terminal.isCatchAll { nodes[Int(node)].traits.insert(.hasCatchAlls) }
    }

    /// Adds scheme, host and port.
    private mutating func addHead(of pattern: Pattern) -> PatternTree.Index {
        var node: PatternTree.Index = 0
        node = pattern.scheme.map { literal(of: node, Array($0.utf8)[...]) } ?? anySegment(of: node)
        switch pattern.host {
        case .any: node = anySegment(of: node)
        case .literal(let name): node = literal(of: node, Array(name.utf8)[...])
        case .suffix(let suffix): node = edge(of: node, [], Array(suffix.utf8), nil)
        }
        guard let port = pattern.port else { return anySegment(of: node) }
        return child(of: node, .literal(URLScan.key(ofPort: port)))
    }

    private func folded(_ bytes: [UInt8]) -> [UInt8] { isFolding ? ASCII.lowercased(bytes) : bytes }

    // MARK: Children

    private mutating func newNode(below parent: PatternTree.Index) -> PatternTree.Index {
        nodes.append(Draft(parent: parent))
        return PatternTree.Index(nodes.count - 1)
    }

    private mutating func anySegment(of node: PatternTree.Index) -> PatternTree.Index {
        if nodes[Int(node)].anySegment == 0 {
            nodes[Int(node)].anySegment = newNode(below: node)
            nodes[Int(node)].traits.insert(.hasAnySegment)
        }
        return nodes[Int(node)].anySegment
    }

    private mutating func literal(of node: PatternTree.Index, _ text: ArraySlice<UInt8>) -> PatternTree.Index {
        var node = node
        var start = 0
        while text.count - start >= UInt64.keyLength {
            node = child(of: node, .literal(text.span.key(start..<text.count)))
            start += UInt64.keyLength
        }
        return child(of: node, .literal(text.span.key(start..<text.count)))
    }

    private mutating func edge(
        of node: PatternTree.Index, _ prefix: [UInt8], _ suffix: [UInt8], _ automaton: UInt32?
    ) -> PatternTree.Index {
        let automaton = automaton ?? PatternTree.Edge.none
        return child(of: node, .edge(prefix: label(prefix), suffix: label(suffix), automaton: automaton))
    }

    private mutating func child(of node: PatternTree.Index, _ way: Child.Way) -> PatternTree.Index {
        let key = Child(parent: node, way: way)
        if let known = children[key] { return known }
        let child = newNode(below: node)
        children[key] = child
        switch way {
        case .literal(let key):
            literals.append((key, node, child))
            nodes[Int(node)].traits.formUnion(.leading(by: key))
        case .edge(let prefix, let suffix, let automaton):
            edges.append((node, .init(prefix: prefix, suffix: suffix, automaton: automaton, child: child)))
            nodes[Int(node)].traits.insert(.hasEdges)
        }
        return child
    }

    private mutating func label(_ text: [UInt8]) -> PatternTree.Label {
        if text.isEmpty { return PatternTree.Label() }
        if let known = knownLabels[text] { return known }
        let label = PatternTree.Label(labels.count..<labels.count + text.count)
        labels += text
        knownLabels[text] = label
        return label
    }

    // MARK: Layout

    /// The finished tree.
    consuming func build() -> PatternTree {
        let best = bestEntries()
        // At each node, the edges to better entries come first.
        edges.sort { ($0.node, best[Int($0.edge.child)]) < ($1.node, best[Int($1.edge.child)]) }
        terminals.sort { ($0.node, $0.terminal.entry) < ($1.node, $1.terminal.entry) }
        return PatternTree(
            nodes: finishedNodes(best), slots: slots(), edges: edges.map(\.edge), terminals: finishedTerminals(),
            labels: labels, automata: constraints.automata, pathRoot: pathRoot, isFolding: isFolding)
    }

    private var pathRoot: PatternTree.Index {
        let afterScheme = nodes[0].anySegment
        let afterHost = afterScheme == 0 ? 0 : nodes[Int(afterScheme)].anySegment
        return afterHost == 0 ? 0 : nodes[Int(afterHost)].anySegment
    }

    /// Returns the smallest entry at or below each node.
    private func bestEntries() -> [UInt32] {
        var best = [UInt32](repeating: .max, count: nodes.count)
        for (node, terminal) in terminals { best[Int(node)] = min(best[Int(node)], terminal.entry) }
        // Children have greater numbers than their parents, so one pass from the end visits every child first.
        for node in nodes.indices.dropFirst().reversed() {
            let parent = Int(nodes[node].parent)
            best[parent] = min(best[parent], best[node])
        }
        return best
    }

    /// Builds the nodes after edges and terminals are sorted. An additional last node closes the ranges.
    private func finishedNodes(_ best: [UInt32]) -> [PatternTree.Node] {
        var finished = nodes.indices.map { index in
            let any = nodes[index].anySegment
            return PatternTree.Node(
                best: best[index], alternatives: any == 0 ? .max : best[Int(any)], anySegment: link(to: any),
                traits: nodes[index].traits)
        }
        finished.append(PatternTree.Node())
        for (node, edge) in edges {
            finished[Int(node)].alternatives = min(finished[Int(node)].alternatives, best[Int(edge.child)])
            finished[Int(node) + 1].edges += 1
        }
        for index in finished.indices.dropFirst() { finished[index].edges += finished[index - 1].edges }
        for index in terminals.indices.reversed() { finished[Int(terminals[index].node)].terminals = UInt32(index + 1) }
        return finished
    }

    private func finishedTerminals() -> [PatternTree.Terminal] {
        var finished = [PatternTree.Terminal.none]
        finished.reserveCapacity(terminals.count + 1)
        for index in terminals.indices {
            let isLast = index + 1 == terminals.count || terminals[index + 1].node != terminals[index].node
            finished.append(isLast ? terminals[index].terminal.markedAsLast : terminals[index].terminal)
        }
        return finished
    }

    private func link(to node: PatternTree.Index) -> PatternTree.Link {
        node == 0 ? .none : PatternTree.Link(to: node, nodes[Int(node)].traits)
    }

    /// Places the literals in the hash table, each at its first place or after those that occupy it.
    private func slots() -> [PatternTree.Slot] {
        var count = 16
        while count < literals.count * 2 { count *= 2 }
        var slots = [PatternTree.Slot](repeating: PatternTree.Slot(), count: count)
        for literal in literals {
            var index = PatternTree.slot(literal.owner, literal.key) & (count - 1)
            while slots[index].child != .none { index = (index + 1) & (count - 1) }
            slots[index] = PatternTree.Slot(key: literal.key, owner: literal.owner, child: link(to: literal.child))
        }
        return slots
    }
}
