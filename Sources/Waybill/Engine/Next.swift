import Synchronization
import WaybillManifest

/// The decision of an interceptor. It decides exactly once: it passes the request on, redirects, restarts, or answers
/// by itself. If it throws, it rejects the request.
///
///     registry.interceptor("requireLogin") { request, next in
///         if await session.isSignedIn { return try await next(request) }
///         return try await next.redirect(to: "app://login", parameters: ["callback": request.url.text])
///     }
///
/// Each of these calls returns the outcome, which the interceptor may change before it returns it. A second decision
/// throws ``RoutingError/nextCalledTwice(by:)`` and has no effect. A decision after the interceptor's `timeout:` throws
/// ``RoutingError/timedOut(_:after:)``.
///
/// It cannot be copied or kept after the interceptor's call, so a chain allocates nothing. Closures that do not escape
/// may use it.
public struct Next: ~Copyable, Sendable {
    /// The request as the interceptor got it. Its position identifies the interceptor.
    private let request: RouteRequest
    private let deadline: Deadline?
    private let hasDecided = Atomic<Bool>(false)

    init(request: RouteRequest, deadline: Deadline?) {
        self.request = request
        self.deadline = deadline
    }

    /// Passes the request on to the next interceptor, or to the route, with its payload and parameters.
    ///
    /// - Throws: ``RoutingError/nextCalledTwice(by:)`` for a second decision, and what later interceptors and the route
    ///   throw.
    public func callAsFunction(_ request: RouteRequest) async throws -> Outcome {
        try decide()
        return try await hop.run(self.request.carrying(request).passedOn)
    }

    /// Ends the chain and goes to the route of another URL.
    ///
    /// Before that route, only interceptors run that apply everywhere, match the new URL and have not run yet.
    /// - Parameters:
    ///   - request: The request with its payload, its values and the parameters that the interceptor has set. `nil` for
    ///     the request as the interceptor got it.
    ///   - parameters: They take precedence over those of the new URL, and so do those that the interceptor has set in
    ///     `request`. Those of the new URL take precedence over those that the request came with.
    ///   - removed: Parameters that are removed, also if the interceptor has set them in `request`.
    ///   - payload: Whether the payload is kept, set or removed.
    /// - Throws: ``RoutingError/redirectUnmatched(url:by:)``, ``RoutingError/invalidRedirect(_:by:)``,
    ///   ``RoutingError/redirectLoop(_:)`` after more than eight hops, ``RoutingError/nextCalledTwice(by:)`` for a second
    ///   decision, and what the rest of the chain throws.
    public func redirect(
        _ request: RouteRequest? = nil, to url: String, parameters: [String: String] = [:],
        removing removed: Set<String> = [], payload: PayloadChange = .keep
    ) async throws -> Outcome {
        try await leave(.everywhere, request, to: url, ParameterChange(set: parameters, removed: removed), payload)
    }

    /// Runs the whole chain on another URL, without the interceptors that have already run (including this one).
    ///
    /// Parameters, values and payload are kept as in a redirect.
    ///
    /// - Throws: As a redirect does.
    public func restart(
        _ request: RouteRequest? = nil, with url: String, parameters: [String: String] = [:],
        removing removed: Set<String> = [], payload: PayloadChange = .keep
    ) async throws -> Outcome {
        try await leave(.ofView, request, to: url, ParameterChange(set: parameters, removed: removed), payload)
    }

    /// Ends the chain with the interceptor's own result: neither later interceptors nor the route run.
    ///
    /// - Throws: ``RoutingError`` if the interceptor has already decided, or its time is over.
    public func answer(with destination: (any Sendable)?) throws -> Outcome {
        try decide()
        return Outcome(request, destination: destination)
    }

    private var hop: HopRun { request.hop }

    private func leave(
        _ interceptors: WalkedInterceptors, _ changed: RouteRequest?, to url: String, _ change: ParameterChange,
        _ payload: PayloadChange
    ) async throws -> Outcome {
        try decide()
        var request = request
        var change = change
        if let changed {
            request = request.carrying(changed)
            change.add(request.changes, since: self.request.changes)
        }
        payload.apply(to: &request.payload)
        let onward = hop.visit.hop(to: url, chosenAt: request.position, interceptors)
        return try await hop.leave(by: onward, request, change)
    }

    private func decide() throws(RoutingError) {
        let isSecond = hasDecided.exchange(true, ordering: .relaxed)
        guard !isSecond, deadline?.remove() != false else { throw refusal(isSecond: isSecond) }
    }

    private func refusal(isSecond: Bool) -> RoutingError {
        let interceptor = hop.interceptor(at: request.position)
        if isSecond {
            let error = RoutingError.nextCalledTwice(by: interceptor.id)
            SecondDecisions.listener?(error)
            return error
        }
        return .timedOut(.interceptor(interceptor.id), after: interceptor.timeout ?? .zero)
    }
}

/// Records second decisions, for conformance checks, because an interceptor may hide the error.
package enum SecondDecisions {
    @TaskLocal package static var listener: (@Sendable (RoutingError) -> Void)?
}

/// The payload after an interceptor sends an open to another URL.
public enum PayloadChange: Sendable {
    /// The payload stays as the request has it. The default.
    case keep
    /// The payload is replaced by this value.
    case set(any Sendable)
    /// The payload is removed.
    case clear

    func apply(to payload: inout (any Sendable)?) {
        switch self {
        case .keep: break
        case .set(let value): payload = value
        case .clear: payload = nil
        }
    }
}

/// The changes of an interceptor to the parameters when it sends an open to another URL.
struct ParameterChange {
    var set: [String: String] = [:]
    var removed: Set<String> = []

    /// Adds the parameters that an interceptor has set in its request. Removed ones are already absent.
    mutating func add(_ changes: [String: String?], since earlier: [String: String?]) {
        for case (let name, let value?) in changes
        where earlier[name] != value && set[name] == nil && !removed.contains(name) {
            set[name] = value
        }
    }
}
