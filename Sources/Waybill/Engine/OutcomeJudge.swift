/// Decides whether outcomes are faults, if only the caller can tell. It is set as the payload of opens.
package protocol OutcomeJudge: Sendable {
    /// Whether a destination reports a fault of the service, as HTTP does with 500 and above.
    func isFault(_ destination: any Sendable) -> Bool
    /// Whether an error is a fault; `nil` if the judge does not know the error.
    func isFault(_ error: any Error) -> Bool?
}

/// An error that is thrown by design, and is not a fault of a generation.
package protocol ExpectedError: Error {}

extension RoutingError {
    /// Whether the outcome is a fault of the generation, and not of the request, the caller or a `reject:`.
    func isFault(for judge: (any OutcomeJudge)?) -> Bool {
        switch self {
        case .invalidURL, .unmatched, .rejected, .emptyTagView: false
        case .makeFailed(_, let error), .preparationFailed(_, let error): error.isFault(for: judge)
        default: true
        }
    }
}

extension Error {
    /// Whether the error is a fault of the generation that threw it.
    func isFault(for judge: (any OutcomeJudge)?) -> Bool {
        if self is any ExpectedError { return false }
        return judge?.isFault(self) ?? (self as? RoutingError)?.isFault(for: judge) ?? true
    }
}
