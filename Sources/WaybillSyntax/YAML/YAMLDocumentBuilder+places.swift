/// Spans from the marks of libyaml. A span ends where the text of the value ends.
extension YAMLDocumentBuilder {
    /// Returns the text of a scalar.
    func text(ofRecord record: Int) -> String { String(decoding: texts[records[record].text], as: UTF8.self) }

    func offset(_ scalarIndex: Int) -> Int { file.byteOffset(ofScalar: scalarIndex) }

    func span(_ event: YAMLEvent) -> SourceSpan {
        SourceSpan(file: index, start: offset(event.start), end: offset(event.end))
    }

    func span(ofRecord record: Int) -> SourceSpan {
        SourceSpan(file: index, start: Int(records[record].start), end: Int(records[record].end))
    }

    /// The anchor before a value, and the offset of the value. In libyaml, anchor and tag are parts of the value.
    struct Properties {
        var valueStart: Int
        var anchor: SourceSpan?
    }

    /// Finds the anchor and the tag of an event. Reports tags.
    mutating func readProperties(of event: YAMLEvent, isAbsent: Bool) -> Properties {
        var result = Properties(valueStart: offset(event.start))
        var remaining = (event.hasAnchor ? 1 : 0) + (event.hasTag ? 1 : 0)
        guard remaining > 0 else { return result }
        var lastEnd = result.valueStart
        while remaining > 0 {
            let position = skipSpace(from: lastEnd)
            guard position < file.bytes.count else { break }
            let isTag = file.bytes[position] == UInt8(ascii: "!")
            guard isTag || file.bytes[position] == UInt8(ascii: "&") else { break }
            lastEnd = endOfProperty(at: position)
            let place = SourceSpan(file: index, start: position, end: lastEnd)
            if isTag { reportTag(at: place) } else { result.anchor = place }
            remaining -= 1
        }
        result.valueStart = isAbsent ? lastEnd : skipSpace(from: lastEnd)
        return result
    }

    /// Returns the span of a scalar.
    ///
    /// - Parameter isAbsent: Whether the value is missing, and therefore null.
    func span(ofScalar kind: Record.Kind, isAbsent: Bool, _ event: YAMLEvent, from start: Int) -> SourceSpan {
        if isAbsent {
            let place = event.hasAnchor || event.hasTag ? start : emptyPlace(at: start)
            return SourceSpan(file: index, start: place, end: place)
        }
        let end = max(start, offset(event.end))
        let isBlock = kind == .literal || kind == .folded
        return SourceSpan(file: index, start: start, end: isBlock ? file.bytes.trimmedEnd(end, from: start) : end)
    }

    /// Returns the place of an absent value, directly after its `:` or `-`. libyaml places some before the next token.
    private func emptyPlace(at start: Int) -> Int {
        guard let last = open.last else { return start }
        if last.isMapping, !last.awaitsKey {
            let next = skipSpace(from: last.lastEnd)
            return next < file.bytes.count && file.bytes[next] == UInt8(ascii: ":") ? next + 1 : last.lastEnd
        }
        let isAfterIndicator = start > 0 && "-?".utf8.contains(file.bytes[start - 1])
        return isAfterIndicator ? start : last.lastEnd
    }

    /// Moves forward over blanks, line ends and comments.
    func skipSpace(from start: Int) -> Int {
        var position = start
        while position < file.bytes.count {
            if file.bytes[position] == UInt8(ascii: "#") {
                position = file.bytes[position...].endOfLine
            } else if file.bytes[position].isBlankOrBreak {
                position += 1
            } else {
                break
            }
        }
        return position
    }

    private func endOfProperty(at start: Int) -> Int {
        let isVerbatim = file.bytes[start...].starts(with: "!<".utf8)
        let closing: [UInt8] = isVerbatim ? [UInt8(ascii: ">")] : Array(",[]{}".utf8)
        var position = start
        while position < file.bytes.count, !file.bytes[position].isBlankOrBreak {
            if closing.contains(file.bytes[position]) { return isVerbatim ? position + 1 : position }
            position += 1
        }
        return position
    }
}

extension UInt8 {
    package var isBreak: Bool { self == UInt8(ascii: "\n") || self == UInt8(ascii: "\r") }
    package var isBlankOrBreak: Bool { isBreak || self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }
}

extension [UInt8] {
    /// Moves an end back over blanks and line ends, but not beyond a start.
    package func trimmedEnd(_ end: Int, from start: Int) -> Int {
        var end = end
        while end > start, self[end - 1].isBlankOrBreak { end -= 1 }
        return Swift.max(start, end)
    }
}

extension ArraySlice<UInt8> {
    /// The end of the first line, before its line end.
    package var endOfLine: Int { firstIndex(where: \.isBreak) ?? endIndex }

    /// The number of bytes of the line end with which the bytes begin; 1 if they begin with none.
    package var lineBreakLength: Int {
        first == UInt8(ascii: "\r") && dropFirst().first == UInt8(ascii: "\n") ? 2 : 1
    }
}
