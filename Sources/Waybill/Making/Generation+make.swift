import Synchronization
import WaybillManifest
import WaybillSyntax

extension Generation {
    /// Makes an object that provides the Swift type, through adapters and compositions.
    func make<P>(_ type: P.Type) throws(RoutingError) -> P {
        let (module, conversion) = try provider(for: type)
        return try module.convert(make(module), by: conversion)
    }

    /// Makes an object that provides the Swift type, and lets the caller prepare it before the module's own hooks. An
    /// adapter gets the finished object, so for adapters the caller comes after the hooks.
    func make<P>(_ type: P.Type, prepare: (inout P) throws -> Void) throws(RoutingError) -> P {
        let (module, conversion) = try provider(for: type)
        // The object that the caller got, if it is not the product of the factory.
        var replacement: P?
        var isWrapped = false
        let made = try make(module) { made throws(RoutingError) in
            var product = try module.convert(made, by: conversion)
            isWrapped = module.wrapsFinished(product)
            if isWrapped { return }
            do { try prepare(&product) } catch { throw module.preparationError(error) }
            if let absorbed = module.factory.absorb(product) { made = absorbed } else { replacement = product }
        }
        if let replacement { return replacement }
        var product = try module.convert(made, by: conversion)
        guard isWrapped else { return product }
        do { try prepare(&product) } catch { throw module.preparationError(error) }
        return product
    }

    func make<P>(_ identifier: ModuleIdentifier<P>) throws(RoutingError) -> P {
        let module = try boundModule(identifier: identifier.rawValue)
        return try module.convert(make(module), by: module.conversion(to: P.self))
    }

    /// Makes a module, and reports it to the performer if makes are observed.
    func make(
        _ module: BoundModule, change: ConfigurationChange? = nil,
        caller: (inout Made) throws(RoutingError) -> Void = { _ throws(RoutingError) in }
    ) throws(RoutingError) -> Made {
        let made = try obtain(module, change: change, caller: caller)
        if let performer = runtime.performer, performer.observesMaking, case .sendable(let value) = made {
            performer.recordMade(value, by: module)
        }
        return made
    }

    /// Makes a module: the factory, then the caller, then the module's own hooks.
    ///
    /// A shared instance is made, and finished by its hooks, under the lock before any caller gets it. The caller
    /// prepares it each time.
    ///
    /// - Parameters:
    ///   - change: `nil` for a module whose instance others get, too.
    ///   - caller: Prepares the object, before the hooks.
    private func obtain(
        _ module: BoundModule, change: ConfigurationChange? = nil,
        caller: (inout Made) throws(RoutingError) -> Void = { _ throws(RoutingError) in }
    ) throws(RoutingError) -> Made {
        guard let instance = module.instance else {
            return try build(module, MakeScope(self), change, caller)
        }
        guard change == nil else { throw .notConfigurable(module: module.id) }
        let existing: () -> Made? = { instance.value.map { .sendable($0) } ?? MakingStack.current?.pending(module) }
        if var made = existing() {
            try caller(&made)
            return made
        }
        var made = try making(of: instance).exclusively { () throws(RoutingError) in
            if let made = existing() { return made }
            let made = try build(module, MakeScope(self), nil) { _ throws(RoutingError) in }
            if case .sendable(let value) = made { instance.store(value) }
            preparation.load()?.record(module)
            return made
        }
        try caller(&made)
        return made
    }

    /// Makes a shared module before the generation is published.
    func makeShared(_ module: BoundModule) throws(RoutingError) {
        _ = try obtain(module)
    }

    /// Makes a shared module with an asynchronous factory or asynchronous hooks. Nothing else makes it, because callers
    /// wait for the publication.
    func makeSharedAsynchronously(_ module: BoundModule) async throws(RoutingError) {
        let scope = MakeScope(self)
        var made: Made
        do { made = try await module.factory.makeAsynchronously(scope, nil) } catch { throw module.makeError(error) }
        do throws(RoutingError) { try await module.finish(&made, scope, nil) } catch {
            await module.factory.retire(made.value)
            throw error
        }
        guard case .sendable(let value) = made else { throw .notSendable(module: module.id) }
        module.instance?.store(value)
        preparation.load()?.record(module)
    }

    /// Returns the lock under which an instance is made.
    private func making(of instance: SharedInstance) -> SharedMaking {
        guard let preparation = preparation.load(), preparation.covers(instance) else {
            return runtime.sharedMaking
        }
        return preparation.making
    }

    private func build(
        _ module: BoundModule, _ scope: MakeScope, _ change: ConfigurationChange?,
        _ caller: (inout Made) throws(RoutingError) -> Void
    ) throws(RoutingError) -> Made {
        try MakingStack.making(module) { (stack) throws(RoutingError) in
            var made = try module.catching { try module.factory.make(scope, change) }
            stack.record(made)
            try caller(&made)
            do throws(RoutingError) { try module.catching { try module.factory.prepare(&made, scope, change) } } catch {
                discard(made, of: module)
                throw error
            }
            return made
        }
    }

    /// Retires the product of a shared module whose hooks have failed.
    private func discard(_ made: Made, of module: BoundModule) {
        guard module.declaration.scope.value == .shared, module.factory.retires, case .sendable(let value) = made else {
            return
        }
        runtime.retirements.begin { await module.retire(value, by: $0) }
    }
}

extension Generation {
    /// Makes a module for an asynchronous caller.
    func makeSendable(_ module: BoundModule, for request: RouteRequest?) async throws(RoutingError) -> any Sendable {
        let scope = MakeScope(self, for: request)
        var made = try await makeBare(module, scope, nil)
        if module.instance == nil { try await module.finish(&made, scope, nil) }
        guard case .sendable(let value) = made else { throw .notSendable(module: module.id) }
        return value
    }

    /// Makes an object, and leaves the module's own hooks to the caller. Only a shared instance is finished before any
    /// caller gets it.
    package func makeBare(
        _ module: BoundModule, _ scope: MakeScope, _ change: ConfigurationChange?
    ) async throws(RoutingError) -> Made {
        if module.instance != nil { return try obtain(module, change: change) }
        if module.factory.isAsynchronous {
            do { return try await module.factory.makeAsynchronously(scope, change) } catch {
                throw module.makeError(error)
            }
        }
        return try MakingStack.making(module) { (_) throws(RoutingError) in
            try module.catching { try module.factory.make(scope, change) }
        }
    }
}

extension BoundModule {
    /// Whether a conversion wrapped the factory's product, so that the wrapper must be made again after the hooks.
    package func wrapsFinished(_ product: Any) -> Bool { factory.hasHooks && factory.absorb(product) == nil }

    /// Runs the hooks. Synchronous ones run with the module on the thread's stack of modules being made.
    package func finish(
        _ made: inout Made, _ scope: MakeScope, _ change: ConfigurationChange?
    ) async throws(RoutingError) {
        guard factory.hasHooks else { return }
        if factory.isAsynchronous {
            do { try await factory.prepareAsynchronously(&made, scope, change) } catch { throw makeError(error) }
            return
        }
        try MakingStack.making(self) { (stack) throws(RoutingError) in
            stack.record(made)
            try catching { try factory.prepare(&made, scope, change) }
        }
    }
}
