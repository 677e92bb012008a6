/// Returns a number with its noun, for example `1 file` or `2 files`.
package func counted(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
}

extension Int {
    /// `1,204`
    package var grouped: String {
        var digits = Array(String(magnitude))
        for index in stride(from: digits.count - 3, to: 0, by: -3) { digits.insert(",", at: index) }
        return (self < 0 ? "-" : "") + String(digits)
    }
}

extension Double {
    /// A fraction as a percentage with one digit after the point.
    package var percentage: String {
        let percent = self * 100
        if percent > 0, percent < 0.1 { return "<0.1 %" }
        let tenths = Int((percent * 10).rounded())
        return "\(tenths / 10).\(tenths % 10) %"
    }
}

/// Returns `'a', 'b' or 'c'`, or `a, b or c`.
package func alternatives(_ names: [String], conjunction: String = "or", areQuoted: Bool = true) -> String {
    let names = areQuoted ? names.map { "'\($0)'" } : names
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " \(conjunction) \(last)"
}

/// Returns `; did you mean 'a' or 'b'?`, or an empty text.
package func didYouMeanClause(_ suggestions: [String]) -> String {
    suggestions.isEmpty ? "" : "; did you mean \(alternatives(suggestions))?"
}

extension String {
    private static let longestWord = 256
    private static let longestText = 640

    /// The text as a message shows it: the middle of long words, and then of a long text, is replaced by an ellipsis.
    ///
    /// Messages quote the file, and a hostile file may have eight mebibytes of text, or a thousand bytes in each of ten
    /// thousand problems. Words are shortened first, so that a sentence about two of them keeps what it says of both.
    /// Programs also read places, edits, example requests and suggestions, so these are not shortened.
    var shortened: String {
        guard utf8.count > Self.longestWord else { return self }
        // With more blanks than this, the text is too long however short its words are.
        let words = utf8.split(
            separator: UInt8(ascii: " "), maxSplits: Self.longestText, omittingEmptySubsequences: false)
        let text = words.map { Substring($0).withoutMiddle(beyond: Self.longestWord) }.joined(separator: " ")
        return String(text[...].withoutMiddle(beyond: Self.longestText))
    }
}

extension Substring {
    /// Keeps the first and the last two fifths of the allowed bytes. Characters are not split.
    fileprivate func withoutMiddle(beyond limit: Int) -> Substring {
        guard utf8.count > limit else { return self }
        let kept = limit / 5 * 2
        // The slice rounds an index inside of a character down to its start.
        let head = utf8.index(startIndex, offsetBy: kept)
        let tail = utf8.index(endIndex, offsetBy: -kept)
        return "\(self[..<head])…\(self[tail...])"
    }
}
