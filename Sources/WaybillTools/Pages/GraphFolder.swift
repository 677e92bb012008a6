import WaybillManifest
import WaybillSyntax

/// Makes a sketch of a graph.
struct GraphFolder {
    typealias Name = ManifestGraph.Name
    typealias Node = ManifestGraph.Node
    typealias Edge = ManifestGraph.Edge
    private typealias Line = GraphSketch.Line

    /// More arrows of one kind at one box are drawn as words.
    static let maximumArrows = 8
    /// The maximum number of members that a box shows.
    static let maximumMembers = 12

    let center: Name?
    private let isFolded: Bool
    let nodes: [Node]
    var edges: [Edge]
    /// By node: the words that replace an arrow.
    var remarks: [Name: [String]] = [:]
    /// By route: the handler that serves only it.
    private var handlers: [Name: Name] = [:]
    /// By module: the protocols that only it provides.
    private var provided: [Name: [Name]] = [:]

    init(_ graph: ManifestGraph, center: ManifestGraph.Name?, isFolded: Bool) {
        self.center = center
        self.isFolded = isFolded
        nodes = graph.nodes
        edges = graph.edges
    }

    mutating func fold() -> (boxes: [GraphSketch.Box], arrows: [GraphSketch.Arrow]) {
        if isFolded {
            moveHandlersIntoRoutes()
            moveProtocolsIntoModules()
        }
        var groups = grouped()
        if isFolded, replaceHubs(groups) { groups = grouped() }
        return (groups.map(box), arrows(between: groups))
    }

    // MARK: Nodes that are in the box of another

    private mutating func moveHandlersIntoRoutes() {
        let served = Dictionary(grouping: edges.filter { $0.to.kind == .handler }, by: \.to)
        for (handler, edges) in served where edges.count == 1 && handler != center {
            if edges[0].from.kind == .route { handlers[edges[0].from] = handler }
        }
        edges.removeAll { handlers[$0.from] == $0.to }
    }

    /// If one module provides a protocol, and the protocol has no other edges, its callers are connected to the module.
    private mutating func moveProtocolsIntoModules() {
        let leaving = Dictionary(grouping: edges, by: \.from)
        let adapted = Set(edges.filter { $0.to.kind == .requirement && $0.kind != .requires }.map(\.to))
        var providers: [Name: Name] = [:]
        for node in nodes where node.name.kind == .requirement && node.name != center {
            guard let edges = leaving[node.name], edges.count == 1, edges[0].kind == .provides,
                node.isDeclared, node.remarks.isEmpty, !adapted.contains(node.name)
            else { continue }
            providers[node.name] = edges[0].to
            provided[edges[0].to, default: []].append(node.name)
        }
        edges = edges.compactMap { edge in
            guard let provider = providers[edge.to] else { return providers[edge.from] == nil ? edge : nil }
            var edge = edge
            if provided[provider]?.count ?? 0 > 1 { edge.label = edge.to.text }
            edge.to = provider
            return edge
        }
    }

    // MARK: Nodes with the same neighbors

    /// The common properties of the nodes of one box.
    private struct GroupKey: Hashable {
        var kind: ManifestGraph.Kind
        var file: String?
        var isDeclared: Bool
        /// The edges without the node itself.
        var edges: Set<Edge>
        var remarks: [String]
        /// Set for a node that must have its own box.
        var alone: ManifestGraph.Name?
    }

    /// Returns the nodes by box.
    private func grouped() -> [[Node]] {
        let leaving = Dictionary(grouping: edges, by: \.from)
        let arriving = Dictionary(grouping: edges, by: \.to)
        var groups: [[Node]] = []
        var places: [GroupKey: Int] = [:]
        let hidden = Set(handlers.values).union(provided.values.joined())
        for node in nodes where !hidden.contains(node.name) {
            let own = (leaving[node.name] ?? []) + (arriving[node.name] ?? [])
            let key = likeness(of: node, own)
            if let place = places[key] {
                groups[place].append(node)
            } else {
                places[key] = groups.count
                groups.append([node])
            }
        }
        return groups
    }

