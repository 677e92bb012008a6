import WaybillManifest
import WaybillSyntax

/// Writes declarations that the compiler takes for lines of a manifest: an error in one is reported there.
struct DeclarationWriter {
    private let sources: [SourceFile]
    private let folder: String
    /// What a declaration that others may use begins with: `public `, or nothing.
    let access: String
    /// What a declaration begins with, whatever the isolation of the target: `public nonisolated `.
    let modifiers: String

    init(sources: [SourceFile], access: KeyOptions.Access, below folder: String) {
        self.sources = sources
        self.access = access == .internal ? "" : access.rawValue + " "
        modifiers = self.access + "nonisolated "
        self.folder = folder.isEmpty || folder.hasSuffix("/") ? folder : folder + "/"
    }

    /// Lines of Swift whose first one without a comment is the line of a place in a manifest.
    ///
    /// - Parameter comments: Documentation, a line each.
    func lines(at span: SourceSpan, indent: Int = 0, comments: [String] = [], _ code: String...) -> String {
        let blanks = String(repeating: "    ", count: indent)
        let file = sources[span.file].path.swiftLiteral
        let line = max(1, sources[span.file].position(at: span.start).line - comments.count)
        let texts = comments.map { $0.isEmpty ? "///" : "/// " + $0 } + code
        // Without blanks, as swift-format leaves it.
        return "\(blanks)#sourceLocation(file:\(file),line:\(line))\n" + texts.map { blanks + $0 + "\n" }.joined()
    }

    /// A static member of a type, with what the manifest says of it.
    func member(_ name: String, _ text: Located<String>, about summaries: String?..., is value: String) -> String {
        let comments = summaries.compactMap(\.self).flatMap(\.commentLines) + [origin(of: text)]
        return lines(
            at: text.span, indent: 1, comments: comments, "\(modifiers)static var \(name): Self { \(value) }")
    }

    /// Ends what ``lines(at:indent:comments:_:)`` began: what follows is the generated file's own.
    static let end = "#sourceLocation()\n"

    /// Where a declaration comes from: `noteEditor` in Routes/notes.yaml, line 12.
    func origin(of text: Located<String>) -> String {
        let source = sources[text.span.file]
        let path = source.path.hasPrefix(folder) ? String(source.path.dropFirst(folder.count)) : source.path
        let name = text.value.split(whereSeparator: \.isNewline).joined(separator: " ").replacing("`", with: "'")
        return "`\(name)` in \(path), line \(source.position(at: text.span.start).line)."
    }
}

extension String {
    /// As Swift writes this text.
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

    /// The lines of a documentation comment.
    var commentLines: [String] { split(whereSeparator: \.isNewline).map(String.init) }
}
