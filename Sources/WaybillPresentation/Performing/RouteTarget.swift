public import Waybill

/// The target of a route, which is found again in each generation.
struct RouteTarget: Sendable {
    /// For messages.
    let name: String
    /// Throws a ``RouteRefusal`` or a `RoutingError` if the generation has no such module.
    let find: @Sendable (Generation) throws -> Found

    struct Found: Sendable {
        var module: BoundModule
        /// Converts the module's product to what the caller asked for.
        var convert: @Sendable (Made) throws(RoutingError) -> any Sendable
        var change: ConfigurationChange?
    }

    /// Returns a target for the module that provides a protocol, as that protocol.
    static func provider<P: Sendable>(of type: P.Type) -> Self {
        Self(name: TypeName(type).description) { generation in
            let (module, conversion) = try generation.provider(for: type)
            return Found(module: module) { (made) throws(RoutingError) in try module.convert(made, by: conversion) }
        }
    }

    /// Returns a target for the module with an identifier, as the type that it provides.
    static func provider<P: Sendable>(of identifier: ModuleIdentifier<P>) -> Self {
        Self(name: identifier.rawValue) { generation in
            let module = try generation.boundModule(identifier: identifier.rawValue)
            let conversion = module.conversion(to: P.self)
            return Found(module: module) { (made) throws(RoutingError) in try module.convert(made, by: conversion) }
        }
    }

    static func identifier(_ identifier: String) -> Self {
        Self(name: identifier) { .whole(try $0.boundModule(identifier: identifier)) }
    }

    /// Returns a target for a module that no manifest declares.
    static func temporary(_ module: BoundModule) -> Self {
        Self(name: module.id) { _ in .whole(module) }
    }

    /// Returns a target for what a module of the manifests has become, or the route that configures it.
    static func successor(of module: BoundModule) -> Self {
        let (id, route) = (module.id, module.configuringRoute)
        return Self(name: id) { generation in
            guard let module = generation.boundModule(id: id, configuredBy: route) else {
                throw RouteRefusal.moduleGone(module: id, route: route)
            }
            return .whole(module)
        }
    }

    /// Returns a target for the module that is configured through a protocol, with the caller's configuration, or the
    /// error of making that.
    static func configured<M>(by type: M.Type, _ change: Result<ConfigurationChange, RoutingError>) -> Self {
        Self(name: TypeName(type).description) { generation in
            let change = try change.get()
            let module = try generation.module(configuredBy: type)
            if let configuration = change.configuration, module.factory.configuration(configuration) == nil {
                throw RoutingError.adapterMismatch(
                    protocol: TypeName(type).description, module: module.id, made: "\(Swift.type(of: configuration))")
            }
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
