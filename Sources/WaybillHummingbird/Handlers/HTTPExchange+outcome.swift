import Hummingbird
import Waybill

/// Outcomes as responses.
extension HTTPExchange {
    /// Converts the result of a handler or a module to a response.
    func response(from outcome: Outcome) throws -> Response {
        if let redirect = outcome.redirect {
            return Response(
                status: HTTPResponse.Status(code: redirect.status), headers: [.location: redirect.location])
        }
        return try response(from: outcome.destination, of: outcome.origin)
    }

    /// - Parameter origin: What returned the destination.
    func response(from destination: (any Sendable)?, of origin: @autoclosure () -> String) throws -> Response {
        switch destination {
        // First, because most results are one, and each check takes time. An optional one makes 204 of `nil` itself.
        case let value as any ResponseGenerator:
            return try value.response(from: request, context: context)
        case nil, is Void:
            return Response(status: .noContent)
        case let value as any MaybeNothing where value.isNothing:
            return Response(status: .noContent)
        case let value as any Encodable:
            return try response(value)
        case .some(let value):
            throw NoResponse(origin: origin(), type: "\(type(of: value))")
        }
    }
}

/// The destination cannot be an HTTP response.
struct NoResponse: Error, CustomStringConvertible {
    var origin: String
    var type: String

    var description: String {
        "\(origin) returned a \(type), which is neither Encodable nor a ResponseGenerator"
    }
}

/// Recognizes optionals behind `any Sendable`.
protocol MaybeNothing {
    var isNothing: Bool { get }
}

extension Optional: MaybeNothing {
    var isNothing: Bool { self == nil }
}

extension Outcome {
    fileprivate var origin: String {
        if let handlerName { return "handler '\(handlerName)'" }
        return moduleID.map { "module '\($0)'" } ?? "the open"
    }
}
