import WaybillReports
import WaybillRules
import WaybillTools

extension Inspection {
    /// More nodes cannot be read.
    private static let nodeLimit = 60
    private static let resultLimit = 20

    /// The kinds of nodes with their numbers or, with `node`, the neighborhood of one node.
    func graph(_ query: InspectorQuery) throws(InspectorError) -> JSONObject {
        guard let key = query["node"] else {
            let counts = Dictionary(grouping: inspected.graph.nodes, by: \.name.kind).mapValues(\.count)
            return [
                "kinds": ManifestGraph.Kind.allCases.map { kind -> JSONObject in
                    ["kind": kind.rawValue, "count": counts[kind] ?? 0]
                }
            ]
        }
        let depth = try query.number("depth", default: 1, in: 1...2)
        return try neighborhood(of: key, depth)
    }

    private func neighborhood(of key: String, _ depth: Int) throws(InspectorError) -> JSONObject {
        guard let found = node(key) else { throw .notFound("no node of the graph has the name '\(key)' now") }
        // Of a very large set, the graph leaves out arrows, but not those of a node that is asked for.
        let isWhole = inspected.graph.nodes.allSatisfy { $0.isComplete }
        let graph = isWhole ? inspected.graph : inspected.compilation.graph(first: key)
        let part = graph.around(found, depth: depth)
        let kept = part.nearest(to: found, limit: Self.nodeLimit)
        return [
            "node": key, "nodes": part.nodes.filter { kept.contains($0.name) }.map(\.jsonObject),
            "edges": part.edges.filter { kept.contains($0.from) && kept.contains($0.to) }.map(\.jsonObject),
            "more": part.nodes.count - kept.count,
        ]
    }

    private func node(_ key: String) -> ManifestGraph.Name? {
        inspected.graph.nodes.first { $0.name.description == key }?.name ?? inspected.graph.nodes(called: key).first
    }

    /// The nodes whose kind and name, `route:notes.show`, or one of whose addresses contains a text.
    func search(_ query: InspectorQuery) throws(InspectorError) -> JSONObject {
        let text = try query.required("q").lowercased()
        let found = inspected.graph.nodes.filter { node in
            ([node.name.description] + node.addresses).contains { $0.lowercased().contains(text) }
        }
        return ["total": found.count, "nodes": found.prefix(Self.resultLimit).map(\.jsonObject)]
    }
}

extension ManifestGraph {
    /// Returns the nodes that are reached with the fewest edges, in either direction.
    fileprivate func nearest(to center: Name, limit: Int) -> Set<Name> {
        let steps = Dictionary(grouping: edges.flatMap { [($0.from, $0.to), ($0.to, $0.from)] }, by: \.0)
        var kept: Set<Name> = [center]
        var border = [center]
        while kept.count < limit, !border.isEmpty {
            var next: [Name] = []
            for name in border {
                for (_, other) in steps[name] ?? [] where kept.count < limit && kept.insert(other).inserted {
                    next.append(other)
                }
            }
            border = next
        }
        return kept
    }
}

extension ManifestGraph.Node {
    fileprivate var jsonObject: JSONObject {
        [
            "key": name.description, "kind": name.kind.rawValue, "id": name.text,
            "label": addresses.first ?? name.text, "addresses": addresses, "methods": methods, "remarks": remarks,
            "declared": isDeclared, "file": file, "line": line,
        ]
    }
}

extension ManifestGraph.Edge {
    fileprivate var jsonObject: JSONObject {
        [
            "from": from.description, "to": to.description, "kind": kind.rawValue, "label": label,
            "partial": isPartial,
        ]
    }
}
