public import WaybillManifest

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
