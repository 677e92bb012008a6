import WaybillManifest
import WaybillSyntax

/// Finds the layout of a valid document: it walks over the file's bytes together with the records, which say what comes
/// next.
///
/// Between two scalars there are only blanks, comments, anchors, aliases and the indicators of YAML. If another byte
/// appears, it throws, and the file is not formatted.
struct LayoutBuilder {
    var layout: Layout
    let bytes: [UInt8]
    let records: [YAMLDocument.Record]
    var cursor: Int
    /// Comments that no part has taken yet.
    var pending: [Layout.Comment] = []
    /// The number of line ends since the last token or comment.
    var breaks = 1
    /// The number of open brackets.
    var flowDepth = 0

    /// The reason why a file cannot be formatted, as the end of a sentence.
    struct Obstacle: Error {
        var offset: Int
        var reason: String
        /// Whether it is an error in the formatter.
        var isInternalError: Bool
    }

    private static let maximumComments = 500_000

    static func layout(of document: YAMLDocument, in file: SourceFile) throws(Obstacle) -> Layout {
        // Each comment needs more memory than its text.
        guard file.bytes.count(where: { $0 == UInt8(ascii: "#") }) <= maximumComments else {
            throw Obstacle(
                offset: 0, reason: "it may hold more than \(maximumComments) comments", isInternalError: false)
        }
        var builder = LayoutBuilder(document, file)
        try builder.readDocument()
        return builder.layout
    }

    private init(_ document: YAMLDocument, _ file: SourceFile) {
        layout = Layout(file: file, document: document)
        bytes = file.bytes
        records = document.records
        cursor = file.byteOrderMarkLength
    }

    private mutating func readDocument() throws(Obstacle) {
        skipTrivia()
        while cursor < Int(records[0].start), takeDirective() || takeMarker("---") { skipTrivia() }
        splitHead()
        try readValue(0, part: 0, parentColumn: -1)
        if layout.traits[0].contains(.isFlow), layout.anchor(of: 0) == nil { takeHeaderForHead() }
        skipTrivia()
        while takeMarker("...") { skipTrivia() }
        guard cursor == bytes.count else { throw unexpected() }
        layout.tail = takePending()
    }

    /// A comment before the first entry applies to the whole file, unless a blank line separates it from a comment that
    /// does, or it is a directive for that entry.
    private mutating func splitHead() {
        let paragraph = hasBlank ? nil : pending.indices.dropFirst().last { pending[$0].hasBlankBefore }
        let directive = pending.firstIndex { layout.directive($0) == .allow }
        let wholeFile = pending.lastIndex { layout.directive($0) == .allowFile }
        let end = max(min(paragraph ?? pending.count, directive ?? pending.count), wholeFile.map { $0 + 1 } ?? 0)
        layout.hasBlankBehindHead = end < pending.count ? pending[end].hasBlankBefore : hasBlank
        layout.head = Array(pending[..<end])
        pending.removeFirst(end)
    }

    /// A comment after the opening bracket of the document applies to the file.
    private mutating func takeHeaderForHead() {
        layout.head += layout.header(of: 0)
        layout.note(0) { $0.header = [] }
    }

    // MARK: Values

    /// Reads a value, from the end of its key or dash to its own end, with the comment after it.
    mutating func readValue(_ index: Int, part: Int, parentColumn: Int) throws(Obstacle) {
        let record = records[index]
        let before = cursor
        skipTrivia()
        if isAlias(record, after: before) {
            takeHeader(of: index, all: true)
            try takeAlias(of: index)
        } else if record.isAbsent {
            takeAnchors(of: index, before: Int(record.start))
            let header = layout.header(of: index)
            if !header.isEmpty {
                layout.note(part) { $0.leading += header }
                layout.note(index) { $0.header = [] }
            }
        } else {
            takeAnchors(of: index, before: Int(record.start))
            guard cursor == Int(record.start) else { throw unexpected() }
            if record.kind.isScalar {
                takeHeader(of: index, all: true)
                takeScalar(index, part: part)
            } else if flowDepth > 0 || isByte("[") || isByte("{") {
                layout.mark(index, .isFlow)
                takeHeader(of: index, all: true)
                try readFlow(index)
            } else {
                takeHeader(of: index, commentsOfBlock(index, part: part))
                return try readBlock(index, parentColumn: parentColumn)
            }
        }
        guard flowDepth == 0 else { return }
        skipTrivia()
        takeTrailing(of: part)
        if record.isAbsent { takeFoot(of: index) { $0 > parentColumn } }
    }

    /// Returns the number of pending comments that stay with a block, whatever its first part is: one on the line of
    /// its key or dash, and for an item its directives.
    private func commentsOfBlock(_ index: Int, part: Int) -> Int {
        let trailing = pending.first?.isTrailing == true ? 1 : 0
        guard index == part, index > 0, records[index].kind == .mapping else { return trailing }
        return max(trailing, pending.lastIndex { layout.directive($0) == .allow }.map { $0 + 1 } ?? 0)
    }

    /// Takes the comments before a value. Comments on their own lines before a block belong to its first part.
    mutating func takeHeader(of index: Int, all: Bool) {
        takeHeader(of: index, all ? pending.count : pending.first?.isTrailing == true ? 1 : 0)
    }

    private mutating func takeHeader(of index: Int, _ count: Int) {
        guard count > 0 else { return }
        let header = pending.prefix(count)
        pending.removeFirst(count)
        layout.note(index) { $0.header += header }
    }

    private mutating func takeAnchors(of index: Int, before start: Int) {
        while cursor < start, isByte("&") {
            takeHeader(of: index, all: true)
            let anchor = takeName()
            layout.note(index) { $0.anchor = anchor }
            layout.hasAnchors = true
            skipTrivia()
        }
    }

    mutating func takeAlias(of index: Int) throws(Obstacle) {
        guard isByte("*") else { throw unexpected() }
        let alias = takeName()
        layout.note(index) { $0.alias = alias }
    }

    /// An alias of a collection has a record kind of its own. An alias of a scalar has the place of the anchored
    /// scalar.
    func isAlias(_ record: YAMLDocument.Record, after start: Int) -> Bool {
        record.kind == .alias || Int(record.start) < start && isByte("*")
    }

    private mutating func takeScalar(_ index: Int, part: Int) {
        let record = records[index]
        guard record.kind == .literal || record.kind == .folded else { return take(to: Int(record.end)) }
        let line = bytes[cursor...].endOfLine
        let header = cursor..<line
        if let mark = header.first(where: { bytes[$0] == UInt8(ascii: "#") }) {
            let comment = comment(mark..<bytes.trimmedEnd(line, from: mark), isTrailing: true)
            layout.note(part) { $0.trailing = comment }
        }
        // Spaces may be the last line of the text, and are no blank line then.
        take(to: max(line, Int(record.end), layout.blockLines(of: index).last?.upperBound ?? 0))
    }

    /// Takes the comment on the line of the last token.
    mutating func takeTrailing(of part: Int) {
        guard let first = pending.first, first.isTrailing, layout.trailing(of: part) == nil else { return }
        pending.removeFirst()
        layout.note(part) { $0.trailing = first }
    }
}
