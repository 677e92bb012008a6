/// Escapes of JSON for halves of UTF-16 pairs without the other half, which decoders reject.
enum LoneSurrogates {
    private static let replacement = Array(#"\uFFFD"#.utf8)

    /// Returns a text of JSON with U+FFFD for each of them; `nil` if there is none.
    static func replaced(in json: [UInt8]) -> [UInt8]? {
        var result: [UInt8] = []
        var copied = 0
        var place = 0
        while let escape = json[place...].firstIndex(of: UInt8(ascii: "\\")) {
            let unit = unit(at: escape, in: json) ?? 0
            let next = self.unit(at: escape + 6, in: json) ?? 0
            if (0xD800..<0xDC00).contains(unit), (0xDC00..<0xE000).contains(next) {
                place = escape + 12
            } else if (0xD800..<0xE000).contains(unit) {
                result += json[copied..<escape] + replacement
                place = escape + 6
                copied = place
            } else {
                // Another escape has at least one byte, which may be a backslash.
                place = min(escape + 2, json.count)
            }
        }
        return copied == 0 ? nil : result + json[copied...]
    }

    /// Returns the number of an escape such as `\u00E4`; `nil` if another text is there.
    private static func unit(at place: Int, in json: [UInt8]) -> Int? {
        guard place + 6 <= json.count, json[place...].starts(with: #"\u"#.utf8) else { return nil }
        return Int(String(decoding: json[place + 2..<place + 6], as: UTF8.self), radix: 16)
    }
}
