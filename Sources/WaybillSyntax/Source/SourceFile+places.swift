extension SourceFile {
    /// A place without the lines that follow its first one.
    package func firstLine(of span: SourceSpan) -> SourceSpan {
        guard var end = bytes.clamped(span).firstIndex(where: { $0 == 10 || $0 == 13 }) else { return span }
        while end > span.start, bytes[end - 1] == 32 { end -= 1 }
        return SourceSpan(file: span.file, start: span.start, end: end)
    }

    /// The place of some bytes of a scalar's text, or nil where the text is written with escapes or over several lines.
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
    /// The bytes of a span, as far as there are any.
    package func clamped(_ span: SourceSpan) -> ArraySlice<UInt8> {
        let start = Swift.min(Swift.max(span.start, 0), count)
        return self[start..<Swift.max(start, Swift.min(span.end, count))]
    }
}
