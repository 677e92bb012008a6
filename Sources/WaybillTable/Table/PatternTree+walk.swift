extension PatternTree {
    /// Visits the entries whose patterns match a URL.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - limit: Entries at or above it are not looked for.
    ///   - visit: Takes an entry and may lower the limit.
    func walk(_ url: RouteURL, limit: UInt32 = .max, _ visit: (_ entry: UInt32, _ limit: inout UInt32) -> Void) {
        guard !nodes.isEmpty else { return }
        withoutActuallyEscaping(visit) { visit in
            var walk = Walk(tree: self, url: url, limit: limit, visit: visit)
            walk.start()
        }
    }

    private struct Walk {
        let tree: PatternTree
        let url: RouteURL
        var limit: UInt32
        let visit: (UInt32, inout UInt32) -> Void
        /// Each segment's number in the pool, looked up once.
        let numbers: [UInt32?]

        init(tree: PatternTree, url: RouteURL, limit: UInt32, visit: @escaping (UInt32, inout UInt32) -> Void) {
            self.tree = tree
            self.url = url
            self.limit = limit
            self.visit = visit
            numbers = url.segments.map { tree.pool.number(of: url.path[$0], .segment, folding: tree.isFolding) }
        }

        // MARK: Scheme, host, port

        mutating func start() {
            let schemes = url.scheme.map { [number(of: $0, .scheme)] } ?? []
            for scheme in branches(0, schemes) {
                for host in branches(scheme, hostNumbers()) {
                    let port = url.port.map { [number(of: String($0), .port)] } ?? []
                    for node in branches(host, port) { descend(node, depth: 0) }
                }
            }
        }

        private func branches(_ node: NodeIndex, _ numbers: [UInt32?]) -> [NodeIndex] {
            let children = numbers.compactMap { $0.flatMap { literalChild(of: node, number: $0) } }
            let any = tree.nodes[Int(node)].any
            return any == PatternTree.none ? children : children + [any]
        }

        /// The host whole, then its suffixes, the longest first.
        private func hostNumbers() -> [UInt32?] {
            guard let host = url.host else { return [] }
            let bytes = Array(host.utf8)[...]
            // A suffix stands behind one label at least, and a label is not empty.
            let dots = bytes.indices.filter { bytes[$0] == UInt8(ascii: ".") && $0 > bytes.startIndex }
            return [tree.pool.number(of: bytes, .host)] + dots.map { tree.pool.number(of: bytes[$0...], .hostSuffix) }
        }

        private func number(of text: String, _ kind: LiteralPool.Kind) -> UInt32? {
            tree.pool.number(of: Array(text.utf8)[...], kind)
        }

        private func literalChild(of node: NodeIndex, number: UInt32) -> NodeIndex? {
            var range = tree.nodes[Int(node)].literals
            while !range.isEmpty {
                let middle = range.lowerBound + range.count / 2
                let edge = tree.literals[middle]
                if edge.number == number { return edge.child }
                range = edge.number < number ? middle + 1..<range.upperBound : range.lowerBound..<middle
            }
            return nil
        }

        // MARK: Segments

        /// Depth is bounded by ``Pattern/maximumSegments``.
        private mutating func descend(_ index: NodeIndex, depth: Int) {
            let node = tree.nodes[Int(index)]
            guard node.best < limit else { return }
            if depth < url.segments.count {
                if let number = numbers[depth], let child = literalChild(of: index, number: number) {
                    descend(child, depth: depth + 1)
                }
                if !url.segments[depth].isEmpty { descendWildcards(node, depth: depth) }
            } else {
                report(node.ends)
            }
            report(node.rests)
        }

        private mutating func descendWildcards(_ node: Node, depth: Int) {
            let segment = url.path[url.segments[depth]]
            for edge in tree.affixes[node.affixes] where matches(edge, segment) {
                descend(edge.child, depth: depth + 1)
            }
            for edge in tree.narrowed[node.narrowed] where edge.automaton.matches(segment) {
                descend(edge.child, depth: depth + 1)
            }
            for child in [node.capture, node.star] where child != PatternTree.none {
                descend(child, depth: depth + 1)
            }
        }

        private func matches(_ edge: AffixEdge, _ segment: ArraySlice<UInt8>) -> Bool {
            guard segment.count > edge.prefix.count + edge.suffix.count else { return false }
            let isFolding = tree.isFolding
            let isEqual: (UInt8, UInt8) -> Bool = { $0 == (isFolding ? ASCII.lowercased($1) : $1) }
            return edge.prefix.elementsEqual(segment.prefix(edge.prefix.count), by: isEqual)
                && edge.suffix.elementsEqual(segment.suffix(edge.suffix.count), by: isEqual)
                && edge.automaton?.matches(segment.dropFirst(edge.prefix.count).dropLast(edge.suffix.count)) ?? true
        }

        private mutating func report(_ range: Range<Int>) {
            for entry in tree.terminals[range] where entry < limit { visit(entry, &limit) }
        }
    }
}
