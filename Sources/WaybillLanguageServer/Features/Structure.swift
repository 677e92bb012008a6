import WaybillSyntax

/// The nested values of a document, for editors that fold and select them.
enum Structure {
    /// Returns the lists and mappings of several lines, and the blocks of comments.
    static func foldingRanges(_ document: TextDocument) -> JSONValue {
        let file = document.file
        var ranges: [(start: Int, end: Int, kind: String?)] = commentBlocks(of: file).map { ($0, $1, "comment") }
        if let root = YAMLReader.read(file, index: 0).node { fold(root, file, &ranges) }
        return .array(
            ranges.sorted { ($0.start, $0.end) < ($1.start, $1.end) }.map { range in
                (["startLine": .integer(range.start), "endLine": .integer(range.end)] as JSONValue)
                    .with("kind", range.kind.map(JSONValue.string))
            })
    }

    private static func fold(
        _ node: YAMLNode, _ file: SourceFile, _ ranges: inout [(start: Int, end: Int, kind: String?)]
    ) {
        for (start, value) in children(of: node) {
            let first = file.position(at: start).line
            let last = file.position(at: file.contentEnd(of: value.span)).line
            if last > first { ranges.append((first - 1, last - 1, nil)) }
            fold(value, file, &ranges)
        }
    }

    private static func children(of node: YAMLNode) -> [(start: Int, value: YAMLNode)] {
        node.kind == .mapping
            ? node.entries.map { ($0.key.span.start, $0.value) } : node.items.map { ($0.span.start, $0) }
    }

    /// Several lines that have only comments.
    private static func commentBlocks(of file: SourceFile) -> [(Int, Int)] {
        var blocks: [(Int, Int)] = []
        var first: Int?
        for line in 1...file.lineCount + 1 {
            let text = file.bytes[file.byteRange(ofLine: line)].drop { $0 == 32 || $0 == 9 }
            if line <= file.lineCount, text.first == UInt8(ascii: "#") {
                first = first ?? line
            } else if let start = first {
                if line - 1 > start { blocks.append((start - 1, line - 2)) }
                first = nil
            }
        }
        return blocks
    }

    /// Returns for each position the values around it, from the inside to the document.
    static func selectionRanges(_ document: TextDocument, _ params: JSONValue, _ client: Client) -> JSONValue {
        let root = YAMLReader.read(document.file, index: 0).node
        let places = Places(document, client)
        return .array(
            (params["positions"]?.items ?? []).map { position in
                let offset = document.offset(of: position, client.encoding)
                var spans = [SourceSpan(file: 0, start: 0, end: document.bytes.count)]
                if let root { collect(root, offset, document.file, &spans) }
                return spans.reduce(.null) { parent, span in
                    (["range": places.range(span)] as JSONValue).with("parent", parent == .null ? nil : parent)
                }
            })
    }

    private static func collect(_ node: YAMLNode, _ offset: Int, _ file: SourceFile, _ spans: inout [SourceSpan]) {
        let own = SourceSpan(file: 0, start: node.span.start, end: file.contentEnd(of: node.span))
        guard own.touches(offset) else { return }
        if spans.last != own { spans.append(own) }
        for entry in node.entries {
            let whole = SourceSpan(file: 0, start: entry.key.span.start, end: file.contentEnd(of: entry.value.span))
            guard whole.touches(offset) else { continue }
            if spans.last != whole { spans.append(whole) }
            collect(offset <= entry.key.span.end ? entry.key : entry.value, offset, file, &spans)
        }
        for item in node.items { collect(item, offset, file, &spans) }
    }
}

extension SourceFile {
    /// The end of what a value contains, without the blank lines after it.
    func contentEnd(of span: SourceSpan) -> Int {
        var end = min(span.end, bytes.count)
        while end > span.start, [10, 13, 32].contains(bytes[end - 1]) { end -= 1 }
        return end
    }
}
