public import Hummingbird
public import Waybill

/// Interceptors that see the response.
extension Next {
    /// Passes on, and returns the response that comes of it, whatever the handler returned: text, JSON, a module, nothing. An error is
    /// the response that the client would get, and is thrown no more. An open that is no HTTP request is passed on, and nothing else.
    ///
    /// ```swift
    /// registry.interceptor("securityHeaders") { request, next in
    ///     try await next.response(to: request) { $0.headers[.xContentTypeOptions] = "nosniff" }
    /// }
    /// ```
    ///
    /// - Parameter change: Changes the status, the headers, the cookies or the body.
    /// - Returns: The outcome with the response as its destination.
    /// - Throws: What `change` throws.
    public func response(
        to request: RouteRequest, _ change: (inout Response) async throws -> Void = { _ in }
    ) async throws -> Outcome {
        guard let http = try? request.http else { return try await self(request) }
        let (outcome, response) = try await settle(request, http)
        var changed = response
        try await change(&changed)
        return outcome.answering(changed)
    }

    private func settle(_ request: RouteRequest, _ http: HTTPExchange) async throws -> (Outcome, Response) {
        do {
            let outcome = try await self(request)
            return (outcome, try http.response(from: outcome))
        } catch {
            return (request.outcome(recoveringFrom: error), try http.response(for: error))
        }
    }
}
