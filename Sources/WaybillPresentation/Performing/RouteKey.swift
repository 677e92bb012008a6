public import Waybill

/// A key that is chosen at run time: a protocol or an identifier. What it leads to is known as `any Sendable`.
///
/// A value: use it from any thread.
public struct RouteKey: Sendable {
    let target: RouteTarget

    /// The module that provides the protocol.
    public init<P: Sendable>(_ key: Routable<P>) { target = .provider(of: P.self) }

    /// The module with this identifier, as what it provides.
    public init<P: Sendable>(_ identifier: ModuleIdentifier<P>) { target = .provider(of: identifier) }

    /// The module with this identifier.
    public init(identifier: String) { target = .identifier(identifier) }
}
