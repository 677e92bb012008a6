import Hummingbird
import Waybill

/// The errors that a canary counts: responses and errors with a status of 500 or above.
extension HTTPExchange: OutcomeJudge {
    package func isFault(_ destination: any Sendable) -> Bool {
        switch destination {
        case let response as Response: response.status.kind == .serverError
        case let value as any MaybeNothing where value.isNothing: false
        // For anything else there is no response.
        default: !(destination is any ResponseGenerator || destination is any Encodable || destination is Void)
        }
    }

    package func isFault(_ error: any Error) -> Bool? {
        (error as? any HTTPResponseError).map { $0.status.kind == .serverError }
    }
}
