import WaybillSyntax

/// One line of a file as a terminal shows it, with an underlined part.
struct SnippetLine {
    /// The displayed text, with expanded tabs, cropped to the width.
    private(set) var text = ""
    /// The blanks and carets of the line below.
    private(set) var carets = ""

    /// The columns of one character, or of several that combine.
    private struct Cell {
        var shown: String
        var width: Int
        var start: Int
        var end: Int
        var lastScalar: Unicode.Scalar?
    }

    private static let tabWidth = 4
    private static let ellipsis = "…"

    /// Longer lines are cropped to half of this, also without a terminal. A hostile file would repeat a long line in
    /// every diagnostic.
    private static let maximumBytes = 500

    /// Creates the line.
    ///
    /// - Parameters:
    ///   - span: Cut to the line, and underlined by at least one caret.
    ///   - width: The maximum width of the text.
    ///   - hidden: Returns the bytes of a part of the file that are shown as asterisks, sorted.
    init(
        _ file: SourceFile, line: Int, span: SourceSpan, width wanted: Int?,
        hiding hidden: (Range<Int>) -> ArraySlice<Range<Int>>
    ) {
        let whole = file.byteRange(ofLine: line)
        let width = wanted ?? (whole.count > Self.maximumBytes ? Self.maximumBytes / 2 : nil)
        let window = Self.window(of: whole, around: span.start, in: file.bytes, width: width)
        let cells = Self.cells(of: file.bytes, in: window, hiding: hidden(window))
        let marked = Self.columns(of: span, in: cells)
        let total = cells.reduce(0) { $0 + $1.width }
        let isCut = (left: window.lowerBound > whole.lowerBound, right: window.upperBound < whole.upperBound)
        if let width, total > width || isCut.left || isCut.right {
            crop(cells, marked: marked, width: max(width, 8), isCut: isCut)
        } else {
            text = cells.map(\.shown).joined()
            underline(marked)
        }
    }

    private mutating func underline(_ columns: Range<Int>) {
        carets = String(repeating: " ", count: columns.lowerBound) + "^"
        carets += String(repeating: "~", count: max(0, columns.count - 1))
    }

    /// Crops the line to the width. The marked columns stay, and an ellipsis marks each cut.
    private mutating func crop(_ cells: [Cell], marked: Range<Int>, width: Int, isCut: (left: Bool, right: Bool)) {
        let total = cells.reduce(0) { $0 + $1.width }
        let left = Self.firstColumn(toShow: marked, of: total, width: width, isCut: isCut)
        let hasLeft = left > 0 || isCut.left
        text = hasLeft ? Self.ellipsis : ""
        var column = 0
        var used = hasLeft ? 1 : 0
        var first: Int?
        for cell in cells {
            defer { column += cell.width }
            guard column >= left else { continue }
            let isLast = cell.end == cells.last?.end && !isCut.right
            guard used + cell.width <= (isLast ? width : width - 1) else {
                text += Self.ellipsis
                break
            }
            first = first ?? column
            text += cell.shown
            used += cell.width
        }
        let shift = (hasLeft ? 1 : 0) - (first ?? min(marked.lowerBound, total))
        let start = min(max(0, marked.lowerBound + shift), width - 1)
        underline(start..<max(start + 1, min(marked.upperBound + shift, width)))
    }

    /// Returns the first column of a cropped line: as far left as possible, with some room after the marked columns.
    private static func firstColumn(
        toShow marked: Range<Int>, of total: Int, width: Int, isCut: (left: Bool, right: Bool)
    ) -> Int {
        let wanted = marked.upperBound + width / 4 + 1
        guard wanted > width || isCut.left else { return 0 }
        let left = min(max(0, wanted - width), marked.lowerBound)
        // At the end of the line no room is needed.
        return isCut.right ? left : min(left, max(0, max(total, marked.upperBound) - width + 1))
    }

