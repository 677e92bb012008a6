import WaybillManifest
import WaybillSyntax

/// Places in the text.
extension ManifestEditor {
    /// The line end of the file's first line.
    var lineEnd: String {
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
        return mark.map { $0..<bytes.trimmedEnd(bytes[$0...].lineEnd, from: $0) }
    }

    /// Whether a byte belongs to the text of a scalar. The header of a block scalar does not.
    private func isInText(_ offset: Int) -> Bool {
        guard let scalar = lastScalar(before: offset), offset < Int(record(scalar).end) else { return false }
        return !isBlockScalar(scalar) || source.lineStart(of: offset) > Int(record(scalar).start)
    }

    /// Returns the written place of a value: for an alias, that of its `*name`; `nil` if it is not known.
    func place(of index: Int) -> Range<Int>? {
        // Aliases have no places of their own, so they are counted from the last preceding record that has one.
        var aliases = 0
        var start = Optional(index)
        while let record = start, isAlias(record) {
            aliases += 1
            start = sibling(before: record)
        }
        let known = start.map { Int(record($0).start)..<Int(record($0).end) }
        guard aliases > 0 else { return known }
        var place = known ?? placeOfParent(of: index)
        for _ in 0..<aliases {
            guard let next = nextAlias(from: place.upperBound) else { return nil }
            place = next
        }
        return place
    }

    private func placeOfParent(of index: Int) -> Range<Int> {
        let start = parent(of: index).map { Int(record($0).start) } ?? 0
        return start..<start
    }

    /// Returns the next `*name` that only blanks, comments and indicators precede.
    private func nextAlias(from start: Int) -> Range<Int>? {
        var position = start
        while position < bytes.count, bytes[position] != UInt8(ascii: "*") {
            position = bytes[position] == UInt8(ascii: "#") ? bytes[position...].lineEnd : position + 1
        }
        guard position < bytes.count else { return nil }
        let name = bytes[position...].prefix { !$0.isBlankOrBreak && !",[]{}".utf8.contains($0) }
        return position..<name.endIndex
    }

    /// Returns the range from a key to the end of its value, or that of an item without its dash.
    func extent(of head: Int) -> Range<Int>? {
        guard let own = place(of: head) else { return nil }
        guard isKey(head) else { return own }
        guard let value = place(of: value(of: head)) else { return nil }
        return own.lowerBound..<max(own.upperBound, value.upperBound)
    }

    /// Returns the same range, with a preceding anchor and tag; `nil` if it is not known.
    func wholeExtent(of head: Int) -> Range<Int>? {
        guard let extent = extent(of: head), let start = start(of: head) else { return nil }
        return start..<extent.upperBound
    }

    /// Returns the start of a key or an item, with its anchor and its tag; `nil` if these are on a line above.
    func start(of head: Int) -> Int? {
        guard let place = place(of: head) else { return nil }
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
    func isFlow(_ collection: Int) -> Bool? {
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
        while let last = children(of: next).last {
            next = isKey(last) ? value(of: last) : last
            if isAlias(next) { return false }
        }
        return isBlockScalar(next)
    }

    func isBlockScalar(_ index: Int) -> Bool { record(index).kind == .literal || record(index).kind == .folded }

    func edit(_ range: Range<Int>, _ text: String) -> Diagnostic.Edit {
        Diagnostic.Edit(span: SourceSpan(file: file, start: range.lowerBound, end: range.upperBound), text: text)
    }
}
