/// What opens mean to those who asked, where only these can tell: a payload of opens that is one judges how they end.
package protocol OutcomeJudge: Sendable {
    /// Whether what was returned reports a fault of the service, as HTTP does by 500 and above.
    func isFault(_ destination: any Sendable) -> Bool
    /// The same for an error; `nil` if it has no such meaning.
    func isFault(_ error: any Error) -> Bool?
}

/// An error that is thrown by design: it is not a fault of a generation.
package protocol ExpectedError: Error {}

extension RoutingError {
    /// Whether the generation is at fault, and not the request, the caller or a `reject:`.
    func isFault(for judge: (any OutcomeJudge)?) -> Bool {
        switch self {
        case .invalidURL, .unmatched, .rejected, .emptyTagView: false
        case .makeFailed(_, let error), .preparationFailed(_, let error): error.isFault(for: judge)
        default: true
        }
    }
}

extension Error {
    /// Whether it is a fault of the generation that threw it.
    func isFault(for judge: (any OutcomeJudge)?) -> Bool {
        if self is any ExpectedError { return false }
        return judge?.isFault(self) ?? (self as? RoutingError)?.isFault(for: judge) ?? true
    }
}
