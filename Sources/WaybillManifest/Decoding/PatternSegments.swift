import WaybillTable

/// The text of a pattern, split at slashes outside of brackets.
struct PatternSegments {
    private let text: String
    /// In UTF-8.
    private(set) var ranges: [Range<Int>] = []

    init(_ text: String) {
        self.text = text
        let bytes = Array(text.utf8)
        var start = 0
        var depth = 0
        for (index, byte) in bytes.enumerated() {
            if "([{<".utf8.contains(byte) { depth += 1 }
            if ")]}>".utf8.contains(byte) { depth -= 1 }
            guard byte == UInt8(ascii: "/"), depth <= 0 else { continue }
            ranges.append(start..<index)
            start = index + 1
        }
        ranges.append(start..<bytes.count)
    }

    /// Whether a segment is the host of a network scheme, where captures are not allowed.
    private func isHost(_ index: Int) -> Bool {
        guard index >= 2, ranges[index - 1].isEmpty else { return false }
        let scheme = text.part(ranges[index - 2])
        return index == 2 && (scheme.isEmpty || scheme.hasSuffix(":") && RouteURL.isNetwork(String(scheme.dropLast())))
    }

    func foreign(at index: Int) -> ForeignSyntax? {
        let range = ranges[index]
        let written = text.part(range)
        guard !written.isEmpty, !isHost(index), var segment = ForeignSegment(written) else { return nil }
        if segment.isCatchAll, index < ranges.count - 1 || segment.isAffix { segment.takeOneSegment() }
        let replacement = segment.replacement
        var meaning = ForeignSyntax.Meaning.capture(constraint: segment.constraint)
        if segment.isCatchAll { meaning = .catchAll }
        if segment.isOptional {
            let before = text.part(0..<range.lowerBound)
            let after = text.part(range.upperBound..<text.utf8.count)
            let short = String(before.dropLast()) + after
            meaning = .optional([short.isEmpty ? "/" : short, before + replacement + after])
        }
        return ForeignSyntax(
            range: range, text: written, meaning: meaning, replacement: replacement, name: segment.name)
    }
}

extension String {
    /// Returns the text at a range of its UTF-8.
    func part(_ range: Range<Int>) -> String {
        String(decoding: Array(utf8)[range], as: UTF8.self)
    }
}
