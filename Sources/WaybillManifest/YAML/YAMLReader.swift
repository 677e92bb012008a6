/// Turns a file into located nodes. The only reader of YAML: `check`, the loader and the editor server share it.
///
/// Files in the plain part of YAML are read by ``PlainScanner``, all others, and all with findings, by libyaml.
///
/// It never traps, whatever the bytes are, and its time and memory are linear in the file's size.
package enum YAMLReader {
    package static let mostBytes = 8 << 20
    static let mostLevels = 64
    static let mostTextBytes = 64 << 10
    static let mostAliasedNodes = 100_000
    static let bytesOfAliasedNode = 64
    /// Keys, scalars, lists and mappings: some 30,000 routes of six keys.
    static let mostValues = 500_000

    /// The document of a file, with what is wrong in it, in the order of the file.
    ///
    /// After a finding the rest is read on. After a syntax error the node holds what stood before the entry that it cut short,
    /// and at level 65 all that stood before; it is `nil` where nothing did, and where a file has too many values or errors for anything in it to count. An entry
    /// that could not be read at all gives neither node nor findings.
    package static func read(_ file: SourceFile, index: Int) -> (node: YAMLNode?, diagnostics: [Diagnostic]) {
        guard file.isReadable else { return (nil, []) }
        guard file.bytes.count <= mostBytes else {
            return (nil, [.tooBig(at: SourceSpan(file: index, start: 0, end: 0))])
        }
        if let document = PlainScanner.read(file, index: index) { return (document.root, []) }
        return readWithLibYAML(file, index: index)
    }

    /// The same by libyaml, whatever the file.
    package static func readWithLibYAML(
        _ file: SourceFile, index: Int
    ) -> (node: YAMLNode?, diagnostics: [Diagnostic]) {
        let text = YAMLText(file, index: index)
        guard text.isText else { return (nil, text.diagnostics) }
        var builder = YAMLDocumentBuilder(file: file, index: index, text: text)
        builder.report(byteOrderMark: file.byteOrderMarkLength)
        builder.run()
        return (
            builder.isRefused ? nil : builder.build().root, (text.diagnostics + builder.diagnostics).sortedByPlace()
        )
    }
}

extension Diagnostic {
    static func tooBig(at span: SourceSpan) -> Diagnostic {
        Diagnostic(
            .sizeLimit, at: span, "the file is over 8 MiB", help: "split it: every manifest below a folder is read")
    }

    static func tooLong(_ bytes: Int, at span: SourceSpan) -> Diagnostic {
        Diagnostic(
            .sizeLimit, at: span, "a text of \(bytes) bytes is over 64 KiB",
            help: "a manifest names things; put what is so long into a file of its own")
    }

    static func tooMany(at span: SourceSpan) -> Diagnostic {
        Diagnostic(
            .sizeLimit, at: span, "the file holds more than 500,000 values, and is not read further",
            help: "split it: every manifest below a folder is read")
    }
}
