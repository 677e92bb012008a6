import WaybillManifest
import WaybillSyntax

/// Finds the layout of a sound document: it walks over the file's bytes beside the records, which say what comes next.
///
/// Between two scalars are only blanks, comments, anchors, aliases and YAML's indicators, so that every byte is known
/// for what it is. Where that turns out to be wrong it throws, and nothing is lost but the formatting.
struct LayoutBuilder {
    var layout: Layout
    let bytes: [UInt8]
    let records: [YAMLDocument.Record]
    var cursor: Int
    /// Comments that no part has taken yet.
    var pending: [Layout.Comment] = []
    /// The line ends since the last token or comment.
    var breaks = 1
    /// How many brackets are open.
    var flowDepth = 0

    /// Why a file cannot be formatted, as the end of a sentence.
    struct Obstacle: Error {
        var offset: Int
        var reason: String
        /// Whether the mistake is ours.
        var isFault: Bool
    }

    private static let mostComments = 500_000

    static func layout(of document: YAMLDocument, in file: SourceFile) throws(Obstacle) -> Layout {
        // Each takes more memory than its text.
        guard file.bytes.count(where: { $0 == UInt8(ascii: "#") }) <= mostComments else {
            throw Obstacle(offset: 0, reason: "it may hold more than \(mostComments) comments", isFault: false)
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

    /// A comment before the first entry speaks of the whole file, unless a blank line sets it apart from what does, or it
    /// tells the linter of that entry.
    private mutating func splitHead() {
        let paragraph = hasBlank ? nil : pending.indices.dropFirst().last { pending[$0].hasBlankBefore }
        let directive = pending.firstIndex { layout.directive($0) == .allow }
        let wholeFile = pending.lastIndex { layout.directive($0) == .allowFile }
        let end = max(min(paragraph ?? pending.count, directive ?? pending.count), wholeFile.map { $0 + 1 } ?? 0)
        layout.hasBlankBehindHead = end < pending.count ? pending[end].hasBlankBefore : hasBlank
        layout.head = Array(pending[..<end])
        pending.removeFirst(end)
    }

    /// What is at the bracket that opens the document speaks of the file.
    private mutating func takeHeaderForHead() {
        layout.head += layout.header(of: 0)
        layout.note(0) { $0.header = [] }
    }

    // MARK: Values

    /// Reads a value from after its key or dash to its end, with the comment after it.
    mutating func readValue(_ index: Int, part: Int, parentColumn: Int) throws(Obstacle) {
        let record = records[index]
        let before = cursor
        skipTrivia()
        if isAlias(record, behind: before) {
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
                takeScalar(record, part: part)
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

    /// How many of the pending comments belong to a block whatever part of it comes first: one on the line of its key or dash,
    /// and of an item those by which the linter is told something of it.
    private func commentsOfBlock(_ index: Int, part: Int) -> Int {
        let trailing = pending.first?.isTrailing == true ? 1 : 0
        guard index == part, index > 0, records[index].kind == .mapping else { return trailing }
        return max(trailing, pending.lastIndex { layout.directive($0) == .allow }.map { $0 + 1 } ?? 0)
    }

    /// The comments before a value that belong to it. Those on lines of their own before a block belong to its first part.
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

    /// An alias of a collection has a record of its own kind, one of a scalar the place of the scalar that it names.
    func isAlias(_ record: YAMLDocument.Record, behind start: Int) -> Bool {
        record.kind == .alias || Int(record.start) < start && isByte("*")
    }

    private mutating func takeScalar(_ record: YAMLDocument.Record, part: Int) {
        guard record.kind == .literal || record.kind == .folded else { return take(to: Int(record.end)) }
        let line = lineEnd(from: cursor)
        let header = cursor..<line
        if let mark = header.first(where: { bytes[$0] == UInt8(ascii: "#") }) {
            let comment = comment(mark..<trimmedEnd(line, from: mark), isTrailing: true)
            layout.note(part) { $0.trailing = comment }
        }
        take(to: max(line, Int(record.end)))
    }

    /// The comment on the line of what ended last.
    mutating func takeTrailing(of part: Int) {
        guard let first = pending.first, first.isTrailing, layout.trailing(of: part) == nil else { return }
        pending.removeFirst()
        layout.note(part) { $0.trailing = first }
    }
}
