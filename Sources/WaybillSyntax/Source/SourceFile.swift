import Synchronization

/// The bytes of a file with its displayed path, and the table that converts byte offsets to lines and columns.
///
/// Lines end at `\n`, `\r\n` and a lone `\r`, and nowhere else: NEL, U+2028 and U+2029 are ordinary characters, as in
/// YAML 1.2. A byte that is not UTF-8 counts as one character.
///
/// Copies share their storage, so that one compilation can pass its files to the next.
public struct SourceFile: Sendable {
    /// The largest file that is read, in bytes.
    package static let byteLimit = 8 << 20

    private let storage: Storage

    private final class Storage: Sendable {
        let path: String
        let bytes: [UInt8]
        let isReadable: Bool
        let version: FileVersion?
        let byteOrderMarkLength: Int
        let isPlain: Bool
        let scalars: ScalarTable
        private let lines = Mutex<[Int32]?>(nil)
        let kept = Mutex<(any AnyObject & Sendable)?>(nil)

        init(path: String, bytes: [UInt8], isReadable: Bool, version: FileVersion?) {
            self.path = path
            self.bytes = bytes
            self.isReadable = isReadable
            self.version = version
            byteOrderMarkLength = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
            isPlain = bytes.isPlain
            scalars = ScalarTable(bytes, from: byteOrderMarkLength, isASCII: isPlain)
        }

        /// The byte offset of each line. Offsets have four bytes, because a file may consist of line ends. They are
        /// computed on first use, because a file without diagnostics needs none.
        var lineStarts: [Int32] {
            lines.withLock { lines in
                if let lines { return lines }
                let starts = findLineStarts()
                lines = starts
                return starts
            }
        }

        private func findLineStarts() -> [Int32] {
            let bytes = bytes
            var starts: [Int32] = []
            starts.reserveCapacity(1 + bytes.indices.count { bytes.endsLine(at: $0) })
            starts.append(Int32(clamping: byteOrderMarkLength))
            for index in bytes.indices where bytes.endsLine(at: index) { starts.append(Int32(clamping: index + 1)) }
            return starts
        }
    }

    /// Creates a file from contents. Nothing is read from disk.
    public init(path: String, bytes: [UInt8]) {
        self.init(path: path, bytes: bytes, version: nil)
    }

    package init(path: String, bytes: [UInt8], isReadable: Bool = true, version: FileVersion?) {
        storage = Storage(path: path, bytes: bytes, isReadable: isReadable, version: version)
    }

    /// The displayed path, as it was given or found.
    public var path: String { storage.path }
    /// The contents, with a byte order mark if there is one.
    public var bytes: [UInt8] { storage.bytes }
    /// False for an entry of a file that could not be read, which has no bytes.
    package var isReadable: Bool { storage.isReadable }
    /// The version on disk that was read; `nil` if the bytes come from elsewhere.
    package var version: FileVersion? { storage.version }
    /// Three if the file starts with a byte order mark, which has no line and no column.
    package var byteOrderMarkLength: Int { storage.byteOrderMarkLength }
    /// Whether the file is ASCII without control characters, so that bytes are characters. Most files are.
    var isPlain: Bool { storage.isPlain }
    private var scalars: ScalarTable { storage.scalars }

    /// Accesses what a reader of the file keeps with it, such as its document, while other callers wait.
    func withKept<Result: Sendable>(_ body: (inout (any AnyObject & Sendable)?) -> Result) -> Result {
        storage.kept.withLock { body(&$0) }
    }

    /// Whether both have the same bytes and the same path.
    package func isSame(as other: SourceFile) -> Bool {
        storage === other.storage || (path == other.path && bytes == other.bytes && isReadable == other.isReadable)
    }

    /// Returns the file with the contents that replace those on disk, by path.
    package func replacing(_ contents: [String: [UInt8]]) -> SourceFile {
        contents[path].map { SourceFile(path: path, bytes: $0) } ?? self
    }

    /// Returns an entry for a path that could not be read, so that a diagnostic can point to it.
    package static func unreadable(path: String) -> SourceFile {
        SourceFile(path: path, bytes: [], isReadable: false, version: nil)
    }

    /// Returns the line and column of a byte offset, which is clamped to the file, with a binary search.
    ///
    /// An offset inside a character has that character's column. The offset after the last byte is valid, too.
    public func position(at byteOffset: Int) -> SourcePosition {
        position(at: byteOffset, counting: \.scalars)
    }

    /// Returns the same as ``position(at:)``, with the column in UTF-16 units, as SARIF and (less one) LSP count.
    package func utf16Position(at byteOffset: Int) -> SourcePosition {
        position(at: byteOffset, counting: \.utf16)
    }

