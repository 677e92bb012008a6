public import Waybill

/// A key that is chosen at run time: a protocol or an identifier. Its destination has the type `any Sendable`.
///
/// It is a value type, safe to use from any thread.
public struct RouteKey: Sendable {
    let target: RouteTarget

    /// Creates a key for the module that provides the protocol.
    public init<P: Sendable>(_ key: Routable<P>) { target = .provider(of: P.self) }

    /// Creates a key for the module with this identifier, as the type that it provides.
    public init<P: Sendable>(_ identifier: ModuleIdentifier<P>) { target = .provider(of: identifier) }

    /// Creates a key for the module with this identifier.
    public init(identifier: String) { target = .identifier(identifier) }
}
