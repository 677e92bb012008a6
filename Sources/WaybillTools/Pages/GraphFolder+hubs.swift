import WaybillManifest
import WaybillSyntax

/// Nodes with very many arrows, which are replaced by words.
extension GraphFolder {
    /// A kind of arrow, and the words that replace it.
    private struct Wording {
        var kind: ManifestGraph.EdgeKind
        var hub: KeyPath<Edge, Name>
        var other: KeyPath<Edge, Name>
        /// In the hub: `before 30 routes`.
        var ofHub: String
        /// Of each of the others: `after signed-in`.
        var ofOthers: String
        var noun: String
    }

    private static var wordings: [Wording] {
        [
            Wording(
                kind: .guards, hub: \.from, other: \.to, ofHub: "runs before", ofOthers: "after", noun: "route"),
            Wording(
                kind: .rewrites, hub: \.from, other: \.to, ofHub: "rewrites to", ofOthers: "reached by",
                noun: "route"),
            Wording(
                kind: .requires, hub: \.to, other: \.from, ofHub: "required by", ofOthers: "requires",
                noun: "module"),
        ]
    }

    /// - Returns: Whether there were any.
    mutating func replaceHubs(_ groups: [[Node]]) -> Bool {
        let box = Self.boxes(of: groups)
        let count = edges.count
        for wording in Self.wordings { replaceHubs(wording, box) }
        return edges.count < count
    }

    private mutating func replaceHubs(_ wording: Wording, _ box: [Name: Int]) {
        let hubs = Dictionary(grouping: edges.filter { $0.kind == wording.kind }, by: { $0[keyPath: wording.hub] })
            .filter { isHub($0, $1.map { $0[keyPath: wording.other] }, box) }
        var newRemarks: [Name: [String]] = [:]
        for (hub, edges) in hubs.sorted(by: { $0.key < $1.key }) {
            let others = Set(edges.map { $0[keyPath: wording.other] })
            let isEvery = others.count == nodes.count { $0.name.kind == .route } && !edges.contains(where: \.isPartial)
            let isCollective = wording.noun == "route" && isEvery
            remarks[hub, default: []].append(
                isCollective ? "\(wording.ofHub) every route" : "\(wording.ofHub) \(others.count) \(wording.noun)s")
            guard !isCollective else { continue }
            for edge in edges {
                newRemarks[edge[keyPath: wording.other], default: []].append(
                    hub.text + (edge.isPartial ? " (some)" : ""))
            }
        }
        for (name, hubs) in newRemarks {
            remarks[name, default: []].append("\(wording.ofOthers) \(hubs.joined(separator: ", "))")
        }
        edges.removeAll { $0.kind == wording.kind && hubs[$0[keyPath: wording.hub]] != nil }
    }

    /// Whether a node is a hub. The center of the picture is not, nor is a node whose arrow to the center must be
    /// shown.
    private func isHub(_ name: Name, _ others: [Name], _ box: [Name: Int]) -> Bool {
        name != center && !others.contains { $0 == center } && Set(others.map { box[$0] }).count > Self.maximumArrows
    }
}
