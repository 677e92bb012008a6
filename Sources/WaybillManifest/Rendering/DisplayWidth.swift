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
