public import Waybill

/// The target of a route, which is found again in each generation.
struct RouteTarget: Sendable {
    /// For messages.
    let name: String
    let find: @Sendable (Generation) throws(RoutingError) -> Found

    struct Found: Sendable {
        var module: BoundModule
        /// Converts the module's product to what the caller asked for.
        var convert: @Sendable (Made) throws(RoutingError) -> any Sendable
        var change: ConfigurationChange?
    }

    /// Returns a target for the module that provides a protocol, as that protocol.
    static func provider<P: Sendable>(of type: P.Type) -> Self {
        Self(name: TypeName(type).description) { (generation) throws(RoutingError) in
            let (module, conversion) = try generation.provider(for: type)
            return Found(module: module) { (made) throws(RoutingError) in try module.convert(made, by: conversion) }
        }
    }

    /// Returns a target for the module with an identifier, as the type that it provides.
    static func provider<P: Sendable>(of identifier: ModuleIdentifier<P>) -> Self {
        Self(name: identifier.rawValue) { (generation) throws(RoutingError) in
            let module = try generation.boundModule(identifier: identifier.rawValue)
            let conversion = module.conversion(to: P.self)
            return Found(module: module) { (made) throws(RoutingError) in try module.convert(made, by: conversion) }
        }
    }

    static func identifier(_ identifier: String) -> Self {
        Self(name: identifier) { (generation) throws(RoutingError) in
            .whole(try generation.boundModule(identifier: identifier))
        }
    }

    /// Returns a target for a known module.
    static func module(_ module: BoundModule) -> Self {
        Self(name: module.id) { _ throws(RoutingError) in .whole(module) }
    }

    /// Returns a target for the module that is configured through a protocol, with the caller's configuration, or the
    /// error of finding it.
    static func configured<M>(
        by type: M.Type, _ found: Result<(BoundModule, ConfigurationChange), RoutingError>
    ) -> Self {
        Self(name: TypeName(type).description) { _ throws(RoutingError) in
            let (module, change) = try found.get()
            var target = Found.whole(module)
            target.change = change
            return target
        }
    }
}

extension RouteTarget.Found {
    /// Returns the product of the module, without conversion.
    static func whole(_ module: BoundModule) -> Self {
        Self(module: module) { (made) throws(RoutingError) in
            guard case .sendable(let value) = made else { throw .notSendable(module: module.id) }
            return value
        }
    }
}

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
