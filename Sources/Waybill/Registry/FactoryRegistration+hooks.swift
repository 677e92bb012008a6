package import WaybillManifest
import WaybillSyntax

/// What a module does around making. All hooks run in the order of their registration.
extension FactoryRegistration {
    /// Prepares what was made, after the caller did. It may be called more than once for one thing; make it idempotent.
    @discardableResult
    public func prepares(
        _ body: @escaping @Sendable (inout T, MakeContext<Configuration>) throws -> Void
    ) -> Self {
        definition.change { $0.preparing.append(.synchronous(body)) }
        return self
    }

    /// The same, awaited: then the module cannot be made synchronously, unless it is shared and prepared.
    @discardableResult
    public func preparesAsync(
        _ body: @escaping @Sendable (inout T, MakeContext<Configuration>) async throws -> Void
    ) -> Self {
        definition.change { $0.preparing.append(.asynchronous(body)) }
        return self
    }

    /// Runs after everything is prepared.
    @discardableResult
    public func finishes(
        _ body: @escaping @Sendable (inout T, MakeContext<Configuration>) throws -> Void
    ) -> Self {
        definition.change { $0.finishing.append(.synchronous(body)) }
        return self
    }

    /// Runs once when a shared instance is given up: when the manifests do not need it any more, and the last open that
    /// could use it is over or ``RouterOptions/drainTimeout`` is. `WaybillService` waits for it as long as for the shutdown of a
    /// module with a lifecycle, and cancels it then.
    @discardableResult
    public func retires(_ body: @escaping @Sendable (T) async -> Void) -> Self {
        definition.change { $0.retirement = body }
        return self
    }

    /// Gives a shared module a lifecycle, in the shape of swift-service-lifecycle's `Service`:
    ///
    ///     registry.register("postgres") { _ in PostgresClient(…) }
    ///         .runs { try await $0.run() }
    ///
    /// `WaybillService` runs it from when it was made, before what requires it is made, until it is given up, after what
    /// requires it has ended: it is asked to shut down gracefully, and cancelled where that takes too long. A reload that keeps
    /// the instance does not disturb it. If it ends before that, with an error or without, the log and the status of the
    /// service say so.
    @discardableResult
    public func runs(_ body: @escaping @Sendable (T) async throws -> Void) -> Self {
        definition.change { $0.lifecycle = body }
        return self
    }

    /// Runs when the application reports an event: see ``Router/report(_:_:)``.
    @discardableResult
    public func on(
        _ event: String,
        _ body: @escaping @Sendable ((any Sendable)?, MakeContext<Configuration>) async throws -> Void
    ) -> Self {
        definition.change { $0.events[event, default: []].append(body) }
        return self
    }
}

/// What callers set before something is made.
extension FactoryRegistration {
    /// States that callers may configure the module through a protocol of kind `configuration`. The closure is the
    /// proof.
    @discardableResult
    public func configured<M>(by type: M.Type, _ convert: @escaping @Sendable (Configuration) -> M) -> Self {
        definition.add(
            ConfigurationConformance(
                type: TypeName(M.self),
                changer: TypedChanger<M> { configuration in
                    (configuration as? Configuration).map(convert)
                }))
        return self
    }

    /// Names a parameter that must be set before the factory makes anything, whichever way it is asked for: by protocol, by
    /// identifier, by an open or a perform. If it is not set, ``RoutingError/missingParameters(_:module:)`` is thrown.
    ///
    /// It is set by the module's `with:`, by that of the route, or by the caller through a configuration protocol. A named
    /// constructor takes an argument instead, so nothing is required there.
    @discardableResult
    public func requires(_ name: String, _ isGiven: @escaping @Sendable (Configuration) -> Bool) -> Self {
        definition.change { $0.parameters.append((name, isGiven)) }
        return self
    }

    /// Adds another way to make it, from an argument of the caller's.
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
    /// The factory as a module that no manifest declares.
    package func temporaryModule(_ kind: Module.Kind, recursionLimit: Int) -> BoundModule {
        let place = SourceSpan(file: 0, start: 0, end: 0)
        var declaration = Module(id: Located("temporary \(T.self)", at: place))
        declaration.kind = kind
        return BoundModule(
            declaration, made: TypeName(T.self), factory: definition.bound(NoConfiguration()), instance: nil, lane: nil,
            changers: [], recursionLimit: recursionLimit)
    }
}

struct WrongArgument: Error, CustomStringConvertible {
    var constructor: String
    var takes: String
    var got: String

    var description: String { "constructor '\(constructor)' takes '\(takes)', not '\(got)'" }
}
