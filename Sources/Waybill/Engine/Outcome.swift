import WaybillManifest
public import WaybillTable

/// The result of an open.
///
/// It is a value type: an interceptor may replace its ``destination`` on the way back. It does not hold a generation,
/// so it may be kept for a long time. Use it from any thread.
public struct Outcome: Sendable {
    /// The parameters of the last URL, as the route saw them.
    public let parameters: RouteParameters
    /// What answered; `nil` if an interceptor did.
    private let server: Server?
    /// The route that was reached; `nil` for a fallback, and if an interceptor answered by itself.
    public var routeID: String? { server?.routeID }
    /// The pattern that matched, as metrics and traces name it: `/notes/{id}`.
    /// - Complexity: Linear in its length, because an outcome does not hold its route.
    public var routeTemplate: String? { routeID == nil ? nil : parameters.pattern?.pathTemplate }
    /// The module that the route or the fallback leads to, if it leads to one.
    public var moduleID: String? { server?.moduleID }
    /// The handler that the route or the fallback leads to, if it leads to one.
    public var handlerName: String? { server?.handlerName }
    /// The redirects on the way.
    public let hops: [Hop]
    /// The number of the generation that the open ran on.
    public let generation: Int
    /// The result of the handler or of the module's factory; `nil` if an interceptor answered without a value, and
    /// for a ``redirect``.
    public var destination: (any Sendable)?
    /// The redirect for the caller, if the open ended at a route whose redirect has a status; otherwise `nil`.
    public private(set) var redirect: ClientRedirect?
    /// The state of a performed route. Only `WaybillPresentation` understands it.
    package let performed: (any AnyObject & Sendable)?

    /// The names of a route and its target. Code is not part of it, because an outcome may be kept for a long time.
    final class Server: Sendable {
        let routeID: String?
        let moduleID: String?
        let handlerName: String?

        init(routeID: String?, _ target: BoundTarget?) {
            self.routeID = routeID
            moduleID = target?.module?.id
            handlerName = target?.handlerName
        }
    }

    init(
        _ request: RouteRequest, server: Server? = nil, destination: (any Sendable)?, redirect: ClientRedirect? = nil,
        performed: (any AnyObject & Sendable)? = nil
    ) {
        parameters = request.parameters
        self.server = server
        hops = request.hops
        generation = request.generation.number
        self.performed = performed
        self.redirect = redirect
        self.destination = destination
    }

    /// Returns the outcome with another destination.
    package func answering(_ destination: any Sendable) -> Outcome {
        var outcome = self
        outcome.destination = destination
        outcome.redirect = nil
        return outcome
    }

    /// Whether no route matched and the fallback answered.
    public var isFallback: Bool { routeID == nil && (moduleID ?? handlerName) != nil }

    /// The URL that was reached.
    public var url: RouteURL { parameters.visit.url }
    /// The URL that was opened.
    public var originalURL: RouteURL { parameters.visit.firstURL }
}

/// Decides whether outcomes are faults, if only the caller can tell. It is set as the payload of opens.
package protocol OutcomeJudge: Sendable {
    /// Whether a destination reports a fault of the service, as HTTP does with 500 and above.
    func isFault(_ destination: any Sendable) -> Bool
    /// Whether an error is a fault; `nil` if the judge does not know the error.
    func isFault(_ error: any Error) -> Bool?
}

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
