import WaybillManifest

/// Writes a sketch as a Mermaid flowchart, which GitHub and GitLab draw in pages.
package struct MermaidPrinter {
    /// The default limit of Mermaid.
    package static let maximumArrows = 500
    package static let maximumCharacters = 50_000

    private let sketch: GraphSketch
    private let hasLegend: Bool
    /// By box. The ids are plain, and never the reserved `end`.
    private let ids: [String]

    package init(_ sketch: GraphSketch, hasLegend: Bool = true) {
        self.sketch = sketch
        self.hasLegend = hasLegend
        var taken: Set<String> = []
        ids = sketch.boxes.map { box in
            let plain = Self.plain(box.name.description)
            var id = plain
            var count = 1
            while !taken.insert(id).inserted {
                count += 1
                id = "\(plain)_\(count)"
            }
            return id
        }
    }

    package var text: String {
        var lines = ["%%{init: {\"flowchart\": {\"wrappingWidth\": 800}}}%%", "flowchart LR"]
        for (number, cluster) in sketch.clusters.enumerated() {
            let nodes = cluster.boxes.map(node)
            guard let file = cluster.file else {
                lines += nodes.map { "  " + $0 }
                continue
            }
            lines += ["  subgraph file_\(number)[\"\(file.mermaidLabel)\"]", "    direction LR"]
            lines += nodes.map { "    " + $0 } + ["  end"]
        }
        lines += sketch.arrows.map(arrow)
        if hasLegend, !sketch.boxes.isEmpty { lines += legend }
        return (lines + styles).joined(separator: "\n") + "\n"
    }

    /// Whether Mermaid draws it with its default configuration.
    package var isDrawnAnywhere: Bool {
        sketch.arrows.count <= Self.maximumArrows && text.count <= Self.maximumCharacters
    }

    private func node(_ index: Int) -> String {
        let box = sketch.boxes[index]
        let (open, close) = GraphStyle.shape(of: box.name.kind).brackets
        let lines = box.lines.map { line in
            let words = [line.lead, line.text, line.trail].filter { !$0.isEmpty }.map(\.mermaidLabel)
            let text = words.joined(separator: " ")
            return line.weight == .title ? "<b>\(text)</b>" : line.weight == .provided ? "○ \(text)" : text
        }
        let style = box.isDeclared ? Self.style(of: box.name.kind) : Self.style(of: .target)
        return "\(ids[index])\(open)\"\(lines.joined(separator: "<br/>"))\"\(close):::\(style)"
    }

    private func arrow(_ arrow: GraphSketch.Arrow) -> String {
        let line = GraphStyle.line(of: arrow.kind)
        let label = arrow.text.isEmpty ? "" : "|\"\(arrow.text.mermaidLabel)\"|"
        return "  \(ids[arrow.from]) \(line.mermaid)\(label) \(ids[arrow.to])"
    }

    private var legend: [String] {
        let kinds = sketch.kinds.map { kind in
            let shape = GraphStyle.shape(of: kind)
            return
                "    legend_\(kind.rawValue)\(shape.brackets.0)\"\(shape.title)\"\(shape.brackets.1):::\(Self.style(of: kind))"
        }
        return ["  subgraph legend[\"Legend\"]", "    direction TB"] + kinds + ["  end"]
    }

    // MARK: Styles

    private static func style(of kind: ManifestGraph.Kind) -> String { "\(kind.rawValue)Style" }

    private var styles: [String] {
        let kinds = ManifestGraph.Kind.allCases.filter { kind in
            sketch.boxes.contains { $0.name.kind == kind || (!$0.isDeclared && kind == .target) }
        }
        let classes = kinds.map { kind in
            let shape = GraphStyle.shape(of: kind)
            let dashes = kind == .target ? ",stroke-dasharray:4 3" : ""
            return
                "  classDef \(Self.style(of: kind)) fill:\(shape.ink.fill),stroke:\(shape.ink.stroke),color:#1A1A1A,text-align:left\(dashes)"
        }
        let groups = sketch.clusters.indices.filter { sketch.clusters[$0].file != nil }.map { "file_\($0)" }
        let frames = groups + (hasLegend && !sketch.boxes.isEmpty ? ["legend"] : [])
        let framing =
            frames.isEmpty
            ? []
            : [
                "  classDef frame fill:none,stroke:#BBBBBB,color:#555555",
                "  class \(frames.joined(separator: ",")) frame",
            ]
        let colors = Dictionary(grouping: sketch.arrows.indices) { index in
            GraphStyle.line(of: sketch.arrows[index].kind).ink.stroke
        }
        let center = sketch.boxes.indices.filter { sketch.boxes[$0].isCenter }
            .map { "  style \(ids[$0]) stroke-width:3px" }
        return classes + framing + center
            + colors.sorted { $0.key < $1.key }.map { color, numbers in
                "  linkStyle \(numbers.map(String.init).joined(separator: ",")) stroke:\(color)"
            }
    }

    // MARK: Text

    private static func plain(_ text: String) -> String {
        String(text.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
    }
}

extension String {
    /// The text for a quoted label of Mermaid, which reads labels as HTML, as Markdown, and in some other ways.
    ///
    /// - Note: Tested with Mermaid 11.12 in a browser, with names made of each of these characters.
    fileprivate var mermaidLabel: String {
        let text = Array(safeOnScreen.unicodeScalars)
        return text.indices.map { index in
            let scalar = text[index]
            let rest = String(String.UnicodeScalarView(text[index...].prefix(3)))
            // Icons (`fa:fa-car`) and formulas cannot be escaped, so an invisible character separates them.
            if rest == ":fa" || rest.hasPrefix("$$") { return "\(scalar)#8288;" }
            if Self.read.contains(scalar) { return "#\(scalar.value);" }
            return Self.isMarkdown(text, index) ? "\\\(scalar)" : String(scalar)
        }.joined()
    }

    /// The characters that Mermaid or HTML interprets.
    private static let read = Set("\"#&<>;%".unicodeScalars)
    /// The characters that Markdown interprets anywhere.
    private static let marks = Set("*_`~[]()\\@|{}!".unicodeScalars)

    /// Whether Markdown interprets a character: as emphasis, as a link, or at the beginning as a list or a heading.
    private static func isMarkdown(_ text: [Unicode.Scalar], _ index: Int) -> Bool {
        switch text[index] {
        case let mark where marks.contains(mark): true
        case "-", "+", "=": index == 0
        case ":": text[(index + 1)...].starts(with: "//".unicodeScalars)
        case ".":
            text[..<index].suffix(3).allSatisfy { $0 == "w" || $0 == "W" }
                || text[..<index].allSatisfy { ("0"..."9").contains($0) }
        default: false
        }
    }
}
