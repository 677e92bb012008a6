/// What a route leads to, found anew in each generation.
struct RouteTarget: Sendable {
    /// For messages.
    let name: String
    let find: @Sendable (Generation) throws(RoutingError) -> Found

    struct Found: Sendable {
        var module: BoundModule
        /// Turns what the module makes into what the caller asked for.
        var convert: @Sendable (Made) throws(RoutingError) -> any Sendable
        var change: ConfigurationChange?
    }

    /// Whatever provides a protocol, as that.
    static func provider<P: Sendable>(of type: P.Type) -> Self {
        Self(name: TypeName(type).description) { (generation) throws(RoutingError) in
            let (module, conversion) = try generation.provider(for: type)
            return Found(module: module) { (made) throws(RoutingError) in try module.convert(made, by: conversion) }
        }
    }

    static func identifier(_ identifier: String) -> Self {
        Self(name: identifier) { (generation) throws(RoutingError) in
            .whole(try generation.module(identifier: identifier))
        }
    }

    /// A module that a route has led to already.
    static func module(_ module: BoundModule) -> Self {
        Self(name: module.id) { _ throws(RoutingError) in .whole(module) }
    }

    /// What was found before, with a configuration of the caller's.
    static func configured(_ module: BoundModule, _ change: ConfigurationChange) -> Self {
        Self(name: module.id) { _ throws(RoutingError) in
            var found = Found.whole(module)
            found.change = change
            return found
        }
    }
}

extension RouteTarget.Found {
    /// What the module makes, as it is.
    static func whole(_ module: BoundModule) -> Self {
        Self(module: module) { (made) throws(RoutingError) in
            guard case .sendable(let value) = made else { throw .notSendable(module: module.id) }
            return value
        }
    }
}
