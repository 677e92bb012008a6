import Hummingbird
import Waybill

/// What a canary counts: responses and errors with a status of 500 or above.
extension HTTPExchange: OutcomeJudge {
    package func isFault(_ destination: any Sendable) -> Bool {
        (destination as? Response)?.status.kind == .serverError
    }

    package func isFault(_ error: any Error) -> Bool? {
        (error as? any HTTPResponseError).map { $0.status.kind == .serverError }
    }
}
