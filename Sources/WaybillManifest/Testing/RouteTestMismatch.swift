public import WaybillSyntax

/// A difference between an expectation and the result of a test.
public struct RouteTestMismatch: Sendable, Hashable {
    /// The compared part: `route`, `parameter 'id'`, `interceptors`.
    public var subject: String
    /// The expected value in words: `'notes.show'`.
    public var expected: String
    public var got: String
    /// The place of the expectation.
    public var span: SourceSpan
}
