import WaybillManifest
import WaybillSyntax

/// Scalars that are not blocks.
extension LayoutPrinter {
    mutating func printKey(_ key: Int, shape: Shape?) {
        if let alias = layout.alias(of: key) {
            // Some parsers accept a colon in a name.
            out += bytes[alias]
            out.append(UInt8(ascii: " "))
            return
        }
        let anchor = layout.anchor(of: key)
        if let anchor {
            out += bytes[anchor]
            out.append(UInt8(ascii: " "))
        }
        out += keyText(key, mayUnquote: anchor == nil && mayUnquote(shape))
    }

    /// Returns a key on one line, which is always possible.
    private func keyText(_ key: Int, mayUnquote: Bool) -> ArraySlice<UInt8> {
        let isOneLine = !raw(key).contains(where: \.isBreak)
        if isOneLine, let text = oneLine(key, mayUnquote: mayUnquote) { return text }
        let quoted = ScalarLayout.doubleQuoted(layout.document.texts[records[key].text])
        return ScalarLayout.requoted(quoted, mayUnquote: mayUnquote)
    }

    /// Prints a scalar that is not a block: on one line if it fits, else on its original lines.
    mutating func printScalar(_ index: Int, at place: Place) {
        let before = out.count
        if let text = oneLine(index, mayUnquote: mayUnquote(place.shape)) {
            out += text
            guard !fits, raw(index).contains(where: \.isBreak) else { return }
            out.removeLast(out.count - before)
        }
        let lines = ScalarLayout.lines(of: raw(index), isDoubleQuoted: records[index].kind == .doubleQuoted)
        out += lines[0]
        for line in lines.dropFirst() {
            if line.isEmpty {
                out.append(UInt8(ascii: "\n"))
            } else {
                startLine(max(place.inner, Self.indentation))
                out += line
            }
        }
    }

    /// Returns a scalar on one line, or `nil` if it has line breaks.
    func oneLine(_ index: Int, mayUnquote: Bool) -> ArraySlice<UInt8>? {
        let kind = records[index].kind
        guard kind != .literal, kind != .folded else { return nil }
        var text = raw(index)
        if text.contains(where: \.isBreak) {
            let lines = ScalarLayout.lines(of: text, isDoubleQuoted: kind == .doubleQuoted)
            guard let joined = ScalarLayout.joined(lines, isDoubleQuoted: kind == .doubleQuoted) else { return nil }
            text = joined
        }
        if kind == .plain { return ScalarLayout.isIndicator(text) ? ScalarLayout.doubleQuoted(text) : text }
        return ScalarLayout.requoted(text, mayUnquote: mayUnquote)
    }

    /// Whether `a` and `"a"` mean the same to every reader: not in values that Swift decodes, nor if an alias may use
    /// the value there.
    func mayUnquote(_ shape: Shape?) -> Bool {
        guard let shape, anchored == 0 else { return false }
        return !shape.isOpen
    }

    /// Returns the written text.
    func raw(_ index: Int) -> ArraySlice<UInt8> { bytes[Int(records[index].start)..<Int(records[index].end)] }
}

/// Block scalars: `|` and `>`.
extension LayoutPrinter {
    /// Prints a block scalar with its lines unchanged, at the canonical indentation.
    mutating func printBlockScalar(_ index: Int, at place: Place) {
        let text = layout.document.texts[records[index].text]
        let comment = layout.trailing(of: place.part)
        guard text.contains(where: { $0 != UInt8(ascii: " ") && !$0.isBreak }) else {
            out += ScalarLayout.doubleQuoted(text)
            return trail(comment)
        }
        let header = blockHeader(index)
        let endsInBreak = text.last == UInt8(ascii: "\n")
        out.append(bytes[Int(records[index].start)])
        // If the lines begin with blanks, a number gives the indentation.
        if header.contains(where: { $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }) { out += "2".utf8 }
        let keepsBreaks = header.contains(UInt8(ascii: "+")) && endsInBreak
        if keepsBreaks { out += "+".utf8 } else if !endsInBreak { out += "-".utf8 }
        trail(comment)
        for line in layout.blockLines(of: index) {
            printBlockLine(bytes[line], indent: max(place.inner, Self.indentation))
        }
        guard keepsBreaks else { return }
        let breaks = text.reversed().prefix { $0 == UInt8(ascii: "\n") }.count
        out.append(contentsOf: repeatElement(UInt8(ascii: "\n"), count: breaks - 1))
        endsInKeptBreaks = true
    }

    private mutating func printBlockLine(_ line: ArraySlice<UInt8>, indent: Int) {
        out.append(UInt8(ascii: "\n"))
        guard !line.isEmpty else { return }
        out.append(contentsOf: repeatElement(UInt8(ascii: " "), count: indent))
        out += line
    }

    /// Returns what follows `|` or `>`.
    private func blockHeader(_ index: Int) -> ArraySlice<UInt8> {
        bytes[(Int(records[index].start) + 1)...].prefix { !$0.isBlankOrBreak && $0 != UInt8(ascii: "#") }
    }
}

extension Layout {
    /// Returns the lines of a block scalar without their indentation, up to the last one with content, which may be
    /// spaces. A text of spaces alone has none.
    func blockLines(of index: Int) -> [Range<Int>] {
        let bytes = file.bytes
        let record = document.records[index]
        let text = document.texts[record.text]
        guard text.contains(where: { $0 != UInt8(ascii: " ") && !$0.isBreak }) else { return [] }
        let body = bytes[Int(record.start)...].endOfLine
        // The first non-empty line gives the indentation.
        let indent = Self.blanks(before: bytes[body...]) - Self.blanks(before: text)
        var lines: [Range<Int>] = []
        var position = body
        while position < bytes.count {
            let begin = position + bytes[position...].lineBreakLength
            let end = bytes[begin...].endOfLine
            let blanks = bytes[begin..<end].prefix { $0 == UInt8(ascii: " ") }.count
            guard blanks >= indent || blanks == end - begin else { break }
            lines.append(min(begin + indent, end)..<end)
            position = end
        }
        let last = lines.lastIndex { !$0.isEmpty }
        return Array(lines.prefix(last.map { $0 + 1 } ?? 0))
    }

    private static func blanks(before text: ArraySlice<UInt8>) -> Int {
        var blanks = 0
        for byte in text {
            if byte == UInt8(ascii: " ") { blanks += 1 } else if byte.isBreak { blanks = 0 } else { break }
        }
        return blanks
    }
}
