/// Reads a file into a document of located nodes, with libyaml. It is the only reader of YAML: `check`, the loader and
/// the editor server use it.
///
/// It never traps, for any bytes, and its time and memory are linear in the size of the file.
package enum YAMLReader {
    package static let maximumBytes = SourceFile.byteLimit
    static let levelLimit = 64
    static let textByteLimit = 64 << 10
    static let aliasedNodeLimit = 100_000
    static let bytesPerAliasedNode = 64
    /// The limit of keys, scalars, lists and mappings: about 30,000 routes of six keys.
    static let valueLimit = 500_000
    /// libyaml compares each `%TAG` directive with all others. A manifest needs none.
    private static let directiveLimit = 100

    /// Returns the root of a file's document, and the problems of the file in the order of their places.
    ///
    /// Reading goes on after a problem. After a syntax error, the document contains what precedes the broken entry; if
    /// a value is nested too deeply, what precedes that value. The root is `nil` if nothing precedes it, or if the file
    /// exceeds the limit of values or errors. For a file that could not be loaded there is neither a root nor a
    /// diagnostic.
    ///
    /// A file that keeps its document is not parsed again.
    package static func read(_ file: SourceFile, index: Int) -> Reading {
        file.withKept { Self.reading($0, index: index) } ?? parse(file, index: index)
    }

    package typealias Reading = (node: YAMLNode?, diagnostics: [Diagnostic])

    /// Returns the same as ``read(_:index:)``, and lets the file keep it for later callers.
    ///
    /// A document is several times as large as its file. So compiling does not keep it, and a service never does: only
    /// tools, for the files that they look at again.
    package static func readOnce(_ file: SourceFile, index: Int) -> Reading {
        file.withKept { kept in
            if let known = Self.reading(kept, index: index) { return known }
            let reading = parse(file, index: index)
            kept = KeptReading(index: index, reading: reading)
            return reading
        }
    }

    private final class KeptReading: Sendable {
        /// The index of the file in all spans.
        let index: Int
        let reading: Reading

        init(index: Int, reading: Reading) {
            self.index = index
            self.reading = reading
        }
    }

    private static func reading(_ kept: (any AnyObject & Sendable)?, index: Int) -> Reading? {
        guard let kept = kept as? KeptReading, kept.index == index else { return nil }
        return kept.reading
    }

    private static func parse(_ file: SourceFile, index: Int) -> Reading {
        guard file.isReadable else { return (nil, []) }
        guard file.bytes.count <= maximumBytes else {
            return (nil, [.tooBig(at: .startOfFile(index))])
        }
        if let place = directiveBeyondLimit(of: file, index: index) { return (nil, [.tooManyDirectives(at: place)]) }
        let text = YAMLText(file, index: index)
        guard text.isText else { return (nil, text.diagnostics) }
        var builder = YAMLDocumentBuilder(file: file, index: index, text: text)
        builder.report(byteOrderMark: file.byteOrderMarkLength)
        builder.run()
        let root = builder.isRefused ? nil : builder.build().root
        return (root, (text.diagnostics + builder.diagnostics).sortedByPlace())
    }

    private static func directiveBeyondLimit(of file: SourceFile, index: Int) -> SourceSpan? {
        guard file.bytes.contains(UInt8(ascii: "%")) else { return nil }
        var count = 0
        for offset in file.bytes.indices where file.bytes[offset] == UInt8(ascii: "%") {
            guard offset == file.byteOrderMarkLength || offset > 0 && file.bytes[offset - 1].isBreak else { continue }
            count += 1
            if count > directiveLimit { return SourceSpan(file: index, start: offset, end: offset + 1) }
        }
        return nil
    }
}

extension Diagnostic {
    static func tooBig(at span: SourceSpan) -> Diagnostic {
        Diagnostic(
            .sizeLimit, at: span, "the file is over 8 MiB", help: "split it: all manifests of a folder are read")
    }

    static func tooLong(_ bytes: Int, at span: SourceSpan) -> Diagnostic {
        Diagnostic(
            .sizeLimit, at: span, "a text of \(bytes) bytes is over 64 KiB",
            help: "move text of this length to a file that the service reads")
    }

    fileprivate static func tooManyDirectives(at span: SourceSpan) -> Diagnostic {
        Diagnostic(
            .sizeLimit, at: span, "the file has more than 100 directives; it is not read",
            help: "delete the lines that start with '%'")
    }

    static func tooMany(at span: SourceSpan) -> Diagnostic {
        Diagnostic(
            .sizeLimit, at: span, "the file has more than 500,000 values; the rest is not read",
            help: "split it: all manifests of a folder are read")
    }
}
