import WaybillManifest
import WaybillSyntax

/// Prints a layout in its canonical form.
struct LayoutPrinter {
    let layout: Layout
    let bytes: [UInt8]
    let records: [YAMLDocument.Record]
    /// The text without trailing comments, which ``trailing`` contains until their columns are known.
    var out: [UInt8] = []
    var trailing: [TrailingComment] = []
    /// The start of the current line in ``out``.
    var lineStart = 0
    /// The number of blank lines that were written.
    var blanks = 0
    /// The number of open values with an anchor.
    var anchored = 0
    /// Whether the line ends after a value are part of it, so that a blank line would change it.
    var endsInKeptBreaks = false

    static var indentation: Int { 2 }
    /// The maximum width of collections in brackets, without comments.
    static var width: Int { 120 }

    /// The place of a value.
    struct Place {
        /// The part of the value.
        var part: Int
        /// The column of the surrounding collection.
        var indent: Int
        var shape: Shape?
        var isItem: Bool

        /// The column of the content of the value on lines of its own.
        var inner: Int { indent + LayoutPrinter.indentation }
    }

    static func text(of layout: Layout) -> [UInt8] {
        var printer = LayoutPrinter(layout)
        printer.printDocument()
        return printer.assemble()
    }

    private init(_ layout: Layout) {
        self.layout = layout
        bytes = layout.file.bytes
        records = layout.document.records
        out.reserveCapacity(bytes.count + bytes.count / 8)
    }

    private mutating func printDocument() {
        for (index, comment) in layout.head.enumerated() {
            printLine(comment, indent: 0, isFirst: index == 0)
        }
        let shape = Shape.object(ManifestGrammar.object)
        if isOnOneLine(shape) { printLoneValue(shape) } else { printSections(shape) }
        for comment in layout.tail { printLine(comment, indent: 0, isFirst: false) }
    }

    /// Whether the document is a scalar, or brackets that fit on a line.
    private func isOnOneLine(_ shape: Shape) -> Bool {
        if records[0].kind.isScalar { return true }
        guard layout.traits[0].contains(.isFlow) else { return false }
        var trial = self
        trial.startLine(0)
        if let anchor = layout.anchor(of: 0) { trial.append(word: anchor) }
        return trial.printInline(0, shape: shape)
    }

    /// Prints the top level, with a blank line between two sections.
    private mutating func printSections(_ shape: Shape) {
        let parts = layout.parts(of: 0, shape: shape)
        // A section that moves to the top must not give its comments to the file.
        let first = parts.first ?? 1
        if layout.hasBlankBehindHead || first != 1 && !layout.leading(of: first).isEmpty { blankLine() }
        if let anchor = layout.anchor(of: 0) {
            startLine(0)
            out += bytes[anchor]
        }
        printHeader(of: 0, indent: 0)
        printParts(parts, of: 0, indent: 0, shape: shape, separation: records[0].kind == .mapping)
        // The comment after the brackets that were around it.
        if let comment = layout.trailing(of: 0) { printLine(comment, indent: 0, isFirst: false) }
    }

    /// Prints a document on one line: short brackets, or a scalar.
    private mutating func printLoneValue(_ shape: Shape) {
        if layout.hasBlankBehindHead { blankLine() }
        startLine(0)
        let place = Place(part: 0, indent: -LayoutPrinter.indentation, shape: shape, isItem: false)
        printValue(0, at: place)
    }
}

// MARK: Parts

extension LayoutPrinter {
    /// Prints the parts of a collection and what follows the last.
    ///
    /// - Parameters:
    ///   - inline: Whether the first part continues on the current line.
    ///   - skipped: The number of the first part's comments that are already printed.
    ///   - separation: Whether a blank line separates the parts, independently of the author.
    mutating func printParts(
        _ parts: [Int], of collection: Int, indent: Int, shape: Shape?, inline: Bool = false, skipped: Int = 0,
        separation: Bool = false
    ) {
        var isFirst = true
        for part in parts {
            if separation, !isFirst { blankLine() }
            let comments = layout.leading(of: part).dropFirst(isFirst ? skipped : 0)
            for comment in comments {
                printLine(comment, indent: indent, isFirst: isFirst)
                isFirst = false
            }
            if layout.traits[part].contains(.hasBlankBefore), !isFirst { blankLine() }
            if !(isFirst && inline) { startLine(indent) }
            printPart(part, of: collection, indent: indent, shape: shape)
            isFirst = false
        }
        printFoot(of: collection, indent: indent)
    }

    private mutating func printPart(_ part: Int, of collection: Int, indent: Int, shape: Shape?) {
        guard records[collection].kind == .mapping else {
            out.append(UInt8(ascii: "-"))
            let place = Place(part: part, indent: indent, shape: shape?.item, isItem: true)
            return printValue(part, at: place)
        }
        printKey(part, shape: shape)
        out.append(UInt8(ascii: ":"))
        let shape = shape?.value(of: layout.document.texts[records[part].text])
        printValue(Int(records[part].next), at: Place(part: part, indent: indent, shape: shape, isItem: false))
    }

    mutating func printFoot(of collection: Int, indent: Int) {
        for comment in layout.foot(of: collection) { printLine(comment, indent: indent, isFirst: false) }
    }
}

// MARK: Values

