extension SourceFile {
    /// Returns the part of a span that is on its first line.
    package func firstLine(of span: SourceSpan) -> SourceSpan {
        guard var end = bytes.clamped(span).firstIndex(where: { $0 == 10 || $0 == 13 }) else { return span }
        while end > span.start, bytes[end - 1] == 32 { end -= 1 }
        return SourceSpan(file: span.file, start: span.start, end: end)
    }

    /// Returns the place of some bytes of a scalar's text, or `nil` if the text has escapes or several lines.
    ///
    /// - Parameter span: The place of the scalar, with its quotes.
    package func exactSpan(
        of range: Range<Int>, in text: some RandomAccessCollection<UInt8>, at span: SourceSpan
    ) -> SourceSpan? {
        let written = bytes.clamped(span)
        let quotes = written.first == UInt8(ascii: "'") || written.first == UInt8(ascii: "\"") ? 1 : 0
        guard written.count >= 2 * quotes, written.dropFirst(quotes).dropLast(quotes).elementsEqual(text) else {
            return nil
        }
        let base = span.start + quotes
        return SourceSpan(
            file: span.file, start: base + min(range.lowerBound, text.count),
            end: base + min(range.upperBound, text.count))
    }
}

extension [UInt8] {
    /// Returns the bytes of a span that exist in the file.
    package func clamped(_ span: SourceSpan) -> ArraySlice<UInt8> {
        let start = Swift.min(Swift.max(span.start, 0), count)
        return self[start..<Swift.max(start, Swift.min(span.end, count))]
    }
}
