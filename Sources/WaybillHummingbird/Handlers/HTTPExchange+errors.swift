public import Hummingbird
import Logging
import Waybill
import WaybillManifest
import WaybillTable

/// Errors as responses.
extension HTTPExchange {
    /// The response for what an open has thrown; the details of a server error are only logged.
    func response(for error: any Error) throws -> Response { try response(of: httpError(for: error)) }

    /// Returns an error of the engine as an HTTP error, for middleware and observers; other errors stay unchanged.
    func thrown(_ error: any Error) -> any Error { error is any EngineError ? httpError(for: error) : error }

    private func httpError(for error: any Error) -> any HTTPResponseError {
        let own = error as? any HTTPResponseError
        if let own, own.status.kind != .serverError { return own }
        if let fault = HTTPError.ofClient(explaining: error) { return fault }
        if let own { return own }
        let answer = answer(to: error)
        // A cancelled request mostly means that its client has gone.
        if answer.status.kind == .serverError, !(error is CancellationError) {
            context.logger.error("\(request.method) \(path): \("\(error)".safeOnScreen)")
        }
        return answer
    }

    /// Returns the error's own response. A response without a body gets the reason phrase of its status as a message.
    private func response(of error: any HTTPResponseError) throws -> Response {
        let own = try error.response(from: request, context: context)
        guard own.status.code >= 400, own.body.contentLength == 0 else { return own }
        var headers = own.headers
        headers[.contentLength] = nil
        return try HTTPError(own.status, headers: headers, message: own.status.reasonPhrase)
            .response(from: request, context: context)
    }

    /// The path without its query, on one line.
    private var path: String { request.uri.path.safeOnScreen }

    /// The status and the message for the client.
    private func answer(to error: any Error) -> HTTPError {
        switch error {
        case let error as RoutingError: answer(to: error)
        case let error as InvalidParameter: HTTPError(.badRequest, message: Self.message(of: error))
        default: HTTPError(.internalServerError, message: "internal error")
        }
    }

    /// Without the value, which an interceptor may have set.
    private static func message(of error: InvalidParameter) -> String {
        error.text == nil ? error.description : "parameter '\(error.name)' is not valid"
    }

    private func answer(to error: RoutingError) -> HTTPError {
        switch error {
        case .invalidURL(let invalid):
            HTTPError(.badRequest, message: "invalid URL: \(invalid.reason)")
        case .unmatched(_, let methods) where methods.isEmpty:
            HTTPError(.notFound, message: "not found: \(path)")
        case .unmatched(_, let methods):
            .methodNotAllowed(allowed: methods)
        case .rejected(_, let reason, let status):
            HTTPError(HTTPResponse.Status(code: status), message: reason)
        case .timedOut:
            HTTPError(.serviceUnavailable, message: "request timed out")
        case .laneFull:
            HTTPError(.serviceUnavailable, message: "too many requests are waiting; try again later")
        default:
            HTTPError(.internalServerError, message: "internal error")
        }
    }
}

extension HTTPError {
    /// The error 405 for a path that other methods match, with these methods in `Allow`. A fallback with `other_methods:
    /// true` gets them from `request.allowedMethods`. `HEAD` is allowed wherever `GET` is.
    public static func methodNotAllowed(allowed methods: [String]) -> HTTPError {
        let all = methods.contains("GET") ? Set(methods).union(["HEAD"]) : Set(methods)
        let list = all.sorted().joined(separator: ", ")
        return HTTPError(.methodNotAllowed, headers: [.allow: list], message: "allowed methods: \(list)")
    }
}

/// An error of the engine, which middleware gets as an HTTP error.
protocol EngineError: Error {}

extension RoutingError: EngineError {}
extension InvalidParameter: EngineError {}
extension NotAnHTTPRequest: EngineError {}
