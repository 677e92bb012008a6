/// Converts byte offsets to counts of characters and back, in bounded time even in a file of one endless line.
///
/// There is a checkpoint about every `stride` bytes, from which the bytes are counted. Plain ASCII needs no
/// checkpoints.
struct ScalarTable: Sendable {
    struct Counts: Sendable, Hashable {
        var scalars: Int
        var utf16: Int
    }

    private static let stride = 128

    /// The offset where counting begins, after a byte order mark.
    private let first: Int
    private let isASCII: Bool
    private var offsets: [Int] = []
    private var counts: [Counts] = []

    /// - Parameter isASCII: Whether the bytes are known to be ASCII; otherwise the initializer checks.
    init(_ bytes: [UInt8], from first: Int, isASCII: Bool) {
        self.first = first
        self.isASCII = isASCII || bytes[first...].allSatisfy { $0 < 0x80 }
        guard !self.isASCII else { return }
        var offset = first
        var running = Counts(scalars: 0, utf16: 0)
        var next = first
        while offset < bytes.count {
            if offset >= next {
                offsets.append(offset)
                counts.append(running)
                next = offset + Self.stride
            }
            offset += Self.step(over: bytes, at: offset, counting: &running)
        }
    }

    /// Returns the number of characters that end at or before an offset.
    func counts(at offset: Int, in bytes: [UInt8]) -> Counts {
        let target = min(max(offset, first), bytes.count)
        guard !isASCII else { return Counts(scalars: target - first, utf16: target - first) }
        let checkpoint = offsets.indices.binarySearchLast { offsets[$0] <= target }
        var position = offsets[checkpoint]
        var running = counts[checkpoint]
        while position < target {
            var next = running
            position += Self.step(over: bytes, at: position, counting: &next)
            if position > target { break }
            running = next
        }
        return running
    }

    /// Returns the offset of a character by its index, or the end of the file.
    func byteOffset(ofScalar index: Int, in bytes: [UInt8]) -> Int {
        let target = max(0, index)
        guard !isASCII else { return min(bytes.count, target > bytes.count ? bytes.count : first + target) }
        let checkpoint = offsets.indices.binarySearchLast { counts[$0].scalars <= target }
        var position = offsets[checkpoint]
        var running = counts[checkpoint]
        while position < bytes.count, running.scalars < target {
            position += Self.step(over: bytes, at: position, counting: &running)
        }
        return position
    }

    private static func step(over bytes: [UInt8], at offset: Int, counting counts: inout Counts) -> Int {
        let decoded = decodeScalar(in: bytes, at: offset)
        counts.scalars += 1
        counts.utf16 += (decoded.scalar?.value ?? 0) > 0xFFFF ? 2 : 1
        return decoded.length
    }
}

/// Returns the character at an offset and its length in bytes; `nil` and 1 for a byte that is not valid UTF-8.
package func decodeScalar(in bytes: [UInt8], at offset: Int) -> (scalar: Unicode.Scalar?, length: Int) {
    let lead = bytes[offset]
    if lead < 0x80 { return (Unicode.Scalar(lead), 1) }
    let length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2
    guard lead >= 0xC2, lead <= 0xF4, offset + length <= bytes.count else { return (nil, 1) }
    var value = UInt32(lead) & (0x7F >> UInt32(length))
    for byte in bytes[(offset + 1)..<(offset + length)] {
        guard byte & 0xC0 == 0x80 else { return (nil, 1) }
        value = value << 6 | UInt32(byte & 0x3F)
    }
    let smallest: UInt32 = length == 4 ? 0x10000 : length == 3 ? 0x800 : 0x80
    guard value >= smallest, let scalar = Unicode.Scalar(value) else { return (nil, 1) }
    return (scalar, length)
}
