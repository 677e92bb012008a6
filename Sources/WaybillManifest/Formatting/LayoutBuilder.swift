/// Finds the layout of a sound document: it walks over the file's bytes beside the records, which say what comes next.
///
/// Between two scalars stand only blanks, comments, anchors, aliases and YAML's indicators, so that every byte is known
/// for what it is. Where that turns out to be wrong it throws, and nothing is lost but the formatting.
struct LayoutBuilder {
    private(set) var layout: Layout
    let bytes: [UInt8]
    let records: [YAMLDocument.Record]
    private(set) var cursor: Int
    /// Comments that no part has taken yet.
    var pending: [Layout.Comment] = []
    /// The line ends since the last token or comment.
    private var breaks = 1
    /// YAML takes no key that is longer without a `?` before it.
    private static var longestKey: Int { 1000 }
    /// How many brackets are open.
    private var flowDepth = 0

    /// Why a file cannot be formatted, as the end of a sentence.
    struct Obstacle: Error {
        var offset: Int
        var reason: String
        /// Whether the mistake is ours.
        var isFault: Bool
    }

    static func layout(of document: YAMLDocument, in file: SourceFile) throws(Obstacle) -> Layout {
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

    // MARK: Values

    /// Reads a value from behind its key or dash to its end, with the comment behind it.
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
                takeHeader(of: index, all: false)
                return try readBlock(index, parentColumn: parentColumn)
            }
        }
        guard flowDepth == 0 else { return }
        skipTrivia()
        takeTrailing(of: part)
        if record.isAbsent { takeFoot(of: index) { $0 > parentColumn } }
    }

    /// The comments before a value that belong to it. Those on lines of their own before a block belong to its first part.
    private mutating func takeHeader(of index: Int, all: Bool) {
        guard let first = pending.first, all || first.isTrailing else { return }
        let header = all ? takePending() : [pending.removeFirst()]
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

    private mutating func takeAlias(of index: Int) throws(Obstacle) {
        guard isByte("*") else { throw unexpected() }
        let alias = takeName()
        layout.note(index) { $0.alias = alias }
    }

    /// An alias of a collection has a record of its own kind, one of a scalar the place of the scalar that it names.
    private func isAlias(_ record: YAMLDocument.Record, behind start: Int) -> Bool {
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
    private mutating func takeTrailing(of part: Int) {
        guard let first = pending.first, first.isTrailing, layout.trailing(of: part) == nil else { return }
        pending.removeFirst()
        layout.note(part) { $0.trailing = first }
    }

    // MARK: Blocks

    private mutating func readBlock(_ index: Int, parentColumn: Int) throws(Obstacle) {
        // A dash may stand in the column of the key that it belongs to, and its comments further right.
        let column = max(column(of: cursor), parentColumn + 1)
        let isMapping = records[index].kind == .mapping
        var part = index + 1
        while part < Int(records[index].next) {
            beginPart(part)
            if isMapping {
                try readEntry(part, parentColumn: column)
            } else {
                guard isByte("-") else { throw unexpected() }
                take(1)
                try readValue(part, part: part, parentColumn: column)
            }
            part = layout.extent(ofPart: part, isEntry: isMapping).upperBound
        }
        takeFoot(of: index) { $0 >= column }
    }

    /// The comments behind a value in the columns of what belongs to it.
    private mutating func takeFoot(of index: Int, where isWithin: (_ column: Int) -> Bool) {
        let foot = Array(pending.prefix { isWithin($0.column) })
        guard !foot.isEmpty else { return }
        pending.removeFirst(foot.count)
        layout.note(index) { $0.foot = foot }
    }

    private mutating func beginPart(_ part: Int) {
        skipTrivia()
        if hasBlank { layout.mark(part, .hasBlankBefore) }
        let leading = takePending()
        if !leading.isEmpty { layout.note(part) { $0.leading = leading } }
    }

    private mutating func readEntry(_ key: Int, parentColumn: Int) throws(Obstacle) {
        try readKey(key)
        let value = Int(records[key].next)
        if isByte(":") {
            take(1)
        } else if !records[value].isAbsent {
            throw unexpected()
        }
        try readValue(value, part: key, parentColumn: parentColumn)
    }

    /// Reads a key up to its colon. Comments between a `?` and there come to stand before the entry.
    private mutating func readKey(_ key: Int) throws(Obstacle) {
        let record = records[key]
        if record.isAbsent { throw obstacle("a key has no text") }
        if Int(record.end) - Int(record.start) > Self.longestKey { throw obstacle("a key is over 1,000 bytes long") }
        let before = cursor
        if isByte("?"), cursor != Int(record.start) {
            take(1)
            skipTrivia()
        }
        if isAlias(record, behind: before) {
            try takeAlias(of: key)
        } else {
            while cursor < Int(record.start), isByte("&") {
                let anchor = takeName()
                layout.note(key) { $0.anchor = anchor }
                layout.hasAnchors = true
                skipTrivia()
            }
            guard cursor == Int(record.start) else { throw unexpected() }
            take(to: Int(record.end))
        }
        skipTrivia()
        let between = takePending()
        if !between.isEmpty, !isAbsentValue(of: key) {
            layout.note(key) { $0.leading += between }
        } else {
            pending = between
        }
    }

    /// Whether nothing follows a key, not even its colon.
    private func isAbsentValue(of key: Int) -> Bool {
        !isByte(":") && records[Int(records[key].next)].isAbsent
    }

    // MARK: Brackets

    private mutating func readFlow(_ index: Int) throws(Obstacle) {
        let isMapping = records[index].kind == .mapping
        guard !isMapping || isByte("{") else { return try readEntry(index + 1, parentColumn: 0) }
        take(1)
        flowDepth += 1
        skipTrivia()
        takeHeader(of: index, all: false)
        var part = index + 1
        while part < Int(records[index].next) {
            beginPart(part)
            if isMapping {
                try readEntry(part, parentColumn: 0)
            } else {
                try readValue(part, part: part, parentColumn: 0)
            }
            endFlowPart(part)
            part = layout.extent(ofPart: part, isEntry: isMapping).upperBound
        }
        guard isByte(isMapping ? "}" : "]") else { throw unexpected() }
        flowDepth -= 1
        take(1)
        let rest = takePending()
        guard !rest.isEmpty else { return }
        if part == index + 1 {
            layout.note(index) { $0.header += rest }
        } else {
            layout.note(index) { $0.foot = rest }
        }
    }

    private mutating func endFlowPart(_ part: Int) {
        skipTrivia()
        takeTrailing(of: part)
        guard isByte(",") else { return }
        take(1)
        skipTrivia()
        takeTrailing(of: part)
    }
}

// MARK: The bytes between values

extension LayoutBuilder {
    private var hasBlank: Bool { breaks > 1 }

    /// Moves to the next token; what comments stand before it are pending then.
    private mutating func skipTrivia() {
        while cursor < bytes.count {
            let byte = bytes[cursor]
            if byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") {
                cursor += 1
            } else if byte.isBreak {
                cursor += isLineFeed(behind: cursor) ? 2 : 1
                breaks += 1
            } else if byte == UInt8(ascii: "#") {
                takeComment()
            } else if isStrayByteOrderMark {
                cursor += 3
            } else {
                return
            }
        }
    }

    /// Whether a byte order mark begins this line: libyaml passes over it, wherever that is in the file.
    private var isStrayByteOrderMark: Bool {
        cursor > 0 && bytes[cursor] == 0xEF && bytes[cursor - 1].isBreak
            && bytes[cursor...].starts(with: [0xEF, 0xBB, 0xBF])
    }

    private mutating func takeComment() {
        let end = lineEnd(from: cursor)
        let comment = comment(cursor..<trimmedEnd(end, from: cursor), isTrailing: breaks == 0)
        pending.append(comment)
        take(to: end)
    }

    private mutating func comment(_ text: Range<Int>, isTrailing: Bool) -> Layout.Comment {
        let gap = text.lowerBound - trimmedEnd(text.lowerBound, from: lineStart(of: text.lowerBound))
        let comment = Layout.Comment(
            text: text, column: displayColumn(of: text.lowerBound), gap: flowDepth > 0 ? nil : gap,
            isTrailing: isTrailing, hasBlankBefore: hasBlank)
        layout.comments.append(comment)
        return comment
    }

    private mutating func takePending() -> [Layout.Comment] {
        defer { pending = [] }
        return pending
    }

    private mutating func take(_ count: Int) { take(to: cursor + count) }

    private mutating func take(to end: Int) {
        cursor = end
        breaks = 0
    }

    /// `&name` or `*name`.
    private mutating func takeName() -> Range<Int> {
        let start = cursor
        cursor += 1
        while cursor < bytes.count, bytes[cursor].isNameByte { cursor += 1 }
        breaks = 0
        return start..<cursor
    }

    /// `%YAML 1.2`, which says nothing here.
    private mutating func takeDirective() -> Bool {
        guard isByte("%") else { return false }
        take(to: lineEnd(from: cursor))
        return true
    }

    private mutating func takeMarker(_ marker: StaticString) -> Bool {
        guard bytes[cursor...].starts(with: String(describing: marker).utf8) else { return false }
        take(marker.utf8CodeUnitCount)
        return true
    }

    private func isByte(_ scalar: Unicode.Scalar) -> Bool {
        cursor < bytes.count && bytes[cursor] == UInt8(ascii: scalar)
    }

    private func isLineFeed(behind position: Int) -> Bool {
        bytes[position] == UInt8(ascii: "\r") && position + 1 < bytes.count && bytes[position + 1] == UInt8(ascii: "\n")
    }

    private func lineEnd(from start: Int) -> Int {
        bytes[start...].firstIndex(where: \.isBreak) ?? bytes.count
    }

    private func trimmedEnd(_ end: Int, from start: Int) -> Int {
        var end = end
        while end > start, bytes[end - 1].isBlankOrBreak { end -= 1 }
        return end
    }

    private func lineStart(of position: Int) -> Int {
        var start = position
        while start > layout.file.byteOrderMarkLength, !bytes[start - 1].isBreak { start -= 1 }
        return start
    }

    private func column(of position: Int) -> Int { position - lineStart(of: position) }

    private func displayColumn(of position: Int) -> Int {
        displayWidth(of: bytes[lineStart(of: position)..<position])
    }

    private func obstacle(_ reason: String) -> Obstacle { Obstacle(offset: cursor, reason: reason, isFault: false) }

    private func unexpected() -> Obstacle {
        Obstacle(offset: cursor, reason: "its layout could not be read", isFault: true)
    }
}

extension UInt8 {
    /// What libyaml takes for a part of an anchor's name.
    fileprivate var isNameByte: Bool {
        switch Unicode.Scalar(self) {
        case "a"..."z", "A"..."Z", "0"..."9", "_", "-": true
        default: false
        }
    }
}

/// The columns that a text takes on a screen.
func displayWidth(of text: ArraySlice<UInt8>) -> Int {
    if text.allSatisfy({ $0 < 0x80 }) { return text.count }
    return String(decoding: text, as: UTF8.self).unicodeScalars.reduce(0) { $0 + $1.displayWidth }
}
