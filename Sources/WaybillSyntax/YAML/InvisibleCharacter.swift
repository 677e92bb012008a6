/// An invisible character in a key or an id, or one that changes the order in which text is displayed.
package struct InvisibleCharacter: Sendable, Hashable {
    package var scalar: Unicode.Scalar

    /// "U+200B", with the name of common ones.
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

    /// Whether it has no width, so that the author certainly did not mean it.
    package var hasNoWidth: Bool { !scalar.properties.isWhitespace }

    package static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00...0x1F, 0x7F...0x9F, 0xA0, 0xAD, 0x034F, 0x061C, 0x115F, 0x1160, 0x1680, 0x180E, 0x2000...0x200F,
            0x2028...0x202F, 0x205F...0x206F, 0x3000, 0x3164, 0xFEFF, 0xFFA0, 0xFFF9...0xFFFB, 0xE0000...0xE007F:
            true
        default: false
        }
    }

    /// Whether a byte of UTF-8 is never a part of an invisible character.
    package static func isVisibleASCII(_ byte: UInt8) -> Bool { 0x20...0x7E ~= byte }

    /// Returns the first invisible character of a text.
    package static func first(in text: String) -> InvisibleCharacter? {
        guard !text.utf8.allSatisfy(isVisibleASCII) else { return nil }
        let scalars = Array(text.unicodeScalars)
        return scalars.indices.first { isInvisible(at: $0, in: scalars) }.map { Self(scalar: scalars[$0]) }
    }

    /// Whether the character at an index is invisible. A joiner is visible in the shape of the letters around it.
    fileprivate static func isInvisible(at index: Int, in scalars: [Unicode.Scalar]) -> Bool {
        isInvisible(scalars[index]) && !scalars.joins(at: index)
    }

    /// Returns Y010 for a key or an id with an invisible character, at that character if the file has it unescaped.
    ///
    /// - Parameter what: The kind of text in messages: "key", "id", "tag".
    package static func diagnostic(
        in text: Located<String>, called what: String, source: SourceFile
    ) -> Diagnostic? {
        guard let found = first(in: text.value) else { return nil }
        let scalars = Set(text.value.unicodeScalars.filter(isInvisible))
        let written = WrittenText(text.span, of: source, where: scalars.contains)
        let place = written.invisible.first { written.scalars[$0] == found.scalar }.map(written.span(at:))
        var diagnostic = found.diagnostic(in: text, called: what, at: place ?? text.span)
        diagnostic.help = "delete it, or type the text again"
        if place != nil, found.hasNoWidth { diagnostic.fixes = found.deletion(in: written, safe: true) }
        return diagnostic
    }

    /// Returns Y010 for a text that is compared with URLs. A URL may contain such a character, written as an escape.
    package static func diagnostic(
        inPattern text: Located<String>, called what: String, source: SourceFile
    ) -> Diagnostic? {
        let scalars = Set(text.value.unicodeScalars.filter(isInvisible))
        let written = WrittenText(text.span, of: source, where: scalars.contains)
        guard let first = written.invisible.first else { return nil }
        let found = InvisibleCharacter(scalar: written.scalars[first])
        let escape = String(found.scalar).utf8.map {
            "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true)
        }
        var diagnostic = found.diagnostic(in: text, called: what, at: written.span(at: first))
        diagnostic.help = "delete it, or write '\(escape.joined())' where it is meant"
        diagnostic.fixes = found.deletion(in: written, safe: false)
        guard [UInt8(ascii: "|"), UInt8(ascii: ">")].contains(source.bytes[max(0, text.span.start)]) else {
            return diagnostic
        }
        // The line breaks of a block scalar in the file are not those of its text.
        let visible = String(String.UnicodeScalarView(text.value.unicodeScalars.filter { !scalars.contains($0) }))
        diagnostic.span = text.span
        diagnostic.help = "write it on one line, without '|' or '>'"
        diagnostic.fixes = [.init("write '\(visible)'", safe: false, .write(visible, at: text.span))]
        return diagnostic
    }

    private func diagnostic(in text: Located<String>, called what: String, at place: SourceSpan) -> Diagnostic {
        let scalars = Array(text.value.shortened.unicodeScalars)
        let shown = scalars.indices.map { index in
            Self.isInvisible(at: index, in: scalars) ? "‹\(scalars[index].hexName)›" : String(scalars[index])
        }
        return Diagnostic(.invisibleCharacter, at: place, "invisible \(description) in \(what) '\(shown.joined())'")
    }

    /// Returns a fix that deletes all invisible characters of a text with one edit.
    private func deletion(in written: WrittenText, safe: Bool) -> [Diagnostic.Fix] {
        let gone = Set(written.invisible.filter { !safe || InvisibleCharacter(scalar: written.scalars[$0]).hasNoWidth })
        // An edit cannot contain bytes that are not UTF-8.
        guard let first = gone.min(), let last = gone.max(), !written.scalars.contains("\u{FFFD}") else { return [] }
        let text = String(
            String.UnicodeScalarView((first...last).filter { !gone.contains($0) }.map { written.scalars[$0] }))
        let span = SourceSpan(
            file: written.span.file, start: written.span(at: first).start, end: written.span(at: last).end)
        let noun = gone.count == 1 ? description : "the invisible characters"
        return [.init(description: "delete \(noun)", safe: safe, edits: [Diagnostic.Edit(span: span, text: text)])]
    }

    /// A text as the file has it.
    private struct WrittenText {
        let span: SourceSpan
        private(set) var scalars: [Unicode.Scalar] = []
        private var ends: [Int] = []
        /// The indices of invisible characters.
        private(set) var invisible: [Int] = []

        init(_ span: SourceSpan, of source: SourceFile, where isWanted: (Unicode.Scalar) -> Bool) {
            self.span = span
            var end = max(0, span.start)
            while end < min(span.end, source.bytes.count) {
                // Bytes that are not UTF-8 have been reported, and are one scalar each.
                let (scalar, length) = decodeScalar(in: source.bytes, at: end)
                scalars.append(scalar ?? "\u{FFFD}")
                end += length
                ends.append(end)
            }
            invisible = scalars.indices.filter {
                isWanted(scalars[$0]) && InvisibleCharacter.isInvisible(at: $0, in: scalars)
            }
        }

        func span(at index: Int) -> SourceSpan {
            SourceSpan(file: span.file, start: index > 0 ? ends[index - 1] : max(0, span.start), end: ends[index])
        }
    }
}

