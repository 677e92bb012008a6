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
