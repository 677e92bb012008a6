import WaybillManifest
import WaybillSyntax

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
        for line in blockLines(index, text) { printBlockLine(line, indent: max(place.inner, Self.indentation)) }
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

    /// Returns the lines without their indentation, up to the last non-empty line.
    private func blockLines(_ index: Int, _ text: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        let start = Int(records[index].start)
        let body = bytes[start...].endOfLine
        let indent = blockIndent(body, text)
        var lines: [ArraySlice<UInt8>] = []
        var position = body
        while position < bytes.count {
            let begin = position + bytes[position...].lineBreakLength
            let end = bytes[begin...].endOfLine
            let line = bytes[begin..<end]
            let blanks = line.prefix { $0 == UInt8(ascii: " ") }.count
            guard blanks >= indent || blanks == line.count else { break }
            lines.append(line.dropFirst(indent))
            position = end
        }
        let last = lines.lastIndex { !$0.isEmpty }
        return Array(lines.prefix(last.map { $0 + 1 } ?? 0))
    }

    /// Returns the indentation in the file, from the first non-empty line.
    private func blockIndent(_ body: Int, _ text: ArraySlice<UInt8>) -> Int {
        blanksBeforeText(bytes[body...]) - blanksBeforeText(text)
    }

    private func blanksBeforeText(_ text: ArraySlice<UInt8>) -> Int {
        var blanks = 0
        for byte in text {
            if byte == UInt8(ascii: " ") { blanks += 1 } else if byte.isBreak { blanks = 0 } else { break }
        }
        return blanks
    }
}
