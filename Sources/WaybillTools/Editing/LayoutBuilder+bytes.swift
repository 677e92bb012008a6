import WaybillManifest
import WaybillSyntax

/// The bytes between values.
extension LayoutBuilder {
    var hasBlank: Bool { breaks > 1 }

    /// Moves to the next token. The comments before it become pending.
    mutating func skipTrivia() {
        while cursor < bytes.count {
            let byte = bytes[cursor]
            if byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") {
                cursor += 1
            } else if byte.isBreak {
                cursor += bytes[cursor...].lineBreakLength
                breaks += 1
            } else if byte == UInt8(ascii: "#") {
                takeComment()
            } else if isStrayByteOrderMark {
                cursor += 3
            } else {
                return
            }
        }
    }

    /// Whether a byte order mark begins this line. libyaml skips it anywhere in the file.
    private var isStrayByteOrderMark: Bool {
        cursor > 0 && bytes[cursor] == 0xEF && bytes[cursor - 1].isBreak
            && bytes[cursor...].starts(with: [0xEF, 0xBB, 0xBF])
    }

    private mutating func takeComment() {
        let end = bytes[cursor...].endOfLine
        let comment = comment(cursor..<bytes.trimmedEnd(end, from: cursor), isTrailing: breaks == 0)
        pending.append(comment)
        take(to: end)
    }

    mutating func comment(_ text: Range<Int>, isTrailing: Bool) -> Layout.Comment {
        let lineStart = layout.file.lineStart(of: text.lowerBound)
        let gap = text.lowerBound - bytes.trimmedEnd(text.lowerBound, from: lineStart)
        let comment = Layout.Comment(
            text: text, column: displayWidth(of: bytes[lineStart..<text.lowerBound]), gap: flowDepth > 0 ? nil : gap,
            isTrailing: isTrailing, hasBlankBefore: hasBlank)
        layout.comments.append(comment)
        return comment
    }

    mutating func takePending() -> [Layout.Comment] {
        defer { pending = [] }
        return pending
    }

    mutating func take(_ count: Int) { take(to: cursor + count) }

    mutating func take(to end: Int) {
        cursor = end
        breaks = 0
    }

    /// Reads `&name` or `*name`.
    mutating func takeName() -> Range<Int> {
        let start = cursor
        cursor += 1
        while cursor < bytes.count, bytes[cursor].isNameByte { cursor += 1 }
        breaks = 0
        return start..<cursor
    }

    /// Reads a directive such as `%YAML 1.2`, which has no effect.
    mutating func takeDirective() -> Bool {
        guard isByte("%") else { return false }
        take(to: bytes[cursor...].endOfLine)
        return true
    }

    mutating func takeMarker(_ marker: StaticString) -> Bool {
        guard bytes[cursor...].starts(with: String(describing: marker).utf8) else { return false }
        take(marker.utf8CodeUnitCount)
        return true
    }

    func isByte(_ scalar: Unicode.Scalar) -> Bool {
        cursor < bytes.count && bytes[cursor] == UInt8(ascii: scalar)
    }

    func column(of position: Int) -> Int { position - layout.file.lineStart(of: position) }

    func obstacle(_ reason: String) -> Obstacle { Obstacle(offset: cursor, reason: reason, isInternalError: false) }

    func unexpected() -> Obstacle {
        Obstacle(offset: cursor, reason: "its layout could not be read", isInternalError: true)
    }
}

extension UInt8 {
    /// Whether libyaml takes the byte for a part of an anchor's name.
    fileprivate var isNameByte: Bool {
        switch Unicode.Scalar(self) {
        case "a"..."z", "A"..."Z", "0"..."9", "_", "-": true
        default: false
        }
    }
}
