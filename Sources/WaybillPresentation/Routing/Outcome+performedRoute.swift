public import Waybill

extension Outcome {
    /// The route that the open performed, to remove it for example; `nil` if it performed none.
    public var performedRoute: RouteHandle<any Sendable>? { (performed as? PerformedRoute).map { RouteHandle($0) } }
}

extension ResolvedURL {
    /// Runs the interceptors and the route, and waits until they are done.
    /// - Parameter path: How to present a view instead of the way that its route names.
    /// - Throws: As `open(payload:)`, and as ``RouteHandle/perform(by:_:)``.
    public func open(payload: (any Sendable)? = nil, by path: PresentationPath) async throws -> Outcome {
        try await open(payload: payload, presentationPath: path)
    }
}
