/// The captures of a route's requests as a value: a generated structure, for example `Routes.NotesShow.Parameters`.
///
/// Register a handler for it with ``Registry/handler(_:captures:fileID:line:_:)``; see <doc:RouteBuilders>.
public protocol CapturedParameters: Sendable {
    /// The route that it was generated for.
    static var route: DeclaredRoute { get }

    /// Reads it.
    ///
    /// - Throws: ``InvalidParameter`` for the first that is missing, or is not what its type says.
    init(_ parameters: RouteParameters) throws(InvalidParameter)
}
