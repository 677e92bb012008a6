import WaybillManifest

/// A comment after a value, before its column is settled.
///
/// Where such comments are is the author's: no rule tells a table of remarks from a remark. What a rule can do is to
/// keep those in line that were in line, as far from the widest value as they were.
struct TrailingComment {
    /// Where its line begins, and where what is before it ends.
    var line: Int
    var end: Int
    /// The column that it had, and how many blanks stood before it; nil where both say nothing.
    var column: Int
    var gap: Int?
    var text: [UInt8]
    /// How many blank lines are above it: comments are in line only within a paragraph.
    var blanks: Int

    static var usualGap: Int { 2 }
}

extension LayoutPrinter {
    /// The whole text, comments in their columns.
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

    /// Comments that follow each other in one paragraph and one column are a group; any other is one by itself.
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
    /// The comment with a blank after its `#` where words follow; rules, `#!` and the like stay as they are.
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
