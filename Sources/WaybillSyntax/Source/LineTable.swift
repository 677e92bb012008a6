import Synchronization

/// The offsets at which the lines of a file start. They are computed on first use, because a file without diagnostics
/// needs none.
final class LineTable: Sendable {
    private let first: Int
    private let cached = Mutex<[Int32]?>(nil)

    /// - Parameter first: The offset of the first line, after a byte order mark.
    init(first: Int) {
        self.first = first
    }

    /// The byte offset of each line. Offsets have four bytes, because a file may consist of line ends.
    func starts(in bytes: [UInt8]) -> [Int32] {
        cached.withLock { cached in
            if let cached { return cached }
            let starts = find(in: bytes)
            cached = starts
            return starts
        }
    }

    private func find(in bytes: [UInt8]) -> [Int32] {
        var starts: [Int32] = []
        starts.reserveCapacity(1 + bytes.indices.count { endsLine(at: $0, in: bytes) })
        starts.append(Int32(clamping: first))
        for index in bytes.indices where endsLine(at: index, in: bytes) { starts.append(Int32(clamping: index + 1)) }
        return starts
    }

    private func endsLine(at index: Int, in bytes: [UInt8]) -> Bool {
        let byte = bytes[index]
        guard byte == UInt8(ascii: "\r") else { return byte == UInt8(ascii: "\n") }
        return index + 1 == bytes.count || bytes[index + 1] != UInt8(ascii: "\n")
    }
}
