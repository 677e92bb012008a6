public import WaybillSyntax

/// One thing that a test expects and that is otherwise.
public struct RouteTestMismatch: Sendable, Hashable {
    /// What is compared: `route`, `parameter 'id'`, `interceptors`.
    public var subject: String
    /// In words: `'notes.show'`.
    public var expected: String
    public var got: String
    /// Where it is expected.
    public var span: SourceSpan
}
