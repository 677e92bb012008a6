/// A stretch of bytes of one file of a manifest set.
///
/// Spans are kept instead of lines and columns because they are small, exact and cheap to cut; a ``SourceFile`` turns
/// one into lines and columns when a person or a program asks.
public struct SourceSpan: Sendable, Hashable {
    /// The file's index in the set's `sources`.
    public var file: Int
    /// Byte offset of the first byte, counted from the start of the file (a byte order mark included).
    public var start: Int
    /// Byte offset behind the last byte. Equal to `start` for an empty stretch.
    public var end: Int

    public init(file: Int, start: Int, end: Int) {
        self.file = file
        self.start = start
        self.end = end
    }
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