    private func position(at byteOffset: Int, counting unit: KeyPath<ScalarTable.Counts, Int>) -> SourcePosition {
        let lineStarts = lineStarts
        let line = lineStarts.indices.binarySearchLast { lineStarts[$0] <= byteOffset }
        let before = scalars.counts(at: Int(lineStarts[line]), in: bytes)[keyPath: unit]
        let column = scalars.counts(at: byteOffset, in: bytes)[keyPath: unit] - before
        return SourcePosition(line: line + 1, column: max(0, column) + 1)
    }

    /// The number of lines. The last one is empty if the file ends with a line end.
    package var lineCount: Int { lineStarts.count }

    /// Returns the bytes of a line without its line end. Lines are counted from 1. Empty outside of the file.
    package func byteRange(ofLine line: Int) -> Range<Int> {
        guard line >= 1, line <= lineStarts.count else { return bytes.count..<bytes.count }
        let start = Int(lineStarts[line - 1])
        var end = line < lineStarts.count ? Int(lineStarts[line]) : bytes.count
        while end > start, bytes[end - 1] == UInt8(ascii: "\n") || bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
        return start..<end
    }

    /// Returns the start of the line of an offset, after a byte order mark.
    package func lineStart(of offset: Int) -> Int {
        var start = offset
        while start > byteOrderMarkLength, !bytes[start - 1].isBreak { start -= 1 }
        return start
    }

    /// Returns the text of a line without its line end, counted from 1. Bytes that are not UTF-8 become U+FFFD.
    public func text(ofLine line: Int) -> String {
        String(decoding: bytes[byteRange(ofLine: line)], as: UTF8.self)
    }

    /// Returns the text of a span.
    package func text(in span: SourceSpan) -> String {
        String(decoding: bytes.clamped(span), as: UTF8.self)
    }

    /// Returns the byte offset of the scalar with this index, clamped to the file. A byte order mark is not counted.
    package func byteOffset(ofScalar index: Int) -> Int {
        scalars.byteOffset(ofScalar: index, in: bytes)
    }

    /// The byte offset at which each line starts, the first after a byte order mark.
    private var lineStarts: [Int32] { storage.lineStarts }
}

extension [UInt8] {
    /// Whether the text is only printable ASCII, blanks and line ends. There is no branch for each byte, so that the
    /// processor tests many at a time.
    fileprivate var isPlain: Bool {
        var others: UInt8 = 0
        for byte in self {
            let isBlank: UInt8 = byte == 0x09 || byte == 0x0A || byte == 0x0D ? 1 : 0
            let isPrintable: UInt8 = byte &- 0x20 < 0x5F ? 1 : 0
            others |= 1 ^ (isPrintable | isBlank)
        }
        return others == 0
    }

    fileprivate func endsLine(at index: Int) -> Bool {
        let byte = self[index]
        guard byte == UInt8(ascii: "\r") else { return byte == UInt8(ascii: "\n") }
        return index + 1 == count || self[index + 1] != UInt8(ascii: "\n")
    }
}

extension [SourceFile] {
    /// Whether both have the same files, in the same order.
    package func areSame(as others: [SourceFile]) -> Bool {
        count == others.count && zip(self, others).allSatisfy { $0.isSame(as: $1) }
    }
}

extension SourceFile {
    /// Returns the part of a span that is on its first line.
    package func firstLine(of span: SourceSpan) -> SourceSpan {
        guard var end = bytes.clamped(span).firstIndex(where: { $0 == 10 || $0 == 13 }) else { return span }
        while end > span.start, bytes[end - 1] == 32 { end -= 1 }
        return SourceSpan(file: span.file, start: span.start, end: end)
    }

    /// Returns the place of some bytes of a scalar's text, or `nil` if the text has escapes or several lines.
    ///
    /// - Parameter span: The place of the scalar, with its quotes.
    package func exactSpan(
        of range: Range<Int>, in text: some RandomAccessCollection<UInt8>, at span: SourceSpan
    ) -> SourceSpan? {
        let written = bytes.clamped(span)
        let quotes = written.first == UInt8(ascii: "'") || written.first == UInt8(ascii: "\"") ? 1 : 0
        guard written.count >= 2 * quotes, written.dropFirst(quotes).dropLast(quotes).elementsEqual(text) else {
            return nil
        }
        let base = span.start + quotes
        return SourceSpan(
            file: span.file, start: base + min(range.lowerBound, text.count),
            end: base + min(range.upperBound, text.count))
    }
}

extension [UInt8] {
    /// Returns the bytes of a span that exist in the file.
    package func clamped(_ span: SourceSpan) -> ArraySlice<UInt8> {
        let start = Swift.min(Swift.max(span.start, 0), count)
        return self[start..<Swift.max(start, Swift.min(span.end, count))]
    }
}

/// Facts about a file on disk that change when it is written or replaced.
package struct FileVersion: Hashable, Sendable {
    /// The size in bytes.
    package let size: Int
    package let device: UInt64
    package let inode: UInt64
    /// The time of the last change of the contents, since 1970.
    package let modified: Duration
    /// The time of the last change of the contents or the attributes, since 1970.
    package let changed: Duration
}