    /// Returns the columns of a span: at least one, also after the end of the line.
    private static func columns(of span: SourceSpan, in cells: [Cell]) -> Range<Int> {
        var column = 0
        var start: Int?
        var end = 0
        for cell in cells {
            let isMarked = cell.end > span.start && (cell.start < span.end || start == nil)
            if isMarked, start == nil { start = column }
            if isMarked { end = column + cell.width }
            column += cell.width
        }
        let first = start ?? column
        return first..<max(first + 1, span.end > span.start ? end : 0)
    }

    /// Returns the part of a very long line that can be visible.
    private static func window(of line: Range<Int>, around offset: Int, in bytes: [UInt8], width: Int?) -> Range<Int> {
        guard let width else { return line }
        let middle = min(max(offset, line.lowerBound), line.upperBound)
        func part(_ reach: Int) -> Range<Int> {
            max(line.lowerBound, middle - reach)..<min(line.upperBound, middle + reach)
        }
        // ASCII has at least a column for each byte. Few characters have more than four bytes for one.
        let columns = max(width, 8)
        let isASCII = bytes[part(columns)].allSatisfy { $0 < 0x80 }
        let reach = isASCII ? columns : columns * 4
        guard line.count > reach * 2 else { return line }
        let window = part(reach)
        var start = window.lowerBound
        while start > line.lowerBound, bytes[start] & 0xC0 == 0x80, start > window.lowerBound - 4 { start -= 1 }
        return start..<window.upperBound
    }

    private static func cells(
        of bytes: [UInt8], in range: Range<Int>, hiding hidden: ArraySlice<Range<Int>>
    ) -> [Cell] {
        var hidden = hidden
        var cells: [Cell] = []
        var column = 0
        var offset = range.lowerBound
        while offset < range.upperBound {
            let (scalar, length) = decodeScalar(in: bytes, at: offset)
            let end = min(offset + length, range.upperBound)
            while let first = hidden.first, first.upperBound <= offset { hidden.removeFirst() }
            if hidden.first?.contains(offset) == true {
                cells.append(cell("*", start: offset, end: end, column: column))
                column += 1
            } else if let scalar, let last = cells.indices.last, joins(scalar, cells[last]) {
                join(scalar, to: &cells[last], end: end, column: &column)
            } else {
                cells.append(cell(scalar, start: offset, end: end, column: column))
                column += cells.last?.width ?? 0
            }
            offset = end
        }
        return cells
    }

    private static func cell(_ scalar: Unicode.Scalar?, start: Int, end: Int, column: Int) -> Cell {
        guard let scalar else { return Cell(shown: "\u{FFFD}", width: 1, start: start, end: end) }
        if scalar == "\t" {
            let width = tabWidth - column % tabWidth
            return Cell(shown: String(repeating: " ", count: width), width: width, start: start, end: end)
        }
        if let replacement = scalar.replacementOnScreen {
            return Cell(shown: replacement, width: replacement.unicodeScalars.count, start: start, end: end)
        }
        return Cell(
            shown: String(scalar), width: scalar.displayWidth, start: start, end: end, lastScalar: scalar)
    }

    /// Whether a character shares the columns of the previous one, as marks and parts of one picture do.
    private static func joins(_ scalar: Unicode.Scalar, _ cell: Cell) -> Bool {
        // The first combining mark is U+0300.
        guard scalar.value >= 0x300, let last = cell.lastScalar else { return false }
        if scalar == "\u{200D}" { return last.isPicture || last == "\u{FE0F}" }
        if last == "\u{200D}" { return scalar.isPicture }
        if scalar.isRegionalIndicator { return last.isRegionalIndicator && cell.shown.unicodeScalars.count == 1 }
        if 0x1F3FB...0x1F3FF ~= scalar.value { return last.isPicture }
        return scalar.replacementOnScreen == nil && scalar.displayWidth == 0
    }

    private static func join(_ scalar: Unicode.Scalar, to cell: inout Cell, end: Int, column: inout Int) {
        cell.shown.unicodeScalars.append(scalar)
        cell.end = end
        cell.lastScalar = scalar
        if scalar == "\u{FE0F}" || scalar.isRegionalIndicator, cell.width == 1 {
            cell.width = 2
            column += 1
        }
    }
}
