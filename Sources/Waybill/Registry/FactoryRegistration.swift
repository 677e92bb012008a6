package import WaybillManifest
import WaybillSyntax

/// The registration of a factory. Its methods declare what the made objects provide, and hooks around making.
///
///     registry.register("notes.editor") { _ in NoteEditor() }
///         .provides { $0 as any NoteEditorInput }
///         .provides { $0 as any Presentable }
///
/// The methods change the registration in the registry. A router that already exists is not changed. Use it on one
/// thread, while the registry is built. Nothing here throws: problems are reported when manifests are bound.
public struct FactoryRegistration<T, Configuration: Decodable & Sendable>: Sendable {
    package let definition: FactoryDefinition<T, Configuration>

    /// Declares that the object provides `P`: `.provides { $0 as any NoteStore }`. The compiler checks the closure; if
    /// the type does not conform to the protocol, the error names both.
    @discardableResult
    public func provides<P>(_ convert: @escaping @Sendable (consuming T) -> P) -> Self { provides(P.self, convert) }

    /// Declares a provided type with a closure that does not name `P`.
    @discardableResult
    public func provides<P>(_ type: P.Type, _ convert: @escaping @Sendable (consuming T) -> P) -> Self {
        let type = TypeName(P.self)
        let conversion = TypedConversion<P>(to: type) { (made) throws(Misfit) in
            guard let made = made as? T else { throw Misfit() }
            return convert(made)
        }
        definition.add(Conformance(type: type, conversion: conversion))
        return self
    }
}

/// Hooks that run around making. All hooks run in the order of their registration.
extension FactoryRegistration {
    /// Prepares the object, after the caller did. It may be called more than once for one object; make it idempotent.
    @discardableResult
    public func prepares(
        _ body: @escaping @Sendable (inout T, MakeContext<Configuration>) throws -> Void
    ) -> Self {
        definition.change { $0.preparing.append(.synchronous(body)) }
        return self
    }

    /// Prepares the object asynchronously. The module cannot be made synchronously then, unless it is shared and
    /// prepared.
    @discardableResult
    public func preparesAsync(
        _ body: @escaping @Sendable (inout T, MakeContext<Configuration>) async throws -> Void
    ) -> Self {
        definition.change { $0.preparing.append(.asynchronous(body)) }
        return self
    }

    /// Runs after all preparations.
    @discardableResult
    public func finishes(
        _ body: @escaping @Sendable (inout T, MakeContext<Configuration>) throws -> Void
    ) -> Self {
        definition.change { $0.finishing.append(.synchronous(body)) }
        return self
    }

    /// Runs once when a shared instance is no longer used: after the manifests need it no longer, and after the last
    /// open that could use it, or after ``RouterOptions/drainTimeout``. `WaybillService` waits for it as long as for
    /// the shutdown of a module with a lifecycle, and then cancels it. A `Router` without a service has no such limit:
    /// there, a function that never returns also delays all that run after it.
    @discardableResult
    public func retires(_ body: @escaping @Sendable (T) async -> Void) -> Self {
        definition.change { $0.retirement = body }
        return self
    }

    /// Gives a shared module a lifecycle, like `run()` of a `Service` in swift-service-lifecycle:
    ///
    ///     registry.register("postgres") { _ in PostgresClient(…) }
    ///         .runs { try await $0.run() }
    ///
    /// `WaybillService` starts it when the module is made, before the modules that require it are made. It shuts it
    /// down gracefully after the modules that require it have ended, and cancels it if that takes too long. A reload
    /// that keeps the instance does not interrupt it. If it ends earlier, with an error or without, the log and the
    /// status of the service report it.
    @discardableResult
    public func runs(_ body: @escaping @Sendable (T) async throws -> Void) -> Self {
        definition.change { $0.lifecycle = body }
        return self
    }

    /// Runs when the application reports this event: see ``Router/report(_:_:)``.
    @discardableResult
    public func on(
        _ event: String,
        _ body: @escaping @Sendable ((any Sendable)?, MakeContext<Configuration>) async throws -> Void
    ) -> Self {
        definition.change { $0.events[event, default: []].append(body) }
        return self
    }
}

/// Values that callers set before something is made.
extension FactoryRegistration {
    /// Declares that callers may configure the module through a protocol of kind `configuration`. The closure proves
    /// the conformance.
    @discardableResult
    public func configured<M>(by type: M.Type, _ convert: @escaping @Sendable (Configuration) -> M) -> Self {
        definition.add(
            ConfigurationConformance(
                type: TypeName(M.self),
                view: ConfigurationView<M> { configuration in
                    (configuration as? Configuration).map(convert)
                }))
        return self
    }

    /// Names a parameter that must be set before the factory runs, whether the module is made by protocol, by
    /// identifier, by an open or by a perform. If it is not set, ``RoutingError/missingParameters(_:module:)`` is
    /// thrown.
    ///
    /// It is set by the module's `with:`, by that of the route, or by the caller through a configuration protocol. A
    /// named constructor has an argument instead, so it needs no parameter.
    @discardableResult
    public func requires(_ name: String, _ isGiven: @escaping @Sendable (Configuration) -> Bool) -> Self {
        definition.change { $0.parameters.append((name, isGiven)) }
        return self
    }

    /// Adds another way to make the object, from an argument of the caller.
    @discardableResult
    public func constructor<Argument: Sendable>(
        _ name: String, _ make: @escaping @Sendable (Argument, MakeContext<Configuration>) throws -> T
    ) -> Self {
        definition.change {
            $0.constructors[name] = { argument, context in
                guard let typed = argument as? Argument else {
                    throw WrongArgument(constructor: name, takes: "\(Argument.self)", got: "\(type(of: argument))")
                }
                return try make(typed, context)
            }
        }
        return self
    }
}

extension FactoryRegistration where Configuration == NoConfiguration {
    /// Returns the factory as a module that no manifest declares.
    package func temporaryModule(_ kind: Module.Kind, recursionLimit: Int) -> BoundModule {
        let place = SourceSpan.startOfFile()
        var declaration = Module(id: Located("temporary \(T.self)", at: place))
        declaration.kind = kind
        return BoundModule(
            declaration, made: TypeName(T.self), factory: definition.bound(NoConfiguration()), instance: nil, lane: nil,
            configurations: [], recursionLimit: recursionLimit)
    }
}

struct WrongArgument: Error, CustomStringConvertible {
    var constructor: String
    var takes: String
    var got: String

    var description: String { "constructor '\(constructor)' takes '\(takes)', not '\(got)'" }
}
