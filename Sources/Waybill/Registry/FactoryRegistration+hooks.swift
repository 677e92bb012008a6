/// What a module does around making. All hooks run in the order of their registration.
extension FactoryRegistration {
    /// Prepares what was made, after the caller did. It may run again on the same thing: when a route is performed again, or on
    /// something that was made elsewhere.
    @discardableResult
    public func prepares(
        _ body: @escaping @Sendable (inout T, MakeContext<Configuration>) throws -> Void
    ) -> Self {
        definition.change { $0.preparing.append(.synchronous(body)) }
        return self
    }

    /// As the other, but awaited: then the module cannot be made synchronously.
    @discardableResult
    public func preparesAsync(
        _ body: @escaping @Sendable (inout T, MakeContext<Configuration>) async throws -> Void
    ) -> Self {
        definition.change { $0.preparing.append(.asynchronous(body)) }
        return self
    }

    /// Runs when everything is prepared.
    @discardableResult
    public func finishes(
        _ body: @escaping @Sendable (inout T, MakeContext<Configuration>) throws -> Void
    ) -> Self {
        definition.change { $0.finishing.append(.synchronous(body)) }
        return self
    }

    /// What performing does, in place of a presenter.
    @discardableResult
    public func performs(
        _ body: @escaping @Sendable (T, MakeContext<Configuration>) async throws -> Void
    ) -> Self {
        definition.change { $0.action = body }
        return self
    }

    /// What removing does, in place of a presenter. A service without it cannot be removed.
    /// - Parameter refusal: Why it cannot be removed now; `nil` where it can. Changes nothing.
    @discardableResult
    public func removes(
        unless refusal: @escaping @Sendable (T) -> String? = { _ in nil },
        _ body: @escaping @Sendable (T, MakeContext<Configuration>) async throws -> Void
    ) -> Self {
        definition.change {
            $0.removal = body
            $0.removalRefusal = refusal
        }
        return self
    }

    /// Runs once when a shared instance is given up: when the manifests have no use for it any more, and the last open that
    /// could use it is over, or ``RouterOptions/drain`` is.
    @discardableResult
    public func retires(_ body: @escaping @Sendable (T) async -> Void) -> Self {
        definition.change { $0.retirement = body }
        return self
    }

    /// Whether it takes over what was made elsewhere; unless told, it does.
    @discardableResult
    public func adopts(_ decide: @escaping @Sendable (T) -> Bool) -> Self {
        definition.change { $0.adopts = decide }
        return self
    }

    /// Hears of an event of the application: see ``Router/emit(_:_:)``.
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
    /// States that callers may configure the module through a protocol of kind `configuration`. The closure is the proof.
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

    /// A parameter that must be there before anything is made.
    @discardableResult
    public func requires(_ name: String, _ isGiven: @escaping @Sendable (Configuration) -> Bool) -> Self {
        definition.change { $0.parameters.append((name, isGiven)) }
        return self
    }

    /// Another way to make it, from an argument of the caller's.
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

struct WrongArgument: Error, CustomStringConvertible {
    var constructor: String
    var takes: String
    var got: String

    var description: String { "constructor '\(constructor)' takes '\(takes)', not '\(got)'" }
}
