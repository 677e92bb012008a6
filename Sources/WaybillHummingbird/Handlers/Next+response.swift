public import Hummingbird
public import Waybill

/// Interceptors that change the response.
extension Next {
    /// Passes the request on, and returns the response of the client, whatever the handler returned: text, JSON, a
    /// module or nothing. An error becomes the response that the client would get, and is not thrown again; a
    /// cancellation is thrown. If the open is not an HTTP request, it is only passed on.
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
        } catch let error as CancellationError {
            throw error
        } catch RoutingError.nextCalledTwice(let interceptor) {
            throw RoutingError.nextCalledTwice(by: interceptor)
        } catch {
            return (request.outcome(recoveringFrom: error), try http.response(for: error))
        }
    }
}