extension [Unicode.Scalar] {
    /// Whether the joiner at an index changes how text looks: between letters of scripts that join, after a virama, or
    /// between two emoji (RFC 5892, A.1 and A.2; UTS #51).
    fileprivate func joins(at index: Int) -> Bool {
        guard self[index].isJoiner, index > 0, index + 1 < count else { return false }
        let before = self[index - 1]
        let after = self[index + 1]
        if before.isVirama { return true }
        if before.isOfJoiningScript && after.isOfJoiningScript { return true }
        return self[index].value == 0x200D && before.mayEndEmoji && after.beginsEmoji
    }
}

extension Unicode.Scalar {
    fileprivate var isJoiner: Bool { value == 0x200C || value == 0x200D }
    fileprivate var isVirama: Bool { properties.canonicalCombiningClass == .virama }
    fileprivate var beginsEmoji: Bool { properties.isEmoji && !isASCII }
    fileprivate var mayEndEmoji: Bool { beginsEmoji || value == 0xFE0F }

    /// Whether it is a letter of Arabic, Syriac, N'Ko, Mandaic or Mongolian, or a mark on one.
    fileprivate var isOfJoiningScript: Bool {
        switch value {
        case 0x0620...0x065F, 0x066E...0x06D3, 0x06EE...0x06EF, 0x06FA...0x06FF, 0x0710...0x074A, 0x0750...0x077F,
            0x07CA...0x07F5, 0x0840...0x085B, 0x08A0...0x08FF, 0x1820...0x18AA:
            true
        default: false
        }
    }
}
