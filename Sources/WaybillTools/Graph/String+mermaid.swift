import WaybillManifest

extension String {
    /// The text for a quoted label of Mermaid, which reads labels as HTML, as Markdown, and in some other ways.
    ///
    /// - Note: Tested with Mermaid 11.12 in a browser, with names made of each of these characters.
    var mermaidLabel: String {
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
