public import WaybillTable

/// Why an open or a make failed. What handlers and interceptors throw themselves comes through as it is.
public enum RoutingError: Error, Sendable {
    case invalidURL(InvalidURL)
    /// No route matches and there is no fallback. `allowedMethods` are those that would have reached one; empty where
    /// it is not for the method.
    case unmatched(url: String, allowedMethods: [String])
    case redirectUnmatched(url: String, by: Hop.Origin)
    case invalidRedirect(InvalidURL, by: Hop.Origin)
    /// More than eight redirects; the last one was not followed.
    case redirectLoop([Hop])
    /// A `reject:` of the manifest.
    case rejected(by: String, reason: String, status: Int)
    case timedOut(Hop.Origin, after: Duration)
    /// An interceptor decided twice, or decided when it had returned already.
    case nextCalledTwice(by: String)
    /// A view of no tags at all.
    case emptyTagView
    /// No module of this generation provides the protocol.
    case unprovided(protocol: String, suggestions: [String])
    case ambiguous(protocol: String, modules: [String])
    case unknownIdentifier(String, suggestions: [String])
    /// What was made is not what was asked for: an adapter without code promised an interface that the type has not.
    case adapterMismatch(protocol: String, module: String, made: String)
    /// The modules that need each other, the first one again at the end.
    case dependencyCycle([String])
    /// The synchronous `make` reached a factory, or a hook, that must be awaited: perform or open instead.
    case asynchronous(module: String)
    /// Parameters that a module needs before it makes anything were not set.
    case missingParameters([String], module: String)
    /// A route cannot be performed or removed now.
    case refused(RouteRefusal)
    /// A pattern that code added is none.
    case invalidPattern(String, reason: String)
    case unknownLane(String, suggestions: [String])
    /// Something waits for a lane that waits for it.
    case laneDeadlock(lane: String)
    /// A factory makes what is not `Sendable`, so that only `make` may have it.
    case notSendable(module: String)
    /// What the caller does to prepare a thing threw.
    case preparationFailed(module: String, underlying: any Error)
    /// A factory or a hook of its module threw.
    case makeFailed(module: String, underlying: any Error)
}