    private func likeness(of node: Node, _ edges: [Edge]) -> GroupKey {
        let mayShare = isFolded && node.name != center && (node.name.kind == .route || node.name.kind == .requirement)
        let blank = Name(node.name.kind, "")
        return GroupKey(
            kind: node.name.kind, file: node.file, isDeclared: node.isDeclared,
            edges: !mayShare
                ? []
                : Set(
                    edges.map { edge in
                        var edge = edge
                        if edge.from == node.name { edge.from = blank }
                        if edge.to == node.name { edge.to = blank }
                        return edge
                    }), remarks: remarks[node.name] ?? [], alone: mayShare ? nil : node.name)
    }

    // MARK: The sketch

    static func boxes(of groups: [[Node]]) -> [Name: Int] {
        var boxes: [Name: Int] = [:]
        for (index, group) in groups.enumerated() {
            for node in group { boxes[node.name] = index }
        }
        return boxes
    }

    private func arrows(between groups: [[Node]]) -> [GraphSketch.Arrow] {
        let box = Self.boxes(of: groups)
        var found: [GraphSketch.Arrow: [String]] = [:]
        for edge in edges {
            guard let from = box[edge.from], let to = box[edge.to] else { continue }
            let arrow = GraphSketch.Arrow(from: from, to: to, kind: edge.kind, isPartial: edge.isPartial)
            let label = found[arrow] ?? []
            found[arrow] = edge.label.isEmpty || label.contains(edge.label) ? label : label + [edge.label]
        }
        return found.map { arrow, labels in
            var arrow = arrow
            arrow.label = labels.joined(separator: ", ")
            return arrow
        }.sorted { ($0.from, $0.to, $0.kind.rawValue, $0.label) < ($1.from, $1.to, $1.kind.rawValue, $1.label) }
    }

    private func box(of group: [Node]) -> GraphSketch.Box {
        let first = group[0]
        let group = group.sorted { ($0.addresses.first ?? "", $0.name) < ($1.addresses.first ?? "", $1.name) }
        var lines = group.prefix(Self.limit(group.count)).flatMap(lines)
        let left = group.count - Self.limit(group.count)
        if left > 0 { lines.append(Line(weight: .remark, text: "… and \(left) more")) }
        lines += (remarks[first.name] ?? []).map { Line(weight: .remark, text: $0) }
        return GraphSketch.Box(
            name: first.name, lines: lines, file: first.file,
            place: first.file.map { "\($0):\(first.line ?? 1)" }, isDeclared: first.isDeclared,
            isCenter: first.name == center)
    }

    /// A line such as "1 more" would not save a line.
    private static func limit(_ count: Int) -> Int { count <= maximumMembers + 1 ? count : maximumMembers }

    private func lines(of node: Node) -> [Line] {
        let isRoute = node.name.kind == .route
        let methods = node.methods.joined(separator: ", ")
        var lines: [Line] = []
        if !isRoute { lines.append(Line(weight: .title, text: node.name.text.isEmpty ? "\"\"" : node.name.text)) }
        for (index, address) in node.addresses.enumerated() {
            lines.append(
                Line(
                    weight: .plain, lead: index == 0 ? methods : "", text: address,
                    trail: isRoute && index == 0 ? trail(of: node) : ""))
        }
        for name in provided[node.name] ?? [] { lines.append(Line(weight: .provided, text: name.text)) }
        var remarks = node.remarks
        if !node.isDeclared { remarks.append("not declared") }
        if !node.isComplete { remarks.append("arrows left out") }
        if !remarks.isEmpty { lines.append(Line(weight: .remark, text: remarks.joined(separator: ", "))) }
        return lines
    }

    /// Returns a route's id, if it is explicit and the handler has another name, and the handler.
    private func trail(of node: Node) -> String {
        let handler = handlers[node.name]?.text
        let id = node.isNamed && handler != node.name.text ? node.name.text : ""
        return [id, handler.map { "→ \($0)" } ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
    }
}
