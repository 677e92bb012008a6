import WaybillSyntax

/// The appearance of characters in a terminal.
extension Unicode.Scalar {
    /// The columns that a character occupies: 0 for combining marks, 2 for wide characters, else 1.
    package var displayWidth: Int {
        if 0x20...0x7E ~= value { return 1 }
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        if value < 0x1100 { return 1 }
        if 0x1160...0x11FF ~= value { return 0 }
        return isWide || properties.isEmojiPresentation ? 2 : 1
    }

    /// Whether it looks like a picture, with which others may combine.
    var isPicture: Bool { value >= 0x2190 && properties.isEmoji }

    var isRegionalIndicator: Bool { 0x1F1E6...0x1F1FF ~= value }

    /// East Asian Width W and F, by blocks. Their unassigned code points are wide, too.
    private var isWide: Bool {
        switch value {
        case 0x1100...0x115F, 0x231A...0x231B, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF,
            0x4E00...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F,
            0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F2FF,
            0x1F300...0x1F64F,
            0x1F680...0x1F6FF, 0x1F7E0...0x1F7FF, 0x1F900...0x1FAFF, 0x20000...0x3FFFD:
            true
        default: false
        }
    }

    /// The replacement of a character that would be invisible, reorder text, or control the terminal.
    var replacementOnScreen: String? {
        InvisibleCharacter.isInvisible(self) && self != "\u{3000}" ? "‹\(hexName)›" : nil
    }
}

extension String {
    /// The text on one line, without control characters.
    package var safeOnScreen: String {
        guard unicodeScalars.contains(where: { $0.replacementOnScreen != nil }) else { return self }
        return unicodeScalars.map { $0.replacementOnScreen ?? String($0) }.joined()
    }
}

/// Returns the number of columns of a text on a screen.
package func displayWidth(of text: ArraySlice<UInt8>) -> Int {
    if text.allSatisfy({ $0 < 0x80 }) { return text.count }
    return String(decoding: text, as: UTF8.self).unicodeScalars.reduce(0) { $0 + $1.displayWidth }
}

/// Wraps lines at words, because a terminal would break inside of words.
enum WrappedLine {
    /// Returns `line` with line ends in place of blanks wherever it would exceed `width` columns, and `indent` blanks
    /// after each.
    ///
    /// A word longer than a line stays whole, so that a URL can be copied. Escape sequences have no width. If the
    /// screen is too narrow, the line is not wrapped.
    static func wrap(_ line: String, width: Int?, indent: Int) -> String {
        guard let width, width >= indent + 20, columns(of: line[...]) > width else { return line }
        let margin = "\n" + String(repeating: " ", count: indent)
        var wrapped = ""
        var column = 0
        for (number, word) in line.split(separator: " ", omittingEmptySubsequences: false).enumerated() {
            let columns = columns(of: word)
            if number == 0 {
                column = columns
            } else if column + 1 + columns <= width || column <= indent {
                wrapped += " "
                column += 1 + columns
            } else {
                wrapped += margin
                column = indent + columns
            }
            wrapped += word
        }
        return wrapped
    }

    private static func columns(of text: Substring) -> Int {
        var columns = 0
        var isEscape = false
        for scalar in text.unicodeScalars {
            if scalar == "\u{1B}" { isEscape = true }
            if !isEscape { columns += scalar.displayWidth }
            if isEscape, scalar == "m" { isEscape = false }
        }
        return columns
    }
}
