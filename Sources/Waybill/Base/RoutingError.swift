public import WaybillManifest
public import WaybillSyntax
public import WaybillTable

/// Why an open or a make failed.
///
/// Errors that handlers and interceptors throw themselves reach the caller unchanged; errors of factories and hooks are
/// wrapped, so that they name their module. `description` is a full sentence for logs. It is a value type, safe to use
/// from any thread.
public enum RoutingError: Error, Sendable {
    /// The opened text is not a valid URL.
    case invalidURL(InvalidURL)
    /// No route matches, and no fallback serves the request. `allowedMethods` are the methods that would have matched a
    /// route; empty if the method is not the reason. With them, also a fallback without `other_methods: true` does not
    /// serve it.
    case unmatched(url: String, allowedMethods: [String])
    /// A redirect leads to a URL that no route matches.
    case redirectUnmatched(url: String, by: Hop.Origin)
    /// A redirect leads to a text that is not a URL.
    case invalidRedirect(InvalidURL, by: Hop.Origin)
    /// More than eight redirects; the last one was not followed.
    case redirectLoop([Hop])
    /// A `reject:` of the manifest.
    case rejected(by: String, reason: String, status: Int)
    /// A `timeout:` of the manifest is over.
    case timedOut(Hop.Origin, after: Duration)
    /// An interceptor called its `next` twice, or after it had returned.
    case nextCalledTwice(by: String)
    /// A tag view without tags.
    case emptyTagView
    /// No module of this generation provides the protocol.
    case unprovided(protocol: String, suggestions: [String])
    /// Several modules provide the protocol, and none is its default.
    case ambiguous(protocol: String, modules: [String])
    /// No module of this generation has the identifier. `suggestions` are similar ones that exist.
    case unknownIdentifier(String, suggestions: [String])
    /// The made object is not what the caller asked for: an adapter without code promised a protocol that the type does
    /// not conform to.
    case adapterMismatch(protocol: String, module: String, made: String)
    /// Modules need each other. The first one is repeated at the end.
    case dependencyCycle([String])
    /// The synchronous `make` reached a factory or a hook that is asynchronous. Open a route to the module instead. For
    /// a shared module, add it to the `requires:` of the module that asks for it: then it is made earlier.
    case asynchronous(module: String)
    /// Parameters that a module requires before it is made were not set.
    case missingParameters([String], module: String)
    /// A caller passed values, or named a constructor, for a module whose scope is `shared` or `weak`. All callers get
    /// the same object, so they cannot configure it.
    case notConfigurable(module: String)
    /// A pattern that code added is not valid.
    case invalidPattern(String, reason: String)
    /// A route or an interceptor that code added can never match, or is not allowed in a manifest either.
    case invalidAddition(reason: String)
    /// No lane of this name is registered. `suggestions` are similar names that are.
    case unknownLane(String, suggestions: [String])
    /// This open waits for a lane that becomes free only after the open: see <doc:Lanes>.
    case laneDeadlock(lane: String)
    /// ``RouterOptions/laneWaiterLimit`` opens already wait for the lane.
    case laneFull(lane: String, limit: Int)
    /// A factory makes something that is not `Sendable`: only `make` can return it.
    case notSendable(module: String)
    /// The destination of an open has another type than its caller expects.
    case destinationMismatch(url: String, expected: String, actual: String)
    /// The caller's preparation threw.
    case preparationFailed(module: String, underlying: any Error)
    /// A factory or a hook of the module threw.
    case makeFailed(module: String, underlying: any Error)
}

/// A failed open, make, perform or removal, as ``Registry/onError(of:_:)`` reports it.
///
/// It is a value type, safe to use from any thread.
public struct RouteFailure: Sendable {
    /// The attempted operation.
    public let action: RouteAction
    /// The error that was thrown to the caller.
    public let error: any Error
    /// The target of the call: a protocol, an identifier or a URL.
    public let target: String
    /// The module that it led to; `nil` if it led to none.
    public let moduleID: String?
    /// The kind of that module.
    public let kind: Module.Kind?
}

/// An action on a route. `WaybillPresentation` adds performing and removing; code may add its own actions.
public struct RouteAction: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The name of the action, for logs and metrics.
    public var rawValue: String

    /// Creates an action from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A URL is opened.
    public static let open = RouteAction(rawValue: "open")
    /// A module is made by one of the router's `make` functions.
    public static let make = RouteAction(rawValue: "make")

    public var description: String { rawValue }
}

/// An error that is thrown by design, and is not a fault of a generation.
package protocol ExpectedError: Error {}

/// Why manifests were rejected: every problem of the set, not only the first.
///
/// It is a value type, safe to use from any thread.
public struct ManifestErrors: Error, Sendable, CustomStringConvertible {
    /// Sorted by place. Warnings are included.
    public let diagnostics: [Diagnostic]
    /// The files that the diagnostics point into.
    public let sources: [SourceFile]

    /// Creates an error from sorted diagnostics and the files that they point into.
    public init(diagnostics: [Diagnostic], sources: [SourceFile]) {
        self.diagnostics = diagnostics
        self.sources = sources
    }

    /// The text that `waybill check` prints for these problems, without secrets, so it may be logged. ``diagnostics``
    /// may contain secrets.
    public var description: String { TextRenderer(sources: sources).render(diagnostics) }
}
