import Hummingbird
import Waybill

/// What an open came to, as a response.
extension WaybillResponder {
    static func response(
        to request: Hummingbird.Request, from outcome: Outcome, context: Context
    ) throws -> Response {
        switch outcome.destination {
        case nil, is Void:
            return Response(status: .noContent)
        case let value as any MaybeNothing where value.isNothing:
            return Response(status: .noContent)
        case let value as any ResponseGenerator:
            return try value.response(from: request, context: context)
        case let value as any Encodable:
            return try HTTPExchange(request: request, context: context).response(value)
        case .some(let value):
            throw NoResponse(origin: outcome.origin, type: "\(type(of: value))")
        }
    }
}

/// What was opened is a Swift value that has no form in HTTP.
struct NoResponse: Error, CustomStringConvertible {
    var origin: String
    var type: String

    var description: String {
        "\(origin) came to a \(type), which is neither Encodable nor a ResponseGenerator"
    }
}

/// Optionals, seen through `any Sendable`.
private protocol MaybeNothing {
    var isNothing: Bool { get }
}

extension Optional: MaybeNothing {
    fileprivate var isNothing: Bool { self == nil }
}

extension Outcome {
    fileprivate var origin: String {
        if let handlerName { return "handler '\(handlerName)'" }
        return moduleID.map { "module '\($0)'" } ?? "the open"
    }
}
