import WaybillManifest
import WaybillSyntax

/// Removals.
extension ManifestEditor {
    /// Returns the entry, or the outermost one around it that would be empty without it.
    func withEmptied(_ head: Int) -> Int {
        var head = head
        while let collection = parent(of: head), firstChild(of: collection) == head, sibling(after: head) == nil,
            let owner = isKey(head) || record(collection).kind == .sequence ? sibling(before: collection) : nil,
            isKey(owner)
        {
            head = owner
        }
        return head
    }

    /// Returns the edits that remove an entry, by its key, or an item.
    func removing(_ head: Int, _ comments: Diagnostic.Comments) -> [Diagnostic.Edit]? {
        guard let collection = parent(of: head), let isFlow = isFlow(collection), let extent = wholeExtent(of: head),
            !isNamedElsewhere(head, extent)
        else { return nil }
        // Comments inside of the removed entry cannot stay.
        if comments != .removed, hasComment(inside: head, extent) { return nil }
        guard let start = isFlow ? extent.lowerBound : start(ofBlock: head, extent) else { return nil }
        if isFlow { return removingFromFlow(head, extent, comments).map { [$0] } }
        let stop = bytes[extent.upperBound...].endOfLine
        let comment = bytes[extent.upperBound..<stop].firstIndex { !$0.isBlankOrBreak }
        guard comment.map({ bytes[$0] == UInt8(ascii: "#") }) != false else { return nil }
        let line = source.lineStart(of: start)
        guard bytes[line..<start].allSatisfy({ $0 == UInt8(ascii: " ") }) else {
            return removingFirst(head, start..<extent.upperBound, comment: comment)
        }
        let next = min(stop + bytes[stop...].lineBreakLength, bytes.count)
        let lines = withCommentsAbove(line)..<next
        switch comments {
        case .absent where comment != nil || lines.lowerBound < line: return nil
        case .kept: return [edit(comment.map { start..<$0 } ?? line..<lines.upperBound, "")]
        case .absent, .removed: return [edit(withBlankLine(lines), "")]
        }
    }

    /// Whether an alias elsewhere refers to an anchor in an entry.
    private func isNamedElsewhere(_ head: Int, _ extent: Range<Int>) -> Bool {
        guard !document.aliases.isEmpty else { return false }
        let whole = SourceSpan(file: file, start: extent.lowerBound, end: extent.upperBound)
        return (head..<Int(record(isKey(head) ? value(of: head) : head).next)).contains { index in
            let span = SourceSpan(file: file, start: Int(record(index).start), end: Int(record(index).end))
            return document.aliases.aliases(of: span).contains { alias in
                whole.contains(alias.target) && !whole.contains(alias.place)
            }
        }
    }

    /// Returns the start of a block entry: its key, or its dash.
    private func start(ofBlock head: Int, _ extent: Range<Int>) -> Int? {
        if isKey(head) { return extent.lowerBound }
        var start = extent.lowerBound
        while start > 0, bytes[start - 1] == UInt8(ascii: " ") { start -= 1 }
        return start > 0 && bytes[start - 1] == UInt8(ascii: "-") ? start - 1 : nil
    }

    /// Removes the first key of a mapping that begins after a dash: the second key takes its place.
    private func removingFirst(_ head: Int, _ range: Range<Int>, comment: Int?) -> [Diagnostic.Edit]? {
        guard isKey(head), let next = sibling(after: head), let following = start(of: next),
            // Something that the reader does not take for a key may be between two keys.
            range.upperBound <= following, indent(of: head) != nil
        else { return nil }
        if isBlank(range.upperBound..<following) { return [edit(range.lowerBound..<following, "")] }
        if let comment { return [edit(range.lowerBound..<comment, "")] }
        var start = range.lowerBound
        while bytes[start - 1] == UInt8(ascii: " ") { start -= 1 }
        return [edit(start..<range.upperBound, "")]
    }

    /// Returns the first of the comment lines directly above a line, with the same indentation; the line itself if
    /// there is none.
    private func withCommentsAbove(_ line: Int) -> Int {
        let indent = bytes[line...].prefix { $0 == UInt8(ascii: " ") }.count
        var first = line
        while let above = lineAbove(first) {
            let text = bytes[above].drop(while: \.isBlankOrBreak)
            guard text.first == UInt8(ascii: "#"), text.startIndex - above.lowerBound == indent else { break }
            first = above.lowerBound
        }
        return first
    }

    /// Returns the lines with the blank line above them, if another one follows.
    private func withBlankLine(_ lines: Range<Int>) -> Range<Int> {
        let isBlankBelow =
            lines.upperBound >= bytes.count || isBlank(lines.upperBound..<bytes[lines.upperBound...].endOfLine)
        guard isBlankBelow, let above = lineAbove(lines.lowerBound), isBlank(above) else { return lines }
        return above.lowerBound..<lines.upperBound
    }

    /// Removes an entry with the comma after it or, for the last entry, the comma before it; `nil` if a comment would
    /// be removed too, or moved beside another entry.
    private func removingFromFlow(
        _ head: Int, _ extent: Range<Int>, _ comments: Diagnostic.Comments
    ) -> Diagnostic.Edit? {
        let comma = position(afterCommaAt: extent.upperBound)
        if let next = sibling(after: head), let following = start(of: next), extent.upperBound <= following {
            guard hasComment(extent.upperBound..<following) else { return edit(extent.lowerBound..<following, "") }
            if let comma { return edit(extent.lowerBound..<comma, "") }
            return comments == .removed ? edit(extent.lowerBound..<following, "") : nil
        }
        guard let before = sibling(before: head) else { return edit(extent, "") }
        let end = place(of: before).upperBound
        guard end <= extent.lowerBound else { return edit(extent, "") }
        let whole = edit(end..<extent.upperBound, "")
        if comments == .removed { return whole }
        if hasComment(end..<extent.lowerBound) {
            return comma == nil && position(afterCommaAt: end) != nil ? edit(extent, "") : nil
        }
        let rest = bytes[(comma ?? extent.upperBound)...].first { !$0.isBlankOrBreak || $0.isBreak }
        return rest == UInt8(ascii: "#") ? nil : whole
    }

    /// Returns the position after a comma that only blanks precede, and after the blanks that follow it.
    private func position(afterCommaAt end: Int) -> Int? {
        guard let comma = bytes[end...].firstIndex(where: { !$0.isBlankOrBreak }), bytes[comma] == UInt8(ascii: ",")
        else { return nil }
        return bytes[(comma + 1)...].firstIndex { $0 != UInt8(ascii: " ") } ?? bytes.count
    }

    /// Whether an entry contains a comment. A scalar never does.
    private func hasComment(inside head: Int, _ extent: Range<Int>) -> Bool {
        guard isKey(head), record(value(of: head)).kind.isScalar else { return hasComment(extent) }
        let key = place(of: head)
        let value = place(of: value(of: head))
        return key.upperBound <= value.lowerBound && hasComment(key.upperBound..<value.lowerBound)
    }
}

extension SourceSpan {
    fileprivate func contains(_ other: SourceSpan) -> Bool { start <= other.start && other.end <= end }
}
