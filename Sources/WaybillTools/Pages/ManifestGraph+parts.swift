import WaybillManifest
import WaybillSyntax

extension ManifestGraph {
    /// Returns the nodes with a name: `note-editor`, `module:note-editor`, `myapp://noteEditor`, `/notes/:id`.
    ///
    /// A name takes precedence over a pattern or an identifier, so that every node can be found by its full name.
    package func nodes(called text: String) -> [Name] {
        let whole = nodes.map(\.name).filter { $0.description == text }
        if !whole.isEmpty { return whole }
        let named = nodes.map(\.name).filter { $0.text == text }
        return named.isEmpty ? nodes.filter { $0.addresses.contains(text) }.map(\.name) : named
    }

    /// Returns names that an unknown name probably means.
    package func names(near text: String) -> [String] {
        didYouMean(text, among: nodes.flatMap { [$0.name.text, $0.name.description] + $0.addresses })
    }

    /// Returns the part of the graph around a node: the nodes that lead to it and to which it leads, up to a number of
    /// edges.
    ///
    /// Other nodes that lead to the latter are left out. For example, forty modules may require one clock.
    package func around(_ name: Name, depth: Int) -> ManifestGraph {
        let ahead = reached(from: name, depth, Dictionary(grouping: edges, by: \.from).mapValues { $0.map(\.to) })
        let behind = reached(from: name, depth, Dictionary(grouping: edges, by: \.to).mapValues { $0.map(\.from) })
        let kept = ahead.union(behind)
        return ManifestGraph(
            nodes: nodes.filter { kept.contains($0.name) },
            edges: Set(
                edges.filter { edge in
                    ahead.isSuperset(of: [edge.from, edge.to]) || behind.isSuperset(of: [edge.from, edge.to])
                }))
    }

    private func reached(from name: Name, _ depth: Int, _ steps: [Name: [Name]]) -> Set<Name> {
        var reached: Set<Name> = [name]
        var border: Set<Name> = [name]
        var left = depth
        while left > 0, !border.isEmpty {
            left -= 1
            border = Set(border.flatMap { steps[$0] ?? [] }).subtracting(reached)
            reached.formUnion(border)
        }
        return reached
    }

    /// Returns the nodes of some kinds. Paths over other nodes become edges: if a module requires a protocol that
    /// another provides, the first module requires the second.
    package func only(_ kinds: Set<Kind>) -> ManifestGraph {
        let steps = Dictionary(grouping: edges, by: \.from)
        let kept = nodes.filter { kinds.contains($0.name.kind) }
        var found: Set<Edge> = []
        for node in kept {
            var visited: Set<Name> = []
            var waiting: [Edge] = steps[node.name] ?? []
            while let edge = waiting.popLast() {
                guard !kinds.contains(edge.to.kind) else {
                    if edge.to != node.name { found.insert(edge) }
                    continue
                }
                guard visited.insert(edge.to).inserted else { continue }
                waiting += (steps[edge.to] ?? []).map { next in
                    var joined = edge
                    joined.to = next.to
                    joined.isPartial = edge.isPartial || next.isPartial
                    if joined.label.isEmpty && edge.to.kind == .requirement { joined.label = edge.to.text }
                    return joined
                }
            }
        }
        return ManifestGraph(nodes: kept, edges: found)
    }
}
