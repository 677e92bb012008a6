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
