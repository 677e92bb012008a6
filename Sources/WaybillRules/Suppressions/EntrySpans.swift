import WaybillManifest
import WaybillSyntax

/// The widest entry or list item that begins on each line of a file, to which a comment on that line applies.
///
/// A block item begins with its dash. If the dash is on a line above the value, the item begins on both lines, so that
/// a comment between them applies to the item as well.
struct EntrySpans: Sendable {
    private let file: SourceFile
    private let document: YAMLDocument?
    private var byLine: [Int: SourceSpan] = [:]

    init(_ file: SourceFile, document: YAMLDocument?) {
        self.file = file
        self.document = document
        if document?.records.isEmpty == false { visit(0) }
    }

    subscript(line: Int) -> SourceSpan? { byLine[line] }

    /// Visits outer entries first, so that the widest is found first. Aliased values are already visited.
    private mutating func visit(_ index: Int) {
        guard let document else { return }
        let records = document.records
        let record = records[index]
        let isBlockList = record.kind == .sequence && file.bytes[Int(record.start)] == UInt8(ascii: "-")
        for part in document.parts(of: index) {
            let value = record.kind == .mapping ? Int(records[part].next) : part
            let start = Int(records[part].start)
            if isBlockList, let dash = file.dash(before: start) { add(at: dash, records[part], records[value]) }
            add(at: start, records[part], records[value])
            visit(value)
        }
    }

    private mutating func add(at place: Int, _ first: YAMLDocument.Record, _ last: YAMLDocument.Record) {
        let line = file.position(at: place).line
        guard byLine[line] == nil, let document else { return }
        byLine[line] = SourceSpan(
            file: document.file, start: Int(first.start), end: Int(max(first.end, last.end)))
    }
}

extension SourceFile {
    /// Returns the dash of a block item, if only anchors, tags, comments and line ends are between it and the item's
    /// value.
    fileprivate func dash(before value: Int) -> Int? {
        var line = position(at: value).line
        var rest = bytes[byteRange(ofLine: line).lowerBound..<value]
        while true {
            rest = rest.withoutProperties
            if let last = rest.last {
                let isAlone = rest.dropLast().last?.isBlankOrBreak != false
                return last == UInt8(ascii: "-") && isAlone ? rest.endIndex - 1 : nil
            }
            guard line > 1 else { return nil }
            line -= 1
            rest = bytes[byteRange(ofLine: line)].withoutComment
        }
    }
}

extension ArraySlice<UInt8> {
    /// A line without the comment at its end, if the line contains no text with a `#`.
    package var withoutComment: Self {
        let sign = indices.first { self[$0] == UInt8(ascii: "#") && ($0 == startIndex || self[$0 - 1].isBlankOrBreak) }
        return self[..<(sign ?? endIndex)]
    }

    /// A line without the anchors, tags and blanks at its end.
    package var withoutProperties: Self {
        var rest = self
        while true {
            while rest.last?.isBlankOrBreak == true { rest.removeLast() }
            let start =
                rest.lastIndex { $0.isBlankOrBreak || ",[]{}".utf8.contains($0) }.map { $0 + 1 } ?? rest.startIndex
            guard start < rest.endIndex, "&!".utf8.contains(rest[start]) else { return rest }
            rest = rest[..<start]
        }
    }
}
