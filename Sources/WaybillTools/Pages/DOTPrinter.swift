import WaybillManifest

/// Writes a sketch in the language of Graphviz.
///
/// Labels are HTML-like, so that only XML characters are special. Names of nodes are quoted.
package struct DOTPrinter {
    private let sketch: GraphSketch
    private let hasLegend: Bool

    package init(_ sketch: GraphSketch, hasLegend: Bool = true) {
        self.sketch = sketch
        self.hasLegend = hasLegend
    }

    package var text: String {
        var lines = ["digraph waybill {"] + Self.head
        for (number, cluster) in sketch.clusters.enumerated() {
            guard let file = cluster.file else {
                lines += nodes(cluster.boxes, indentation: "  ")
                continue
            }
            lines += ["  subgraph cluster_\(number) {", "    label=\(Self.quoted(file))"]
            lines += nodes(cluster.boxes, indentation: "    ") + ["  }"]
        }
        lines += edges
        if hasLegend, !sketch.boxes.isEmpty { lines.append("  label=<\(legend)>") }
        return (lines + ["}"]).joined(separator: "\n") + "\n"
    }

    private static let head = [
        "  graph [rankdir=LR, nodesep=0.18, ranksep=0.5, pad=0.25, bgcolor=\"#FFFFFF\", color=\"#BBBBBB\", labeljust=l,",
        "    fontname=\"Helvetica,Arial,sans-serif\", fontsize=11, fontcolor=\"#555555\", tooltip=\" \"]",
        "  node [fontname=\"Helvetica,Arial,sans-serif\", fontsize=11, fontcolor=\"#1A1A1A\", height=0.3]",
        "  edge [fontname=\"Helvetica,Arial,sans-serif\", fontsize=9, arrowsize=0.7]",
    ]

    // MARK: Boxes

    /// The common attributes of boxes of a kind are written once before them.
    private func nodes(_ boxes: [Int], indentation: String) -> [String] {
        var lines: [String] = []
        var last: ManifestGraph.Kind?
        for box in boxes.map({ sketch.boxes[$0] }) {
            if box.name.kind != last {
                let shape = GraphStyle.shape(of: box.name.kind)
                let margin = shape.dot == "octagon" ? "0,0" : "0.1,0.05"
                lines.append(
                    "node [shape=\(shape.dot), style=\"\(shape.dotStyle)\", color=\"\(shape.ink.stroke)\", "
                        + "fillcolor=\"\(shape.ink.fill)\", margin=\"\(margin)\"]")
                last = box.name.kind
            }
            lines.append(node(box))
        }
        return lines.map { indentation + $0 }
    }

    private func node(_ box: GraphSketch.Box) -> String {
        var attributes: [String] = []
        if !box.isDeclared {
            let missing = GraphStyle.shape(of: .target)
            attributes.append(
                "style=\"\(missing.dotStyle)\", color=\"\(missing.ink.stroke)\", fillcolor=\"\(missing.ink.fill)\"")
        }
        if box.isCenter { attributes.append("penwidth=3") }
        if let place = box.place { attributes.append("tooltip=\(Self.quoted(place))") }
        attributes.append("label=<\(table(box.lines))>")
        return "\(Self.quoted(box.name.description)) [\(attributes.joined(separator: ", "))]"
    }

    private func table(_ lines: [GraphSketch.Line]) -> String {
        let hasLeads = lines.contains { !$0.lead.isEmpty }
        let hasTrails = lines.contains { !$0.trail.isEmpty }
        let columns = 1 + (hasLeads ? 1 : 0) + (hasTrails ? 1 : 0)
        let rows = lines.map { line in
            guard line.weight == .plain else {
                return "<tr><td align=\"left\" colspan=\"\(columns)\">\(Self.styled(line))</td></tr>"
            }
            return "<tr>" + (hasLeads ? Self.cell(Self.faint(line.lead)) : "") + Self.cell(Self.styled(line))
                + (hasTrails ? Self.cell(Self.faint(line.trail)) : "") + "</tr>"
        }
        return "<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"1\">\(rows.joined())</table>"
    }

    private static func cell(_ text: String) -> String { "<td align=\"left\">\(text)</td>" }

    private static func styled(_ line: GraphSketch.Line) -> String {
        switch line.weight {
        case .title: "<b>\(escaped(line.text))</b>"
        case .plain: escaped(line.text)
        case .provided: "○ \(escaped(line.text))"
        case .remark: small(line.text)
        }
    }

    private static func small(_ text: String) -> String {
        "<font point-size=\"9\" color=\"#555555\">\(escaped(text))</font>"
    }

    /// Graphviz refuses an empty element.
    private static func faint(_ text: String) -> String {
        text.isEmpty ? "" : "<font color=\"#555555\">\(escaped(text))</font>"
    }

    // MARK: Arrows

    private var edges: [String] {
        sketch.arrowKinds.flatMap { kind in
            let line = GraphStyle.line(of: kind)
            let common =
                "  edge [color=\"\(line.ink.stroke)\", fontcolor=\"\(line.ink.stroke)\", style=\(line.dotStyle), "
                + "arrowhead=\(line.dotHead), tooltip=\"\(line.title)\"]"
            return [common] + sketch.arrows.filter { $0.kind == kind }.map(edge)
        }
    }

    private func edge(_ arrow: GraphSketch.Arrow) -> String {
        let from = sketch.boxes[arrow.from].name
        let to = sketch.boxes[arrow.to].name
        let label = arrow.text.isEmpty ? "" : " [label=<\(Self.escaped(arrow.text))>]"
        return "  \(Self.quoted(from.description)) -> \(Self.quoted(to.description))\(label)"
    }

    // MARK: Legend

    private var legend: String {
        let boxes = sketch.kinds.map { kind in
            let shape = GraphStyle.shape(of: kind)
            return "<td border=\"1\" color=\"\(shape.ink.stroke)\" bgcolor=\"\(shape.ink.fill)\">\(shape.title)</td>"
        }
        let provided = sketch.hasProvidedLines ? ["<td>○ provides</td>"] : []
        let lines = sketch.arrowKinds.map { kind in
            let line = GraphStyle.line(of: kind)
            return "<td><font color=\"\(line.ink.stroke)\">\(Self.sign(of: line.dotStyle)) \(line.title)</font></td>"
        }
        return
            "<table border=\"0\" cellborder=\"0\" cellspacing=\"6\"><tr>\((boxes + provided + lines).joined())</tr></table>"
    }

    private static func sign(of style: String) -> String {
        switch style {
        case "dashed": "- - ▸"
        case "dotted": "· · ▸"
        case "bold": "━━▸"
        default: "──▸"
        }
    }

    // MARK: Text

    /// Graphviz replaces `\N` and the like in every text.
    private static func quoted(_ text: String) -> String {
        "\"\(text.safeOnScreen.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
    }

    private static func escaped(_ text: String) -> String {
        text.safeOnScreen.replacing("\\", with: "\\\\").replacing("&", with: "&amp;").replacing("<", with: "&lt;")
            .replacing(">", with: "&gt;").replacing("\"", with: "&quot;")
    }
}

extension GraphSketch.Arrow {
    /// The text at the arrow.
    var text: String {
        let parts = kind == .adapts && !label.isEmpty ? "using \(label)" : label
        return isPartial ? parts.isEmpty ? "some" : "\(parts) (some)" : parts
    }
}
