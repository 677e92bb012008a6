extension PlainScanner {
    /// Reads a scalar of one line; ``position`` is behind it then.
    mutating func scalar(_ text: Span<UInt8>, isFlow: Bool) throws(Unsure) -> Record {
        let scalar =
            switch byte(text, position) {
            case UInt8(ascii: "\""): try quoted(text, .doubleQuoted, refusing: UInt8(ascii: "\\"))
            case UInt8(ascii: "'"): try quoted(text, .singleQuoted, refusing: UInt8(ascii: "\n"))
            default: try plain(text, isFlow: isFlow)
            }
        guard scalar.count <= YAMLReader.mostTextBytes else { throw Unsure() }
        return scalar
    }

    /// Reads a quoted scalar in which neither the other byte nor the quote itself stands.
    private mutating func quoted(
        _ text: Span<UInt8>, _ kind: Record.Kind, refusing other: UInt8
    ) throws(Unsure) -> Record {
        let (start, quote) = (position, text[position])
        position += 1
        while byte(text, position) != quote {
            guard byte(text, position) != UInt8(ascii: "\n"), text[position] != other else { throw Unsure() }
            position += 1
        }
        position += 1
        // A doubled quote stands for one.
        guard byte(text, position) != quote else { throw Unsure() }
        return Record(
            kind: kind, start: UInt32(start), end: UInt32(position), first: UInt32(start + 1),
            count: UInt32(position - start - 2), next: 0)
    }

    private mutating func plain(_ text: Span<UInt8>, isFlow: Bool) throws(Unsure) -> Record {
        guard mayBeginPlain(text) else { throw Unsure() }
        let start = position
        // How far it is, and the place behind the last character that is no blank: in registers, not in the scanner.
        var (place, end) = (start, start)
        scan: while place < text.count {
            let byte = text[place]
            if !isOrdinary(byte) {
                switch byte {
                case UInt8(ascii: "\n"): break scan
                case UInt8(ascii: " "):
                    place += 1
                    continue
                case UInt8(ascii: ":"):
                    if isBlank(text, place + 1) {
                        guard end == place else { throw Unsure() }
                        break scan
                    }
                    if isFlow && isFlowIndicator(self.byte(text, place + 1)) { throw Unsure() }
                case UInt8(ascii: "#"): if end < place { break scan }
                case UInt8(ascii: "?"): if isFlow { throw Unsure() }
                default: if isFlow && isFlowIndicator(byte) { break scan }
                }
            }
            place += 1
            end = place
        }
        position = end
        return Record(
            kind: .plain, start: UInt32(start), end: UInt32(end), first: UInt32(start), count: UInt32(end - start),
            next: 0)
    }

    /// Whether a byte of a plain scalar means nothing but itself wherever it stands; told by one bit, for most do.
    private func isOrdinary(_ byte: UInt8) -> Bool {
        let marks = byte < 64 ? Self.lowMarks : Self.highMarks
        return marks >> UInt64(byte & 63) & 1 == 0
    }

    /// `\n`, blank, `#`, `,`, `:` and `?`.
    private static let lowMarks: UInt64 = 1 << 10 | 1 << 32 | 1 << 35 | 1 << 44 | 1 << 58 | 1 << 63
    /// `[`, `]`, `{` and `}`, less 64.
    private static let highMarks: UInt64 = 1 << 27 | 1 << 29 | 1 << 59 | 1 << 61

    /// Letters, digits, and signs that mean nothing to YAML; a minus where a number or a word follows.
    private func mayBeginPlain(_ text: Span<UInt8>) -> Bool {
        switch Unicode.Scalar(byte(text, position)) {
        case "a"..."z", "A"..."Z", "0"..."9", "_", "/", ".", "$", "(", ")", "+", "~", "^", ";", "\\", "<", "=": true
        case "-":
            switch Unicode.Scalar(byte(text, position + 1)) {
            case "a"..."z", "A"..."Z", "0"..."9": true
            default: false
            }
        default: false
        }
    }

    private func isFlowIndicator(_ byte: UInt8) -> Bool {
        switch Unicode.Scalar(byte) {
        case ",", "[", "]", "{", "}", "?": true
        default: false
        }
    }

    // MARK: What is next

    /// Behind the text everything is as at a line's end.
    func byte(_ text: Span<UInt8>, _ index: Int) -> UInt8 { index < text.count ? text[index] : UInt8(ascii: "\n") }

    private func isBlank(_ text: Span<UInt8>, _ index: Int) -> Bool {
        let byte = byte(text, index)
        return byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n")
    }

    /// Whether a dash with a blank behind it is next.
    func isDash(_ text: Span<UInt8>) -> Bool {
        byte(text, position) == UInt8(ascii: "-") && isBlank(text, position + 1)
    }

    /// Whether the colon that makes a key of what was read is next. On one line a flow's value follows.
    func isColon(_ text: Span<UInt8>, isFlow: Bool) -> Bool {
        byte(text, position) == UInt8(ascii: ":")
            && (isFlow ? byte(text, position + 1) == UInt8(ascii: " ") : isBlank(text, position + 1))
    }

    func isFlowStart(_ text: Span<UInt8>) -> Bool {
        byte(text, position) == UInt8(ascii: "[") || byte(text, position) == UInt8(ascii: "{")
    }
}

extension Span<UInt8> {
    /// Whether some text stands at a place.
    func matches(_ word: String, at start: Int) -> Bool {
        guard start + word.utf8.count <= count else { return false }
        var index = start
        for byte in word.utf8 {
            if self[index] != byte { return false }
            index += 1
        }
        return true
    }
}
