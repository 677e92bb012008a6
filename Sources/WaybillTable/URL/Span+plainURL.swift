// The fast path for most requests: `/notes/42`, `/notes?page=2`, `http://localhost:8080/notes/42`.

extension Span<UInt8> {
    /// The place of the path of a URL whose path is matched unchanged: visible ASCII, nothing to decode, and no segment
    /// that begins with a dot.
    ///
    /// A path alone, or a path after a network scheme, a host and an optional port, all in lower case. A query may
    /// follow. `nil` for any other text, even if it is a URL with such a path.
    var plainPath: ByteRange? {
        guard count <= URLScan.maximumLength, let start = startOfPlainPath, let end = endOfPlainPath(from: start),
            isPlainQuery(from: end)
        else { return nil }
        return ByteRange(start..<end)
    }

    private var startOfPlainPath: Int? {
        if has(UInt8(ascii: "/"), at: 0) { return 0 }
        guard var index = endOfNetworkScheme else { return nil }
        // A dot must follow a label. The one at the end is dropped.
        var isAfterDot = true
        while index < count, Self.isPlainHostByte(self[index]) {
            let isDot = self[index] == UInt8(ascii: ".")
            if isDot && isAfterDot { return nil }
            isAfterDot = isDot
            index &+= 1
        }
        if isAfterDot { return nil }
        if has(UInt8(ascii: ":"), at: index) {
            var port = 0
            index &+= 1
            while index < count, port <= 65_535, ASCII.isDigit(self[index]) {
                port = port * 10 + Int(self[index] - UInt8(ascii: "0"))
                index &+= 1
            }
            guard port <= 65_535 else { return nil }
        }
        return has(UInt8(ascii: "/"), at: index) ? index : nil
    }

    /// The start of the host; `nil` without a network scheme in lower case.
    private var endOfNetworkScheme: Int? {
        guard count >= UInt64.keyLength else { return nil }
        let word = word(at: 0, padding: 0, tail: 0)
        if word & 0xFF_FFFF_FFFF_FFFF == 0x2F_2F3A_7074_7468 { return 7 }  // http://
        if word == 0x2F2F_3A73_7074_7468 { return 8 }  // https://
        if word & 0xFF_FFFF_FFFF == 0x2F_2F3A_7377 { return 5 }  // ws://
        if word & 0xFFFF_FFFF_FFFF == 0x2F2F_3A73_7377 { return 6 }  // wss://
        return nil
    }

    private static func isPlainHostByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "."): true
        default: ASCII.isDigit(byte)
        }
    }

    /// - Parameter start: The index of a `/`.
    private func endOfPlainPath(from start: Int) -> Int? {
        let tail = tail
        var index = start
        // Marks the byte after a slash, also across words.
        var afterSlash: UInt64 = 0
        while index < count {
            let word = word(at: index, padding: UInt8(ascii: "/"), tail: tail)
            let unusual = word.unusualMarks
            let plain = unusual.bytesToMark & ~unusual
            let slashes = word.marks(of: UInt8(ascii: "/")) & plain
            afterSlash |= slashes &<< 8
            if afterSlash & word.marks(of: UInt8(ascii: ".")) & plain != 0 { return nil }
            if unusual != 0 {
                let end = index &+ unusual.firstMarkedByte
                return has(UInt8(ascii: "?"), at: end) ? end : nil
            }
            afterSlash = slashes &>> 56
            index &+= UInt64.keyLength
        }
        return count
    }

    /// - Parameter start: The index of the `?`, or the end of the text.
    private func isPlainQuery(from start: Int) -> Bool {
        let tail = tail
        var index = start
        while index < count {
            if !word(at: index, padding: UInt8(ascii: "/"), tail: tail).isPlainQuery { return false }
            index &+= UInt64.keyLength
        }
        return true
    }
}
