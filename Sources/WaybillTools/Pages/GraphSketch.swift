import WaybillManifest

/// A graph as it is drawn: boxes with lines of text, and arrows between them.
///
/// A picture of many nodes stays readable, and nothing is lost: nodes with the same neighbors share a box, a handler
/// that serves one route is in the route's line, and a node with very many arrows is named in the boxes of the others
/// instead.
package struct GraphSketch: Sendable {
    package private(set) var boxes: [Box]
    /// Between indices of boxes.
    package private(set) var arrows: [Arrow]

    package struct Box: Sendable {
        /// The name of its first node.
        package var name: ManifestGraph.Name
        package var lines: [Line]
        /// The file that declares it, if files are shown.
        package var file: String?
        /// The place of the declaration: `Routes/notes.yaml:12`.
        package var place: String?
        package var isDeclared = true
        /// Whether the picture is drawn around it.
        package var isCenter = false
    }

    /// A line of a box, in up to three columns.
    package struct Line: Sendable, Hashable {
        package enum Weight: Sendable {
            case title, plain
            /// A protocol that only this module provides.
            case provided
            case remark
        }

        package var weight: Weight
        /// A route's methods.
        package var lead = ""
        package var text: String
        /// A route's id, and its handler.
        package var trail = ""
    }

    package struct Arrow: Sendable, Hashable {
        package var from: Int
        package var to: Int
        package var kind: ManifestGraph.EdgeKind
        package var label = ""
        package var isPartial = false
    }

    /// The limit of boxes up to which they are grouped by file by default. In larger pictures, arrows are easier to
    /// follow without groups.
    static let maximumBoxesByFile = 30

    /// - Parameters:
    ///   - center: The node around which the picture is drawn, if any.
    ///   - isFolded: Whether similar nodes share a box, and hubs are replaced by words.
    ///   - isByFile: Whether the nodes of one file are grouped; `nil` to group them in small pictures.
    package init(
        _ graph: ManifestGraph, center: ManifestGraph.Name? = nil, isFolded: Bool = true, isByFile: Bool? = nil
    ) {
        var folder = GraphFolder(graph, center: center, isFolded: isFolded)
        (boxes, arrows) = folder.fold()
        shortenFiles(isShown: isByFile ?? (boxes.count <= Self.maximumBoxesByFile))
    }

    /// Shortens the names of files to the part below their common folder, and removes them if there is only one file.
    private mutating func shortenFiles(isShown: Bool) {
        let paths = Set(boxes.compactMap(\.file)).map { $0.split(separator: "/", omittingEmptySubsequences: false) }
        guard isShown, let first = paths.first, paths.count > 1 else {
            for index in boxes.indices { boxes[index].file = nil }
            return
        }
        let shared = first.indices.prefix { place in
            paths.allSatisfy { place < $0.count - 1 && $0[place] == first[place] }
        }
        for index in boxes.indices {
            let parts = boxes[index].file?.split(separator: "/", omittingEmptySubsequences: false)
            boxes[index].file = parts?.dropFirst(shared.count).joined(separator: "/")
        }
    }

    /// The kinds of boxes and of arrows that occur, in the order of their declaration.
    var kinds: [ManifestGraph.Kind] {
        ManifestGraph.Kind.allCases.filter { kind in boxes.contains { $0.name.kind == kind && $0.isDeclared } }
    }

    var hasProvidedLines: Bool { boxes.contains { $0.lines.contains { $0.weight == .provided } } }

    var arrowKinds: [ManifestGraph.EdgeKind] {
        ManifestGraph.EdgeKind.allCases.filter { kind in arrows.contains { $0.kind == kind } }
    }

    /// The boxes by file, those without a file first.
    var clusters: [(file: String?, boxes: [Int])] {
        Dictionary(grouping: boxes.indices) { boxes[$0].file }
            .sorted { ($0.key ?? "") < ($1.key ?? "") }.map { ($0.key, $0.value) }
    }
}
