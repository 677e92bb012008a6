import WaybillManifest

extension Generation {
    /// Makes what provides the Swift type, through adapters and compositions.
    func make<P>(_ type: P.Type) throws(RoutingError) -> P {
        try make(type, on: ThreadContext.current(ThreadContext.key))
    }

    /// The short way where there is one: a provider that is known by its type, whose module is made anew each time and has
    /// no hooks. It costs no box, no cast and no lock.
    @inline(__always)
    func make<P>(_ type: P.Type, on thread: ThreadContext) throws(RoutingError) -> P {
        guard let provider = bound.direct[ObjectIdentifier(type)] else { return try makeIndirectly(type, on: thread) }
        return try thread.making(provider.module) { () throws(RoutingError) in
            // The table's keys are the types of its makers.
            let maker = unsafe unsafeDowncast(provider.maker, to: TypedMaker<P>.self)
            do { return try maker.make(MakeScope(self)) } catch { throw provider.module.makeError(error) }
        }
    }

    /// Makes what provides the Swift type, and lets the caller prepare it before the module's own hooks do.
    func make<P>(_ type: P.Type, prepare: (inout P) throws -> Void) throws(RoutingError) -> P {
        let thread = ThreadContext.current(ThreadContext.key)
        let (module, conversion) = try provider(for: type)
        // What was prepared, where it cannot be had from what was made: an adapter made it.
        var wrapper: P?
        let made = try make(module, on: thread) { made throws(RoutingError) in
            var product = try module.convert(made, by: conversion)
            do { try prepare(&product) } catch { throw .preparationFailed(module: module.id, underlying: error) }
            if let absorbed = module.factory.absorb(product) { made = absorbed } else { wrapper = product }
        }
        if let wrapper { return wrapper }
        return try module.convert(made, by: conversion)
    }

    func make(identifier: String) throws(RoutingError) -> Any {
        try make(module(identifier: identifier), on: ThreadContext.current(ThreadContext.key)).value
    }

    func module(identifier: String) throws(RoutingError) -> BoundModule {
        guard let module = bound.identifiers[identifier] else {
            throw .unknownIdentifier(identifier, suggestions: didYouMean(identifier, among: bound.identifiers.keys))
        }
        return module
    }

    @inline(never)
    private func makeIndirectly<P>(_ type: P.Type, on thread: ThreadContext) throws(RoutingError) -> P {
        let (module, conversion) = try provider(for: type)
        let made = try make(module, on: thread)
        return try module.convert(made, by: conversion)
    }

    /// Makes a module: the factory, then the caller, then the module's own hooks.
    ///
    /// A shared instance is made under the lock; the caller prepares it each time.
    /// - Parameter caller: Prepares what was made, before the hooks.
    func make(
        _ module: BoundModule, on thread: ThreadContext, for request: Request? = nil,
        change: ConfigurationChange? = nil, caller: (inout Made) throws(RoutingError) -> Void = { _ throws(RoutingError) in }
    ) throws(RoutingError) -> Made {
        guard let instance = module.instance else {
            return try build(module, on: thread, MakeScope(self, for: request), change, caller)
        }
        let existing: () -> Made? = { instance.value.map { .sendable($0) } ?? thread.pending(module) }
        if var made = existing() {
            try caller(&made)
            return made
        }
        return try bound.sharedMaking.exclusively(thread) { () throws(RoutingError) in
            if var made = existing() {
                try caller(&made)
                return made
            }
            let made = try build(module, on: thread, MakeScope(self), nil, caller)
            if case .sendable(let value) = made { instance.store(value) }
            return made
        }
    }

    private func build(
        _ module: BoundModule, on thread: ThreadContext, _ scope: MakeScope, _ change: ConfigurationChange?,
        _ caller: (inout Made) throws(RoutingError) -> Void
    ) throws(RoutingError) -> Made {
        try thread.making(module) { () throws(RoutingError) in
            var made = try module.catching { try module.factory.make(scope, change) }
            thread.making[thread.making.count - 1].pending = made
            try caller(&made)
            try module.catching { try module.factory.prepare(&made, scope, change) }
            return made
        }
    }
}

extension Generation {
    /// Makes a module for somebody who can wait. Binding has made sure that the result is `Sendable`.
    func makeSendable(_ module: BoundModule, for request: Request?) async throws(RoutingError) -> any Sendable {
        let made: Made
        if module.factory.isAsynchronous {
            made = try await makeAsynchronously(module, MakeScope(self, for: request), nil)
        } else {
            made = try make(module, on: ThreadContext.current(ThreadContext.key), for: request)
        }
        guard case .sendable(let value) = made else {
            throw .makeFailed(module: module.id, underlying: NotSendable())
        }
        return value
    }

    private func makeAsynchronously(
        _ module: BoundModule, _ scope: MakeScope, _ change: ConfigurationChange?
    ) async throws(RoutingError) -> Made {
        do {
            var made = try await module.factory.makeAsynchronously(scope, change)
            try await module.factory.prepareAsynchronously(&made, scope, change)
            return made
        } catch { throw module.makeError(error) }
    }
}

/// A route, or whoever performs, leads to a module whose factory makes what is not `Sendable`.
private struct NotSendable: Error {}
