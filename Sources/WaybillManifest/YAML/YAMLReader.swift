/// Turns a file into located nodes. The only reader of YAML: `check`, the loader and the editor server share it.
///
/// It never traps, whatever the bytes are, and its time and memory are linear in the file's size.
package enum YAMLReader {
    static let mostBytes = 8 << 20
    static let mostLevels = 64
    static let mostAliasedNodes = 100_000
    /// Findings of one rule beyond this in one file are dropped: nobody reads them, and a hostile file makes millions.
    static let mostFindings = 10_000

    /// The document of a file, with what is wrong in it, in the order of the file.
    ///
    /// After a finding the rest is read on. After a syntax error, and at level 65, the node holds what stood before;
    /// it is `nil` where nothing did. An entry that could not be read at all gives neither node nor findings.
    package static func read(_ file: SourceFile, index: Int) -> (node: YAMLNode?, diagnostics: [Diagnostic]) {
        guard file.isReadable else { return (nil, []) }
        guard file.bytes.count <= mostBytes else {
            return (nil, [.tooBig(at: SourceSpan(file: index, start: 0, end: 0))])
        }
        let text = YAMLText(file, index: index)
        guard text.isText else { return (nil, text.diagnostics) }
        var builder = YAMLDocumentBuilder(file: file, index: index, text: text)
        builder.report(byteOrderMark: file.byteOrderMarkLength)
        builder.run()
        return (builder.build().root, (text.diagnostics + builder.diagnostics).sortedByPlace())
    }
}

extension Diagnostic {
    static func tooBig(at span: SourceSpan) -> Diagnostic {
        Diagnostic(
            .sizeLimit, at: span, "the file is over 8 MiB", help: "split it: every manifest below a folder is read")
    }
}
