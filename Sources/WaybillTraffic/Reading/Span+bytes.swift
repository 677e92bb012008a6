extension UInt8 {
    static let lineFeed = UInt8(ascii: "\n")
    static let carriageReturn = UInt8(ascii: "\r")
    static let space = UInt8(ascii: " ")
    static let quote = UInt8(ascii: "\"")
    static let backslash = UInt8(ascii: "\\")

    /// Whether it is an ASCII digit.
    var isDigit: Bool { self &- 0x30 < 10 }
}

// Texts of a log are bytes: most of them become no string.

extension Span<UInt8> {
    /// Returns eight bytes, the first one lowest.
    ///
    /// - Precondition: There are eight bytes from `offset` on.
    @inline(__always)
    func eightBytes(at offset: Int) -> UInt64 {
        precondition(offset >= 0 && offset &+ 8 <= count, "eight bytes are read only inside of a text")
        // In bounds, and any eight bytes are a valid number.
        return UInt64(littleEndian: unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self))
    }

    /// Returns the index of the first such byte from `start` on.
    func firstIndex(of byte: UInt8, from start: Int) -> Int? {
        var index = start
        let pattern = 0x0101_0101_0101_0101 &* UInt64(byte)
        while index &+ 8 <= count {
            // A byte of the difference is zero where the byte is found.
            let difference = eightBytes(at: index) ^ pattern
            let marks = (difference &- 0x0101_0101_0101_0101) & ~difference & 0x8080_8080_8080_8080
            if marks != 0 { return index &+ marks.trailingZeroBitCount &>> 3 }
            index &+= 8
        }
        while index < count {
            if self[index] == byte { return index }
            index &+= 1
        }
        return nil
    }

    func lastIndex(of byte: UInt8) -> Int? {
        var index = count
        while index > 0 {
            index &-= 1
            if self[index] == byte { return index }
        }
        return nil
    }

    func has(_ byte: UInt8, at index: Int) -> Bool { index >= 0 && index < count && self[index] == byte }

    /// Returns the index after the bytes of a text; `nil` if they are not there.
    func skip(_ text: StaticString, at index: Int) -> Int? {
        let length = text.utf8CodeUnitCount
        guard index >= 0, index + length <= count else { return nil }
        for offset in 0..<length where self[index + offset] != (unsafe text.utf8Start[offset]) {  // below its count
            return nil
        }
        return index + length
    }

    /// Returns the index of the first such text.
    func firstIndex(of text: StaticString, from start: Int = 0) -> Int? {
        guard text.utf8CodeUnitCount > 0 else { return start }
        let first = unsafe text.utf8Start[0]  // it is not empty
        var index = start
        while let found = firstIndex(of: first, from: index) {
            if skip(text, at: found) != nil { return found }
            index = found + 1
        }
        return nil
    }

    func equals(_ other: [UInt8]) -> Bool {
        guard count == other.count else { return false }
        for index in 0..<count where self[index] != other[index] { return false }
        return true
    }

    /// The length of a line without the `\r` of a Windows line end.
    var lengthWithoutReturn: Int { has(.carriageReturn, at: count - 1) ? count - 1 : count }

    var isBlank: Bool {
        for index in 0..<count where self[index] != .space && self[index] != 0x09 { return false }
        return true
    }

    /// Returns the number of the digits from `index` on, and the index after them.
    func number(at start: Int) -> (value: Int, end: Int)? {
        var index = start
        var value = 0
        while index < count, self[index].isDigit, index - start < 18 {
            value = value &* 10 &+ Int(self[index] &- 0x30)
            index &+= 1
        }
        return index > start ? (value, index) : nil
    }

    /// The text. Bytes that are not UTF-8 become U+FFFD.
    var text: String {
        unsafe withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }  // only during the call
    }
}

extension [UInt8] {
    mutating func append(_ span: Span<UInt8>) {
        unsafe span.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }  // only during the call
    }
}
