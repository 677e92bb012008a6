import Synchronization

/// Where the lines of a file start, found when it is first asked for: nobody asks for lines of a file without findings.
final class LineTable: Sendable {
    private let first: Int
    private let known = Mutex<[Int]?>(nil)

    /// - Parameter first: The offset of the first line, behind a byte order mark.
    init(first: Int) {
        self.first = first
    }

    /// The byte offset of each line, of the bytes that this table is for.
    func starts(in bytes: [UInt8]) -> [Int] {
        known.withLock { known in
            if let known { return known }
            let starts = find(in: bytes)
            known = starts
            return starts
        }
    }

    private func find(in bytes: [UInt8]) -> [Int] {
        var starts = [first]
        for index in bytes.indices {
            let byte = bytes[index]
            guard byte <= UInt8(ascii: "\r") else { continue }
            let isLoneReturn =
                byte == UInt8(ascii: "\r") && (index + 1 == bytes.count || bytes[index + 1] != UInt8(ascii: "\n"))
            if byte == UInt8(ascii: "\n") || isLoneReturn { starts.append(index + 1) }
        }
        return starts
    }
}
