/// Builds a ``PatternTree``: a tree of objects first, laid out into flat arrays at the end.
struct PatternTreeBuilder {
    private var pool = LiteralPool()
    private let root = Node()
    private let isFolding: Bool

    /// What a branch is taken for.
    private enum Edge: Hashable {
        case literal(UInt32)
        case affix(prefix: [UInt8], suffix: [UInt8], Automaton?)
        case narrowed(Automaton)
        case any, capture, star
    }

    private final class Node {
        var children: [Edge: Node] = [:]
        /// The order of ``children``: layouts do not depend on hashing.
        var order: [Edge] = []
        var ends: [UInt32] = []
        var rests: [UInt32] = []

        func child(_ edge: Edge) -> Node {
            if let child = children[edge] { return child }
            let child = Node()
            children[edge] = child
            order.append(edge)
            return child
        }
    }

    init(isFolding: Bool) {
        self.isFolding = isFolding
    }

    /// Adds a pattern. Entries must come in ascending order.
    mutating func add(_ pattern: Pattern, narrowings: [String: Automaton], entry: UInt32) {
        var node = root
        for edge in headEdges(of: pattern) { node = node.child(edge) }
        for segment in pattern.segments { node = node.child(edge(for: segment, narrowings: narrowings)) }
        if pattern.rest == nil { node.ends.append(entry) } else { node.rests.append(entry) }
    }

    private mutating func headEdges(of pattern: Pattern) -> [Edge] {
        let scheme = pattern.scheme.map { Edge.literal(pool.insert(Array($0.utf8)[...], .scheme)) }
        let host: Edge
        switch pattern.host {
        case .any: host = .any
        case .literal(let name): host = .literal(pool.insert(Array(name.utf8)[...], .host))
        case .suffix(let suffix): host = .literal(pool.insert(Array(suffix.utf8)[...], .hostSuffix))
        }
        let port = pattern.port.map { Edge.literal(pool.insert(Array(String($0).utf8)[...], .port)) }
        return [scheme ?? .any, host, port ?? .any]
    }

    private mutating func edge(for segment: Pattern.Segment, narrowings: [String: Automaton]) -> Edge {
        switch segment {
        case .literal(let bytes): return .literal(pool.insert(bytes[...], .segment, folding: isFolding))
        case .any: return .star
        case .capture(let capture):
            let automaton = narrowings[capture.name]
            guard capture.isAffix else { return automaton.map(Edge.narrowed) ?? .capture }
            return .affix(prefix: folded(capture.prefix), suffix: folded(capture.suffix), automaton)
        }
    }

    private func folded(_ bytes: [UInt8]) -> [UInt8] { isFolding ? ASCII.lowercased(bytes) : bytes }

    // MARK: Layout

    /// The finished tree.
    func build() -> PatternTree {
        var tree = PatternTree()
        tree.pool = pool
        tree.isFolding = isFolding
        // Breadth first, so that a deep pattern costs no stack and siblings stand together.
        var queue = [root]
        tree.nodes.append(PatternTree.Node())
        var next = 0
        while next < queue.count {
            layOut(queue[next], at: next, in: &tree, queue: &queue)
            next += 1
        }
        setBest(in: &tree)
        return tree
    }

    private func layOut(_ node: Node, at index: Int, in tree: inout PatternTree, queue: inout [Node]) {
        func place(_ child: Node) -> PatternTree.NodeIndex {
            queue.append(child)
            tree.nodes.append(PatternTree.Node())
            return PatternTree.NodeIndex(tree.nodes.count - 1)
        }
        var laidOut = PatternTree.Node()
        let (literalStart, affixStart, narrowedStart) = (tree.literals.count, tree.affixes.count, tree.narrowed.count)
        for edge in node.order {
            guard let child = node.children[edge] else { continue }
            let placed = place(child)
            switch edge {
            case .literal(let number): tree.literals.append(.init(number: number, child: placed))
            case .affix(let prefix, let suffix, let automaton):
                tree.affixes.append(.init(prefix: prefix, suffix: suffix, automaton: automaton, child: placed))
            case .narrowed(let automaton): tree.narrowed.append(.init(automaton: automaton, child: placed))
            case .any: laidOut.any = placed
            case .capture: laidOut.capture = placed
            case .star: laidOut.star = placed
            }
        }
        tree.literals[literalStart...].sort { $0.number < $1.number }
        laidOut.literals = literalStart..<tree.literals.count
        laidOut.affixes = affixStart..<tree.affixes.count
        laidOut.narrowed = narrowedStart..<tree.narrowed.count
        laidOut.ends = tree.terminals.count..<tree.terminals.count + node.ends.count
        tree.terminals += node.ends
        laidOut.rests = tree.terminals.count..<tree.terminals.count + node.rests.count
        tree.terminals += node.rests
        tree.nodes[index] = laidOut
    }

    /// Children stand behind their parents, so one pass from the end sees every child first.
    private func setBest(in tree: inout PatternTree) {
        for index in tree.nodes.indices.reversed() {
            let node = tree.nodes[index]
            var best = min(
                tree.terminals[node.ends].first ?? .max, tree.terminals[node.rests].first ?? .max)
            for child in tree.children(of: node) { best = min(best, tree.nodes[Int(child)].best) }
            tree.nodes[index].best = best
        }
    }
}

extension PatternTree {
    /// All children of a node.
    func children(of node: Node) -> [NodeIndex] {
        literals[node.literals].map(\.child) + affixes[node.affixes].map(\.child)
            + narrowed[node.narrowed].map(\.child)
            + [node.any, node.capture, node.star].filter { $0 != Self.none }
    }
}
