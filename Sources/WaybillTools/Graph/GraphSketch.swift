import WaybillManifest

/// A graph as it is drawn: boxes with lines of text, and arrows between them.
///
/// What would make a picture of many nodes unreadable is left out of it without being lost: nodes with the same neighbours
/// share a box, a handler that serves one route is in the route's line, and who is connected to very many is named in
/// their boxes instead of by an arrow to each.
package struct GraphSketch: Sendable {
    package private(set) var boxes: [Box]
    /// Between indices of boxes.
    package private(set) var arrows: [Arrow]

    package struct Box: Sendable {
        /// Of the first node in it.
        package var name: ManifestGraph.Name
        package var lines: [Line]
        /// The file that declares it, where the files are shown.
        package var file: String?
        /// Where that is: `Routes/notes.yaml:12`.
        package var place: String?
        package var isDeclared = true
        /// Whether the picture is drawn around it.
        package var isCentre = false
    }

    /// A line of a box, in up to three columns.
    package struct Line: Sendable, Hashable {
        package enum Weight: Sendable {
            case title, plain
            /// A protocol that a module, and nothing else, provides.
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

    /// Up to so many boxes are together with those of their file unless it is asked for otherwise: with more of them what
    /// leads where is easier to follow without.
    static let mostBoxesByFile = 30

    /// - Parameters:
    ///   - centre: The node that the picture is drawn around, if it is.
    ///   - isFolded: Whether what is alike may share a box, and what is everywhere be named instead of connected.
    ///   - isByFile: Whether what one file declares is together; `nil` for pictures that are not large.
    package init(
        _ graph: ManifestGraph, centre: ManifestGraph.Name? = nil, isFolded: Bool = true, isByFile: Bool? = nil
    ) {
        var folder = GraphFolder(graph, centre: centre, isFolded: isFolded)
        (boxes, arrows) = folder.fold()
        shortenFiles(isShown: isByFile ?? (boxes.count <= Self.mostBoxesByFile))
    }

    /// Names files from the folder on that they share, and none where there is but one.
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

    /// The boxes by file, those of no file first.
    var clusters: [(file: String?, boxes: [Int])] {
        Dictionary(grouping: boxes.indices) { boxes[$0].file }
            .sorted { ($0.key ?? "") < ($1.key ?? "") }.map { ($0.key, $0.value) }
    }
}
