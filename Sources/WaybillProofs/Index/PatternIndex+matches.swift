import WaybillTable

extension PatternIndex {
    /// Returns the items below a limit that match a request with any method, in no order. The cost is the number of
    /// nodes on the paths of the URL, as for a lookup, and of the items that end there.
    ///
    /// - Parameter heads: The heads that match the request's head, if they are known.
    func matches(
        _ request: SampleRequest, below limit: Number, heads known: [Number]? = nil, _ work: inout WorkBudget
    ) throws(WorkBudget.Exhausted) -> [Number] {
        var found: [Number] = []
        for head in known ?? heads.matching(request) {
            try walk(heads[head].node, 0, request, limit, &found, &work)
        }
        return found
    }

    /// Whether two items match the same URLs, because their patterns differ at most in names.
    func matchSameURLs(_ one: Number, _ other: Number) -> Bool {
        let first = items[Int(one)]
        let second = items[Int(other)]
        return first.node == second.node && first.hasCatchAll == second.hasCatchAll
            && first.slash == second.slash
            && first.constrained.elementsEqual(second.constrained, by: ==)
    }

    private func walk(
        _ number: Number, _ depth: Int, _ request: SampleRequest, _ limit: Number, _ found: inout [Number],
        _ work: inout WorkBudget
    ) throws(WorkBudget.Exhausted) {
        guard nodes[Int(number)].least < limit else { return }
        try work.spend()
        try collect(nodes[Int(number)].catchAlls, request, limit, &found, &work)
        guard depth < request.segments.count else {
            return try collect(nodes[Int(number)].ends, request, limit, &found, &work)
        }
        let segment = request.segments[depth]
        let read = folded(segment[...])
        if let child = literal(read, below: number) { try walk(child, depth + 1, request, limit, &found, &work) }
        if segment.isEmpty { return }
        for child in try affixes(of: number, taking: read, &work) {
            try walk(child, depth + 1, request, limit, &found, &work)
        }
        let node = nodes[Int(number)]
        for child in [node.constrained, node.capture, node.wildcard] where child != Self.none {
            try walk(child, depth + 1, request, limit, &found, &work)
        }
    }

    private func collect(
        _ first: Number, _ request: SampleRequest, _ limit: Number, _ found: inout [Number], _ work: inout WorkBudget
    ) throws(WorkBudget.Exhausted) {
        var number = first
        while number != Self.none {
            try work.spend()
            if number < limit && accepts(items[Int(number)], request) { found.append(number) }
            number = nextItem[Int(number)]
        }
    }

    /// Checks what the tree ignores: the trailing slash and the constraints.
    private func accepts(_ item: Item, _ request: SampleRequest) -> Bool {
        guard item.sharesSlash(with: request.hasTrailingSlash) else { return false }
        return item.constrained.allSatisfy { segment, automaton in
            guard case .capture(let capture) = item.segments[segment] else { return true }
            let text = request.segments[segment]
            return automata[Int(automaton)].matches(text[capture.prefix.count..<text.count - capture.suffix.count])
        }
    }
}
