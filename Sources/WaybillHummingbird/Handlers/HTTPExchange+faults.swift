import Hummingbird
import Waybill

/// The errors that a canary counts: responses and errors with a status of 500 or above.
extension HTTPExchange: OutcomeJudge {
    package func isFault(_ destination: any Sendable) -> Bool {
        do {
            return try response(from: destination, of: "").status.kind == .serverError
        } catch {
            return isFault(error) ?? true
        }
    }

    package func isFault(_ error: any Error) -> Bool? {
        (error as? any HTTPResponseError).map { $0.status.kind == .serverError }
    }
}
