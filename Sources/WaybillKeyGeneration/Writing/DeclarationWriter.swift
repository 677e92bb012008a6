import WaybillManifest
import WaybillSyntax

/// Writes declarations with the source locations of a manifest, so that the compiler reports errors there.
struct DeclarationWriter {
    private let sources: [SourceFile]
    private let folder: String
    /// The start of a declaration for other targets: `public `, or empty.
    let access: String
    /// The start of a declaration, for any isolation of the target: `public nonisolated `.
    let modifiers: String

    init(sources: [SourceFile], access: KeyOptions.Access, below folder: String) {
        self.sources = sources
        self.access = access == .internal ? "" : access.rawValue + " "
        modifiers = self.access + "nonisolated "
        self.folder = folder.isEmpty || folder.hasSuffix("/") ? folder : folder + "/"
    }

    /// Returns lines of Swift. The first line without a comment has the source location of a place in a manifest.
    ///
    /// - Parameter comments: The lines of the documentation.
    func lines(at span: SourceSpan, indent: Int = 0, comments: [String] = [], _ code: String) -> String {
        let blanks = String(repeating: "    ", count: indent)
        let file = sources[span.file].path.swiftLiteral
        let line = max(1, sources[span.file].position(at: span.start).line - comments.count)
        let texts = comments.map { $0.isEmpty ? "///" : "/// " + $0 } + [code]
        // Without blanks, as in the layout of swift-format.
        return "\(blanks)#sourceLocation(file:\(file),line:\(line))\n" + texts.map { blanks + $0 + "\n" }.joined()
    }

    /// Returns a static member of a type, made of a text of the manifest, with its summary.
    func member(_ name: SwiftName, _ text: Located<String>, about summary: String?) -> String {
        lines(
            at: text.span, indent: 1, comments: (summary?.commentLines ?? []) + [origin(of: text)],
            "\(modifiers)static var \(name.escaped): Self { Self(rawValue: \(text.value.swiftLiteral)) }")
    }

    /// Ends the range of ``lines(at:indent:comments:_:)``. What follows has the location of the generated file.
    static let end = "#sourceLocation()\n"

    /// Returns the origin of a declaration: `noteEditor` in Routes/notes.yaml, line 12.
    func origin(of text: Located<String>) -> String {
        let source = sources[text.span.file]
        let path = source.path.hasPrefix(folder) ? String(source.path.dropFirst(folder.count)) : source.path
        let name = text.value.onOneLine.replacing("`", with: "'")
        return "`\(name)` in \(path), line \(source.position(at: text.span.start).line)."
    }
}

extension String {
    /// The text as a Swift literal.
    var swiftLiteral: String {
        let escaped = unicodeScalars.map { scalar -> String in
            switch scalar {
            case "\\": "\\\\"
            case "\"": "\\\""
            case "\n": "\\n"
            case "\r": "\\r"
            case _ where scalar.properties.generalCategory == .control: "\\u{\(String(scalar.value, radix: 16))}"
            default: String(scalar)
            }
        }
        return "\"\(escaped.joined())\""
    }

    var onOneLine: String { commentLines.joined(separator: " ") }

    /// The lines of a documentation comment.
    var commentLines: [String] { split(whereSeparator: \.isNewline).map(String.init) }
}
