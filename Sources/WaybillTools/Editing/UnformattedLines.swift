import WaybillManifest
import WaybillRules
import WaybillSyntax

/// The lines of a file between `# waybill:fmt off` and `# waybill:fmt on`, which stay as their author wrote them. Without
/// the second comment, these are all lines to the end of the file.
struct UnformattedLines {
    private let file: SourceFile
    private let parts: [Part]

    private struct Part {
        /// The bytes of whole lines, between those of the comments.
        var bytes: Range<Int>
        /// The number of spaces before the first text.
        var indent: Int
    }

    init(_ file: SourceFile, _ document: YAMLDocument?) {
        self.file = file
        var parts: [Part] = []
        var start: Int?
        for mark in DirectiveScan.formatMarks(in: file, document) {
            let line = file.byteRange(ofLine: mark.line)
            if !mark.isOn {
                start = start ?? Self.next(after: line.upperBound, in: file.bytes)
            } else if let begin = start {
                parts.append(Part(bytes: begin..<max(begin, line.lowerBound), indent: 0))
                start = nil
            }
        }
        if let begin = start { parts.append(Part(bytes: begin..<max(begin, file.bytes.count), indent: 0)) }
        self.parts = parts.map { Part(bytes: $0.bytes, indent: Self.indent(of: file.bytes[$0.bytes])) }
    }

    /// Where the first part begins; `nil` if everything is formatted.
    var first: Int? { parts.first?.bytes.lowerBound }

    /// Returns a formatted text of the file in which the parts are as in the file. A part moves as a whole to the
    /// indentation of its first line.
    ///
    /// - Throws: If the formatted text does not have the same parts.
    func restored(in text: [UInt8]) throws(LayoutBuilder.Obstacle) -> [UInt8] {
        guard let first else { return text }
        let formatted = SourceFile(path: file.path, bytes: text)
        let others = UnformattedLines(formatted, YAMLReader.read(formatted, index: 0).node?.document).parts
        guard others.count == parts.count else { throw Self.obstacle(at: first) }
        var result: [UInt8] = []
        var position = 0
        for (part, other) in zip(parts, others) {
            result += text[position..<other.bytes.lowerBound]
            guard let lines = lines(of: part, movedBy: other.indent - part.indent) else {
                throw Self.obstacle(at: part.bytes.lowerBound)
            }
            result += lines
            position = other.bytes.upperBound
        }
        return result + text[position...]
    }

    /// The reason why a file with such a part is not formatted at all.
    static func obstacle(at offset: Int) -> LayoutBuilder.Obstacle {
        LayoutBuilder.Obstacle(
            offset: offset,
            reason: "these lines cannot stay as they are; put '# waybill:fmt off' and 'on' around whole entries",
            isInternalError: false)
    }

    /// Returns the lines of a part with more or fewer spaces; `nil` if a line has too few.
    private func lines(of part: Part, movedBy shift: Int) -> [UInt8]? {
        var lines: [UInt8] = []
        var start = part.bytes.lowerBound
        while start < part.bytes.upperBound {
            let end = file.bytes[start..<part.bytes.upperBound].firstIndex(where: \.isBreak) ?? part.bytes.upperBound
            let line = file.bytes[start..<end]
            if line.contains(where: { !$0.isBlankOrBreak }) {
                guard Self.spaces(of: line) + shift >= 0 else { return nil }
                lines += repeatElement(UInt8(ascii: " "), count: max(0, shift)) + line.dropFirst(max(0, -shift))
            }
            lines.append(UInt8(ascii: "\n"))
            start = Self.next(after: end, in: file.bytes)
        }
        return lines
    }

    private static func indent(of bytes: ArraySlice<UInt8>) -> Int {
        let lines = bytes.split(whereSeparator: \.isBreak)
        return lines.first { $0.contains { !$0.isBlankOrBreak } }.map(spaces) ?? 0
    }

    private static func spaces(of line: ArraySlice<UInt8>) -> Int { line.prefix { $0 == UInt8(ascii: " ") }.count }

    /// Returns the start of the next line.
    private static func next(after end: Int, in bytes: [UInt8]) -> Int {
        min(bytes.count, end + bytes[end...].lineBreakLength)
    }
}
