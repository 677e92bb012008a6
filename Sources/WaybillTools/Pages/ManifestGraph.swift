import WaybillManifest
import WaybillSyntax

/// The declarations of a set and their relations: what `waybill graph` draws.
///
/// Edges point from the user to the used: from an interceptor to its routes, from a route to its module, from a module
/// to the protocols that it requires, from a protocol to the module that provides it.
///
/// The set may have errors. A name that is not declared becomes a node that says so.
package struct ManifestGraph: Sendable {
    /// Sorted by name; each name appears once.
    package private(set) var nodes: [Node]
    /// Sorted, each once; both ends are nodes.
    package private(set) var edges: [Edge]

    init(nodes: [Node], edges: Set<Edge>) {
        self.nodes = nodes.sorted { $0.name < $1.name }
        self.edges = edges.sorted()
    }

    package enum Kind: String, Sendable, CaseIterable {
        case interceptor, route, fallback, handler, module
        case requirement = "protocol"
        /// A URL that something leads to, and that no route serves.
        case target
    }

    /// For example `module:note-editor`.
    package struct Name: Sendable, Hashable {
        package var kind: Kind
        package var text: String

        package init(_ kind: Kind, _ text: String) {
            self.kind = kind
            self.text = text
        }
    }

    package struct Node: Sendable {
        package var name: Name
        /// The patterns of a route or an interceptor, and the identifiers of a module.
        package var addresses: [String] = []
        package var methods: [String] = []
        /// Distinguishing properties: `shared`, `order 10`.
        package var remarks: [String] = []
        /// The place of the declaration; `nil` if there is none.
        package var file: String?
        package var line: Int?
        package var isDeclared = true
        /// Whether all of its arrows are drawn. Those to very many routes may be left out.
        package var isComplete = true
        /// Whether its name is explicit, and not made of its patterns.
        package var isNamed = true

        init(_ name: Name) { self.name = name }
    }

    package struct Edge: Sendable, Hashable {
        package var from: Name
        package var to: Name
        package var kind: EdgeKind
        /// An adapter's code, an identifier, a tag, or `default`.
        package var label = ""
        /// Whether it applies only to some requests.
        package var isPartial = false
    }

    package enum EdgeKind: String, Sendable, CaseIterable {
        /// An interceptor runs before a route.
        case guards
        /// An interceptor's `rewrite`, or a route's `forward` or `redirect`, ends at a route.
        case rewrites, forwards, redirects
        /// A module or a handler serves a route or the fallback.
        case leads
        /// A module requires a protocol or, by an identifier, a module.
        case requires
        /// A module provides a protocol, or is configured through a configuration protocol.
        case provides, configures
        /// An adapter binds a protocol to another.
        case adapts
        /// A composed protocol has a part.
        case composes
    }
}

extension ManifestGraph.Name: Comparable, CustomStringConvertible {
    package var description: String { "\(kind.rawValue):\(text)" }

    package static func < (left: Self, right: Self) -> Bool {
        left.kind == right.kind ? left.text < right.text : left.kind.place < right.kind.place
    }
}

extension ManifestGraph.Edge: Comparable {
    package static func < (left: Self, right: Self) -> Bool {
        if left.from != right.from { return left.from < right.from }
        if left.to != right.to { return left.to < right.to }
        if left.kind != right.kind { return left.kind.place < right.kind.place }
        return left.label == right.label ? !left.isPartial && right.isPartial : left.label < right.label
    }
}

extension CaseIterable where Self: Equatable {
    /// The position among the cases.
    fileprivate var place: Int { Array(Self.allCases).firstIndex(of: self) ?? 0 }
}

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
