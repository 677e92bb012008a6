import WaybillTable

extension OracleGenerator {
    /// A URL that one of a case's patterns matches, or nearly.
    mutating func instance(ofAnyIn made: OracleCase) -> String {
        let patterns = (made.routes + made.interceptors).flatMap(\.patterns)
        guard !patterns.isEmpty else { return "/a" }
        let pattern = pick(patterns)
        let pieces = pattern.split(separator: "/", omittingEmptySubsequences: false).map { piece -> String in
            piece.hasPrefix("*.")
                ? pick(["a", "b", "a.b", "a.b.c", "", "é", "%61"]) + piece.dropFirst() : fill(String(piece))
        }
        let url = pieces.joined(separator: "/")
        if url.hasPrefix("//") { return pick(["http:", "https:", "HTTPS:", "ws:", "wss:", "x:"]) + respelled(url) }
        return chance(20) && url.hasPrefix("/") ? pick(["app:", "app:/", "http://h.com", "x:"]) + url : url
    }

    /// The same URL, sometimes with another spelling of its host, or one that is no host.
    private mutating func respelled(_ url: String) -> String {
        let spellings = [
            ("com", "com."), ("com", "COM.."), ("é", "xn--9ca"), ("é", "%c3%89"), ("a", ".a"), ("::1", "0:0::0.0.0.1"),
            ("1:0::2", "1::2"), ("1:0::2", "1::0:2:"), ("::ffff:1.2.3.4", "::FFFF:102:304"), (":443", ""), (":80", ""),
            ("com/", "com:80/"), ("com/", "com:443/"),
        ]
        guard chance(40) else { return url }
        let (usual, other) = pick(spellings)
        return url.replacing(usual, with: other, maxReplacements: 1)
    }

    /// A pattern's piece with values for its captures, sometimes those of another length.
    private mutating func fill(_ piece: String) -> String {
        if piece.hasSuffix(":") { return piece }
        guard piece.contains(":") || piece.hasPrefix("*"), chance(50) else { return instance(of: piece) }
        let value = Self.word(pick([1, 6, 7, 8, 9, 15, 16, 17, 31, 32, 33]), int(0...5))
        guard let colon = piece.firstIndex(of: ":") else { return value }
        return piece[..<colon] + value + piece[colon...].dropFirst().drop { $0.isLetter || $0.isNumber }
    }

    /// The same URL with a few hostile changes: escapes in either case, dots, slashes, bytes beyond ASCII, tails.
    mutating func mangled(_ url: String) -> String {
        var scalars = Array(url.unicodeScalars)
        for _ in 0..<int(1...3) { mangle(&scalars) }
        return String(String.UnicodeScalarView(scalars))
    }

    private static let insertions = [
        "/", "//", "/./", "/../", "/%2e%2E/", "/x/../", "%2F", "%2f", "%00", "%C3%A9", "%c3%a9", "é", "%", "%4", ".",
        "..",
        "%2E", ":", "*", "+", "%25", "%20", "@",
        // UTF-8 of every length, escaped and raw, and bytes that only resemble it.
        "\u{10FFFF}", "%F0%9F%98%80", "%FF", "%C0%AF", "%E0%80%80", "%ED%A0%80", "%F4%90%80%80", "%F0%9F%98", "é%A9",
        "%C2%85",
        // Neighbors of the characters that must be percent-encoded in a URL.
        "\u{1F}", "!", "~", "\u{7F}", "\u{80}", "\u{9F}", "\u{A0}",
        // Bytes that differ from `/ % ? # . :` in the highest or the lowest bit, and those after them: a scanner of
        // many bytes at once could confuse them.
        "¯", "ï", "¥", "¿", "£", "®", "º", "/.a", "/.¯", "%$", "?>", "#\"", "/¯", "//.",
    ]
    private static let tails = [
        "/", "?", "#", "?a=1&a=2&b", "?%zz=%4&%00=%FF&=x&&y=a=b+c", "?q=\u{85}é%C3%A9%C3", "#%41", "#%zz", "#é",
        "#a?b#c",
        "?a#%FF", "/.", "/..", "/%2e", "//", "?+=%2B",
    ]

    private mutating func mangle(_ scalars: inout [Unicode.Scalar]) {
        let place = int(0...scalars.count)
        switch int(0...6) {
        case 0...1 where place < scalars.count: scalars.replaceSubrange(place...place, with: escaped(scalars[place]))
        case 2: scalars.insert(contentsOf: pick(Self.insertions).unicodeScalars, at: place)
        case 3: scalars += pick(Self.tails).unicodeScalars
        case 4 where place < scalars.count: scalars.remove(at: place)
        case 5 where place < scalars.count: scalars[place] = pick(["a", "/", "Z", "0", "-", "é"])
        case 6 where place < scalars.count: scalars.insert(scalars[place], at: place)
        default: scalars.insert("/", at: place)
        }
    }

    private mutating func escaped(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        let isUpper = chance(50)
        return String(scalar).utf8.flatMap { byte -> [Unicode.Scalar] in
            let digits = String(byte, radix: 16, uppercase: isUpper)
            return Array(("%" + (digits.count < 2 ? "0" : "") + digits).unicodeScalars)
        }
    }

    // MARK: Length

    /// About 8 KiB: one segment, thousands of segments, or thousands of `..` segments.
    mutating func makeLongURL(for made: OracleCase) -> String {
        let url = instance(ofAnyIn: made)
        let filler = pick(["a", "/", "/a", "/..", "/../", "/%2e%2E", "%61", "é", "/.", "%2F", "//", "/:x", "a.b-"])
        let middle = String(repeating: filler, count: 8_192 / filler.utf8.count)
        switch int(0...3) {
        case 0: return url + middle
        case 1: return url + "/" + middle + url
        case 2: return "/" + middle + url
        default: return url + pick(["?", "#"]) + middle
        }
    }
}
