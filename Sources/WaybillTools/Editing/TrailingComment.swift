import WaybillManifest

/// A comment after a value, whose column is not decided yet.
///
/// The author decides where such comments are. Comments that were aligned stay aligned, at the same distance from the
/// widest value.
struct TrailingComment {
    /// The start of its line, and the end of the text before it.
    var line: Int
    var end: Int
    /// The original column, and the number of blanks before it; `nil` if they do not matter.
    var column: Int
    var gap: Int?
    var text: [UInt8]
    /// The number of blank lines above it. Comments are aligned only within a paragraph.
    var blanks: Int

    static var usualGap: Int { 2 }
}

extension LayoutPrinter {
    /// Returns the whole text, with comments in their columns.
    mutating func assemble() -> [UInt8] {
        if !out.isEmpty { out.append(UInt8(ascii: "\n")) }
        guard !trailing.isEmpty else { return out }
        var text: [UInt8] = []
        text.reserveCapacity(out.count + trailing.count * 64)
        var copied = 0
        var first = 0
        while first < trailing.count {
            let last = endOfGroup(from: first)
            let group = trailing[first..<last]
            let widths = group.map { displayWidth(of: out[$0.line..<$0.end]) }
            let gap = group.compactMap(\.gap).min() ?? TrailingComment.usualGap
            let column = (widths.max() ?? 0) + max(gap, 1)
            for (comment, width) in zip(group, widths) {
                text += out[copied..<comment.end]
                text.append(contentsOf: repeatElement(UInt8(ascii: " "), count: column - width))
                text += comment.text
                copied = comment.end
            }
            first = last
        }
        return text + out[copied...]
    }

    /// Successive comments in one paragraph and one column form a group. Any other comment is a group of its own.
    private func endOfGroup(from first: Int) -> Int {
        var last = first + 1
        guard trailing[first].gap != nil else { return last }
        while last < trailing.count, trailing[last].gap != nil, trailing[last].column == trailing[first].column,
            trailing[last].blanks == trailing[first].blanks
        {
            last += 1
        }
        return last
    }
}

extension Layout.Comment {
    /// Returns the comment with a blank after its `#` if words follow. Rules, `#!` and the like stay unchanged.
    func canonicalText(in bytes: [UInt8]) -> [UInt8] {
        guard text.count > 1 else { return Array(bytes[text]) }
        let second = bytes[text.lowerBound + 1]
        let wantsBlank =
            switch Unicode.Scalar(second) {
            case "a"..."z", "A"..."Z", "0"..."9", "'", "\"", "(", "[", "{", "`": true
            default: second >= 0x80
            }
        return wantsBlank ? Array("# ".utf8) + bytes[(text.lowerBound + 1)..<text.upperBound] : Array(bytes[text])
    }
}
