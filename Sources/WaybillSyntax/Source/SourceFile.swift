/// One file's bytes with the path that people see, and the table that turns byte offsets into lines and columns.
///
/// Lines end at `\n`, `\r\n` and a lone `\r`, and nowhere else: NEL, U+2028 and U+2029 are characters like others, as
/// in YAML 1.2. A byte that is not UTF-8 counts as one character.
///
/// All copies share what it holds: a set that is compiled again and again hands its files from one compilation to the next.
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
        let survey: ByteSurvey
        let lines: LineTable
        let scalars: ScalarTable

        init(path: String, bytes: [UInt8], isReadable: Bool, version: FileVersion?) {
            self.path = path
            self.bytes = bytes
            self.isReadable = isReadable
            self.version = version
            byteOrderMarkLength = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
            survey = ByteSurvey(bytes)
            lines = LineTable(first: byteOrderMarkLength)
            scalars = ScalarTable(bytes, from: byteOrderMarkLength, isASCII: survey.isPlain)
        }
    }

    public init(path: String, bytes: [UInt8]) {
        self.init(path: path, bytes: bytes, version: nil)
    }

    package init(path: String, bytes: [UInt8], isReadable: Bool = true, version: FileVersion?) {
        storage = Storage(path: path, bytes: bytes, isReadable: isReadable, version: version)
    }

    public var path: String { storage.path }
    public var bytes: [UInt8] { storage.bytes }
    /// False for an entry that stands for something that could not be read: its bytes are empty and mean nothing.
    package var isReadable: Bool { storage.isReadable }
    /// The version on disk that was read; `nil` if the bytes come from elsewhere.
    package var version: FileVersion? { storage.version }
    /// Three where the file starts with a byte order mark, which has no line and no column.
    package var byteOrderMarkLength: Int { storage.byteOrderMarkLength }
    /// Whether it is ASCII without control characters, as most files are: bytes are characters then.
    var isPlain: Bool { storage.survey.isPlain }
    private var scalars: ScalarTable { storage.scalars }

    /// Whether both are the same bytes under the same path.
    package func isSame(as other: SourceFile) -> Bool {
        storage === other.storage || (path == other.path && bytes == other.bytes && isReadable == other.isReadable)
    }

    /// The same file with the contents that take the place of those on disk, by path.
    package func replacing(_ contents: [String: [UInt8]]) -> SourceFile {
        contents[path].map { SourceFile(path: path, bytes: $0) } ?? self
    }

    /// An entry for a path that could not be read, so that a diagnostic can point at it.
    package static func unreadable(path: String) -> SourceFile {
        SourceFile(path: path, bytes: [], isReadable: false, version: nil)
    }

    /// The line and column of a byte offset, which is clamped to the file. Costs a binary search.
    ///
    /// An offset inside a character has that character's column; one after the last byte is a place too.
    public func position(at byteOffset: Int) -> SourcePosition {
        position(at: byteOffset, counting: \.scalars)
    }

    /// As ``position(at:)``, with the column in UTF-16 units: what LSP (plus one) and SARIF count.
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

    /// The number of lines; the last one is empty where the file ends with a line end.
    package var lineCount: Int { lineStarts.count }

    /// The bytes of a line, counted from 1, without its line end. Empty outside of the file.
    package func byteRange(ofLine line: Int) -> Range<Int> {
        guard line >= 1, line <= lineStarts.count else { return bytes.count..<bytes.count }
        let start = Int(lineStarts[line - 1])
        var end = line < lineStarts.count ? Int(lineStarts[line]) : bytes.count
        while end > start, bytes[end - 1] == UInt8(ascii: "\n") || bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
        return start..<end
    }

    /// The text of a line, counted from 1, without its line end; what is not UTF-8 is U+FFFD.
    public func text(ofLine line: Int) -> String {
        String(decoding: bytes[byteRange(ofLine: line)], as: UTF8.self)
    }

    /// The text that a span covers.
    package func text(in span: SourceSpan) -> String {
        let start = min(max(0, span.start), bytes.count)
        return String(decoding: bytes[start..<min(max(start, span.end), bytes.count)], as: UTF8.self)
    }

    /// The byte offset of the scalar with this index, a byte order mark not counted; clamped to the file.
    package func byteOffset(ofScalar index: Int) -> Int {
        scalars.byteOffset(ofScalar: index, in: bytes)
    }

    /// The byte offset at which each line starts, the first after a byte order mark.
    private var lineStarts: [Int32] { storage.lines.starts(in: bytes) }
}

/// Which kinds of bytes a text has. There is no branch for each byte, so that the processor looks at many together.
private struct ByteSurvey {
    /// Whether all of it is printable ASCII, blanks and line ends.
    let isPlain: Bool

    init(_ bytes: [UInt8]) {
        var others: UInt8 = 0
        for byte in bytes {
            let isBlank: UInt8 = byte == 0x09 || byte == 0x0A || byte == 0x0D ? 1 : 0
            let isPrintable: UInt8 = byte &- 0x20 < 0x5F ? 1 : 0
            others |= 1 ^ (isPrintable | isBlank)
        }
        isPlain = others == 0
    }
}
