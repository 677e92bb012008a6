/// A stretch of bytes of one file of a manifest set.
///
/// Spans are kept instead of lines and columns because they are small, exact and cheap to cut; a ``SourceFile`` turns
/// one into lines and columns when a person or a program asks.
public struct SourceSpan: Sendable, Hashable {
    // Four bytes each, for every value has a span and no file is that long.
    private var fileNumber: Int32
    private var startOffset: Int32
    private var endOffset: Int32

    /// The file's index in the set's `sources`.
    public var file: Int {
        get { Int(fileNumber) }
        set { fileNumber = Int32(clamping: newValue) }
    }

    /// Byte offset of the first byte, counted from the start of the file (a byte order mark included).
    public var start: Int {
        get { Int(startOffset) }
        set { startOffset = Int32(clamping: newValue) }
    }

    /// Byte offset after the last byte. Equal to `start` for an empty stretch.
    public var end: Int {
        get { Int(endOffset) }
        set { endOffset = Int32(clamping: newValue) }
    }

    public init(file: Int, start: Int, end: Int) {
        fileNumber = Int32(clamping: file)
        startOffset = Int32(clamping: start)
        endOffset = Int32(clamping: end)
    }
}

extension SourceSpan: CustomStringConvertible {
    public var description: String { "\(file):\(start)..<\(end)" }
}

extension SourceSpan: Comparable {
    /// By file, then by place.
    public static func < (lhs: Self, rhs: Self) -> Bool {
        (lhs.file, lhs.start, lhs.end) < (rhs.file, rhs.start, rhs.end)
    }
}