extension LayoutPrinter {
    /// Prints a value after its key or dash.
    mutating func printValue(_ index: Int, at place: Place) {
        let anchor = layout.anchor(of: index)
        if anchor != nil { anchored += 1 }
        defer { if anchor != nil { anchored -= 1 } }
        if let anchor { append(word: anchor) }
        let record = records[index]
        if let alias = layout.alias(of: index) {
            beginValue(index, at: place)
            out += bytes[alias]
        } else if !record.kind.isScalar {
            let isInBrackets = layout.traits[index].contains(.isFlow) && printInBrackets(index, at: place)
            guard isInBrackets else { return printBlock(index, at: place) }
        } else if record.kind == .literal || record.kind == .folded {
            beginValue(index, at: place)
            return printBlockScalar(index, at: place)
        } else if !record.isAbsent {
            beginValue(index, at: place)
            printScalar(index, at: place)
        }
        trail(layout.trailing(of: place.part))
        if record.isAbsent { printFoot(of: index, indent: place.inner) }
    }

    /// Moves to the start of a value that is not a block: on this line, unless comments are between.
    private mutating func beginValue(_ index: Int, at place: Place) {
        if printHeader(of: index, indent: max(place.inner, 0)) {
            startLine(max(place.inner, 0))
        } else if out.count > lineStart {
            out.append(UInt8(ascii: " "))
        }
    }

    /// Prints the comments between a key and its value, the first of them on the key's line if it was there.
    ///
    /// - Returns: Whether there were any.
    @discardableResult
    mutating func printHeader(of index: Int, indent: Int) -> Bool {
        let header = layout.header(of: index)
        for (position, comment) in header.enumerated() {
            if position == 0, comment.isTrailing {
                trail(comment)
            } else {
                printLine(comment, indent: indent, isFirst: position == 0)
            }
        }
        return !header.isEmpty
    }

    /// Prints a collection in brackets, if that is possible. Otherwise nothing is printed.
    private mutating func printInBrackets(_ index: Int, at place: Place) -> Bool {
        let before = (out: out.count, lineStart: lineStart, blanks: blanks, trailing: trailing.count)
        beginValue(index, at: place)
        if printInline(index, shape: place.shape) { return true }
        out.removeLast(out.count - before.out)
        trailing.removeLast(trailing.count - before.trailing)
        lineStart = before.lineStart
        blanks = before.blanks
        return false
    }

    /// Prints a collection as a block, however it was written.
    private mutating func printBlock(_ index: Int, at place: Place) {
        let shape = place.shape?.alternative(for: records[index])
        let parts = layout.parts(of: index, shape: shape, isItem: place.isItem)
        let header = layout.header(of: index)
        let inner = max(place.inner, 0)
        // When brackets are removed, a comment after them would follow the last item.
        if layout.traits[index].contains(.isFlow), let comment = layout.trailing(of: place.part) { raise(comment) }
        var inline = false
        var skipped = 0
        if place.isItem || place.indent < 0, layout.anchor(of: index) == nil, header.first?.isTrailing != true {
            // A comment between a dash and the first key moves above, where it applies to the same entry.
            let leading = parts.first.map { layout.leading(of: $0) } ?? []
            for comment in header + leading { raise(comment) }
            if place.isItem { out.append(UInt8(ascii: " ")) }
            inline = true
            skipped = leading.count
        } else {
            printHeader(of: index, indent: inner)
        }
        printParts(parts, of: index, indent: inner, shape: shape, inline: inline, skipped: skipped)
    }
}

// MARK: Lines

extension LayoutPrinter {
    mutating func startLine(_ indent: Int) {
        if !out.isEmpty { out.append(UInt8(ascii: "\n")) }
        lineStart = out.count
        out.append(contentsOf: repeatElement(UInt8(ascii: " "), count: indent))
        endsInKeptBreaks = false
    }

    /// Ends the current paragraph with one blank line.
    mutating func blankLine() {
        guard let last = out.last, last != UInt8(ascii: "\n"), !endsInKeptBreaks else { return }
        out.append(UInt8(ascii: "\n"))
        blanks += 1
    }

    /// Prints a comment on a line of its own.
    mutating func printLine(_ comment: Layout.Comment, indent: Int, isFirst: Bool) {
        if comment.hasBlankBefore, !isFirst { blankLine() }
        startLine(indent)
        out += comment.canonicalText(in: bytes)
    }

    /// Inserts a comment on a line of its own above the current one.
    mutating func raise(_ comment: Layout.Comment) {
        let blanks = out[lineStart...].prefix { $0 == UInt8(ascii: " ") }
        let line = blanks + comment.canonicalText(in: bytes) + [UInt8(ascii: "\n")]
        out.insert(contentsOf: line, at: lineStart)
        lineStart += line.count
    }

    /// Appends a comment to this line. After a dash alone there is one blank.
    mutating func trail(_ comment: Layout.Comment?) {
        guard let comment else { return }
        let isBehindDash = out[lineStart...].allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "-") }
        trailing.append(
            TrailingComment(
                line: lineStart, end: out.count,
                column: comment.column, gap: isBehindDash ? 1 : comment.gap, text: comment.canonicalText(in: bytes),
                blanks: blanks))
    }

    /// Appends an anchor, after a blank.
    mutating func append(word: Range<Int>) {
        if out.count > lineStart { out.append(UInt8(ascii: " ")) }
        out += bytes[word]
    }
}
