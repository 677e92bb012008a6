/// A range of bytes in one file of a manifest set.
///
/// Spans are small and exact. A ``SourceFile`` converts them to lines and columns when a report needs these.
public struct SourceSpan: Sendable, Hashable {
    // Four bytes each, because every value has a span and files are limited to 8 MiB.
    private var fileNumber: Int32
    private var startOffset: Int32
    private var endOffset: Int32

    /// The file's index in the set's `sources`.
    public var file: Int {
        get { Int(fileNumber) }
        set { fileNumber = Int32(clamping: newValue) }
    }

    /// The byte offset of the first byte, counted from the start of the file, with a byte order mark.
    public var start: Int {
        get { Int(startOffset) }
        set { startOffset = Int32(clamping: newValue) }
    }

    /// The byte offset after the last byte. Equal to `start` for an empty range.
    public var end: Int {
        get { Int(endOffset) }
        set { endOffset = Int32(clamping: newValue) }
    }

    public init(file: Int, start: Int, end: Int) {
        fileNumber = Int32(clamping: file)
        startOffset = Int32(clamping: start)
        endOffset = Int32(clamping: end)
    }

    /// Returns the empty place at the start of a file, for a diagnostic about the whole file or about no place in it.
    package static func startOfFile(_ file: Int = 0) -> SourceSpan {
        SourceSpan(file: file, start: 0, end: 0)
    }
}

extension SourceSpan: CustomStringConvertible {
    public var description: String { "\(file):\(start)..<\(end)" }
}

extension SourceSpan: Comparable {
    /// Orders spans by file, then by place.
    public static func < (lhs: Self, rhs: Self) -> Bool {
        (lhs.file, lhs.start, lhs.end) < (rhs.file, rhs.start, rhs.end)
    }
}

/// A line and a column, counted from 1.
public struct SourcePosition: Sendable, Hashable, Comparable {
    public var line: Int
    /// In Unicode scalars, unless documented otherwise.
    public var column: Int

    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    public static func < (lhs: Self, rhs: Self) -> Bool { (lhs.line, lhs.column) < (rhs.line, rhs.column) }
}

/// A value and the place in the manifest that it was read from.
public struct Located<Value> {
    public var value: Value
    public var span: SourceSpan

    public init(_ value: Value, at span: SourceSpan) {
        self.value = value
        self.span = span
    }
}

extension Located: Sendable where Value: Sendable {}
extension Located: Equatable where Value: Equatable {}
extension Located: Hashable where Value: Hashable {}
