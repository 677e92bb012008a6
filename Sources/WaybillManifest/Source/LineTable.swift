import Synchronization

/// Where the lines of a file start. They are found on first use, because a file without diagnostics needs none.
final class LineTable: Sendable {
    private let first: Int
    private let cached = Mutex<[Int]?>(nil)

    /// - Parameter first: The offset of the first line, behind a byte order mark.
    init(first: Int) {
        self.first = first
    }

    /// The byte offset of each line, of the bytes that this table is for.
    func starts(in bytes: [UInt8]) -> [Int] {
        cached.withLock { cached in
            if let cached { return cached }
            let starts = find(in: bytes)
            cached = starts
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

extension Range<Int> {
    /// The last index of a sorted list for which a condition holds, which also holds for all indices before it; the first
    /// index if there is none.
    func binarySearchLast(where holds: (Int) -> Bool) -> Int {
        var low = lowerBound
        var high = upperBound
        while low < high {
            let middle = low + (high - low) / 2
            if holds(middle) { low = middle + 1 } else { high = middle }
        }
        return Swift.max(lowerBound, low - 1)
    }
}
