public import Waybill

extension Outcome {
    /// The route that the open performed, for example to remove it; `nil` if it performed none.
    public var performedRoute: RouteHandle<any Sendable>? { (performed as? PerformedRoute).map { RouteHandle($0) } }
}

extension ResolvedURL {
    /// Runs the interceptors and the route, and waits until they are done.
    ///
    /// - Parameter path: The presentation of a view that replaces that of its route.
    /// - Throws: As `open(payload:)`, and as ``RouteHandle/perform(by:_:)``.
    public func open(payload: (any Sendable)? = nil, by path: PresentationPath) async throws -> Outcome {
        try await open(payload: payload, presentationPath: path)
    }
}
