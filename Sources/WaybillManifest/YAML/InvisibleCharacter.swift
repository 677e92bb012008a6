/// A character in a key or an id that nobody sees, or that makes text read otherwise than it is written.
package struct InvisibleCharacter: Sendable, Hashable {
    package var scalar: Unicode.Scalar

    /// "U+200B", with a name for those that have a common one.
    package var description: String {
        let name: String? =
            switch scalar.value {
            case 0x09: "tab"
            case 0x85: "NEL"
            case 0xA0: "no-break space"
            case 0xAD: "soft hyphen"
            case 0x200B: "zero width space"
            case 0x2028: "line separator"
            case 0x2029: "paragraph separator"
            case 0xFEFF: "byte order mark"
            default: nil
            }
        return name.map { "\(scalar.hexName) (\($0))" } ?? scalar.hexName
    }

    /// Whether it takes no room, so that leaving it out is surely what was meant.
    package var hasNoWidth: Bool { !scalar.properties.isWhitespace }

    package static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00...0x1F, 0x7F...0x9F, 0xA0, 0xAD, 0x034F, 0x061C, 0x115F, 0x1160, 0x1680, 0x180E, 0x2000...0x200F,
            0x2028...0x202F, 0x205F...0x206F, 0x3000, 0x3164, 0xFEFF, 0xFFA0, 0xFFF9...0xFFFB, 0xE0000...0xE007F:
            true
        default: false
        }
    }

    /// Whether a byte of UTF-8 is surely no part of one.
    static func isVisibleASCII(_ byte: UInt8) -> Bool { 0x20...0x7E ~= byte }

    /// The first one in a text.
    package static func first(in text: String) -> InvisibleCharacter? {
        guard !text.utf8.allSatisfy(isVisibleASCII) else { return nil }
        return text.unicodeScalars.first(where: isInvisible).map(InvisibleCharacter.init)
    }

    /// Y010 for a key or an id that holds such a character, under the very character where the file shows it raw.
    ///
    /// `what` names the kind of text in the message: "key", "id", "tag".
    package static func diagnostic(
        in text: Located<String>, called what: String, source: SourceFile
    ) -> Diagnostic? {
        guard let found = first(in: text.value) else { return nil }
        let shown = text.value.unicodeScalars.map { isInvisible($0) ? "‹\($0.hexName)›" : String($0) }.joined()
        let place = found.place(in: text.span, of: source)
        var fixes: [Diagnostic.Fix] = []
        if let place, found.hasNoWidth {
            let edit = Diagnostic.Edit(span: place, text: "")
            fixes = [Diagnostic.Fix(description: "delete \(found.description)", safe: true, edits: [edit])]
        }
        return Diagnostic(
            .invisibleCharacter, at: place ?? text.span, "invisible \(found.description) in \(what) '\(shown)'",
            help: "delete it, or type the text anew", fixes: fixes)
    }

    private func place(in span: SourceSpan, of source: SourceFile) -> SourceSpan? {
        var offset = max(0, span.start)
        while offset < min(span.end, source.bytes.count) {
            let decoded = decodeScalar(in: source.bytes, at: offset)
            if decoded.scalar == scalar {
                return SourceSpan(file: span.file, start: offset, end: offset + decoded.length)
            }
            offset += decoded.length
        }
        return nil
    }
}
