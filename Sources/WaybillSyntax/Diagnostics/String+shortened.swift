extension String {
    private static let longestWord = 256
    private static let longestText = 640

    /// The text as a finding says it: what is longer than anybody reads has an ellipsis in place of its middle, first each
    /// word and then the whole.
    ///
    /// Messages quote what a file says, and a file may say eight mebibytes, or a thousand bytes in each of ten thousand
    /// problems. Words are shortened first, so that a sentence about two of them keeps what it says of both. Places,
    /// edits, example requests and suggestions are for programs too, and stay whole.
    var shortened: String {
        guard utf8.count > Self.longestWord else { return self }
        // More blanks than that are beyond the longest text however short the words.
        let words = utf8.split(
            separator: UInt8(ascii: " "), maxSplits: Self.longestText, omittingEmptySubsequences: false)
        let text = words.map { Substring($0).withoutMiddle(beyond: Self.longestWord) }.joined(separator: " ")
        return String(text[...].withoutMiddle(beyond: Self.longestText))
    }
}

extension Substring {
    /// The first and the last two fifths of the bytes that are allowed, where there are more; characters stay whole.
    fileprivate func withoutMiddle(beyond most: Int) -> Substring {
        guard utf8.count > most else { return self }
        let kept = most / 5 * 2
        // A slice begins and ends before the scalar that its index is in.
        let (head, tail) = (utf8.index(startIndex, offsetBy: kept), utf8.index(endIndex, offsetBy: -kept))
        return "\(self[..<head])…\(self[tail...])"
    }
}
