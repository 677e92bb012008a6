import WaybillManifest
import WaybillRules
package import WaybillSyntax

/// Places in the text.
extension ManifestEditor {
    /// The line end of the file's first line.
    package var lineEnd: String {
        guard let first = bytes.firstIndex(where: \.isBreak) else { return "\n" }
        return String(decoding: bytes[first..<first + bytes[first...].lineBreakLength], as: UTF8.self)
    }

    func isBlank(_ range: Range<Int>) -> Bool { bytes[range].allSatisfy(\.isBlankOrBreak) }

    /// Whether a range without scalars contains a comment.
    func hasComment(_ range: Range<Int>) -> Bool { bytes[range].contains(UInt8(ascii: "#")) }

    /// Returns the first comment that begins in a range, to the end of its line.
    func firstComment(in range: Range<Int>) -> Range<Int>? {
        let mark = bytes[range].indices.first { index in
            bytes[index] == UInt8(ascii: "#") && (index == 0 || bytes[index - 1].isBlankOrBreak) && !isInText(index)
        }
        return mark.map { $0..<bytes.trimmedEnd(bytes[$0...].endOfLine, from: $0) }
    }

    /// Whether a byte belongs to the text of a scalar. The header of a block scalar does not.
    private func isInText(_ offset: Int) -> Bool {
        guard let scalar = lastScalar(before: offset), offset < Int(record(scalar).end) else { return false }
        return !isBlockScalar(scalar) || source.lineStart(of: offset) > Int(record(scalar).start)
    }

    /// Returns the written place of a value: for an alias, that of its `*name`.
    package func place(of index: Int) -> Range<Int> {
        if let alias = aliases[index] { return alias.start..<alias.end }
        return Int(record(index).start)..<Int(record(index).end)
    }

    /// Returns the range from a key to the end of its value, or that of an item without its dash.
    package func extent(of head: Int) -> Range<Int> {
        let own = place(of: head)
        guard isKey(head) else { return own }
        return own.lowerBound..<max(own.upperBound, place(of: value(of: head)).upperBound)
    }

    /// Returns the same range, with a preceding anchor and tag; `nil` if it is not known.
    func wholeExtent(of head: Int) -> Range<Int>? {
        start(of: head).map { $0..<extent(of: head).upperBound }
    }

    /// Returns the start of a key or an item, with its anchor and its tag; `nil` if these are on a line above.
    func start(of head: Int) -> Int? {
        let place = place(of: head)
        let line = source.lineStart(of: place.lowerBound)
        let before = bytes[line..<place.lowerBound].withoutProperties
        let start = bytes[before.endIndex...].firstIndex { !$0.isBlankOrBreak } ?? place.lowerBound
        // In a block, an anchor on the line above belongs to the collection that begins here.
        guard before.isEmpty, parent(of: head).flatMap(isFlow) == true else { return start }
        return hasProperties(above: line) ? nil : start
    }

    /// Whether the text above a line ends with an anchor or a tag.
    private func hasProperties(above line: Int) -> Bool {
        var next = line
        while let above = lineAbove(next) {
            let text = bytes[above].withoutComment
            guard isBlank(text.startIndex..<text.endIndex) else {
                return !isBlank(text.withoutProperties.endIndex..<text.endIndex)
            }
            next = above.lowerBound
        }
        return false
    }

    /// Returns the line above one that begins here, without its line end.
    func lineAbove(_ line: Int) -> Range<Int>? {
        guard line > source.byteOrderMarkLength else { return nil }
        var stop = line - 1
        if stop > 0, bytes[stop] == UInt8(ascii: "\n"), bytes[stop - 1] == UInt8(ascii: "\r") { stop -= 1 }
        return source.lineStart(of: stop)..<stop
    }

    /// Whether a collection is in brackets.
    package func isFlow(_ collection: Int) -> Bool? {
        guard !isAlias(collection) else { return nil }
        let start = Int(record(collection).start)
        guard start < bytes.count else { return nil }
        let first = firstChild(of: collection)
        switch (record(collection).kind, bytes[start]) {
        case (.sequence, UInt8(ascii: "[")): return true
        case (.sequence, UInt8(ascii: "-")): return false
        case (.mapping, let byte):
            if first.map({ Int(record($0).start) == start && !isAlias($0) }) == true {
                return isInFlow(collection) ? nil : false
            }
            return byte == UInt8(ascii: "{") ? true : nil
        default: return nil
        }
    }

    private func isInFlow(_ collection: Int) -> Bool {
        var next = parent(of: collection)
        while let outer = next {
            if isFlow(outer) != false { return true }
            next = parent(of: outer)
        }
        return false
    }

    /// Whether a value ends with a block scalar, after which text cannot be inserted without a check.
    func endsInBlockScalar(_ index: Int) -> Bool {
        guard !isAlias(index) else { return false }
        var next = index
        while let last = document.parts(of: next).last {
            next = isKey(last) ? value(of: last) : last
            if isAlias(next) { return false }
        }
        return isBlockScalar(next)
    }

    func isBlockScalar(_ index: Int) -> Bool { record(index).kind == .literal || record(index).kind == .folded }

    package func edit(_ range: Range<Int>, _ text: String) -> Diagnostic.Edit {
        Diagnostic.Edit(span: SourceSpan(file: file, start: range.lowerBound, end: range.upperBound), text: text)
    }
}
