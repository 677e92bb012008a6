import Synchronization
import WaybillManifest

extension Generation {
    /// Makes what provides the Swift type, through adapters and compositions.
    func make<P>(_ type: P.Type) throws(RoutingError) -> P {
        switch try provider(for: type) {
        case .ambiguous(let modules):
            throw .ambiguous(protocol: TypeName(type).description, modules: modules)
        case .module(let index, let conversion):
            let made = try make(moduleAt: index).value
            do throws(Misfit) {
                guard let typed = conversion as? TypedConversion<P> else { throw Misfit() }
                return try typed.convert(made)
            } catch {
                let module = bound.modules[index]
                throw .adapterMismatch(
                    protocol: TypeName(type).description, module: module.id, made: module.made.description)
            }
        }
    }

    func make(identifier: String) throws(RoutingError) -> Any {
        guard let index = bound.identifiers[identifier] else {
            throw .unknownIdentifier(identifier, suggestions: didYouMean(identifier, among: bound.identifiers.keys))
        }
        return try make(moduleAt: index).value
    }

    /// Makes a module for a route. Binding has made sure that the result is `Sendable`.
    func makeForOpen(_ index: Int, with maker: Maker?, _ request: Request) throws(RoutingError) -> any Sendable {
        let made: Made
        if bound.modules[index].instance == nil {
            made = try run(maker ?? bound.modules[index].maker, index, for: request)
        } else {
            made = try make(moduleAt: index)
        }
        guard case .sendable(let value) = made else {
            throw .makeFailed(module: bound.modules[index].id, underlying: NotSendable())
        }
        return value
    }

    private func make(moduleAt index: Int) throws(RoutingError) -> Made {
        guard let instance = bound.modules[index].instance else {
            return try run(bound.modules[index].maker, index, for: nil)
        }
        if let value = instance.value { return .sendable(value) }
        return try bound.sharedMaking.exclusively { () throws(RoutingError) in
            if let value = instance.value { return .sendable(value) }
            let made = try run(bound.modules[index].maker, index, for: nil, holdsLock: true)
            if case .sendable(let value) = made { instance.store(value) }
            return made
        }
    }

    private func run(
        _ maker: Maker, _ index: Int, for request: Request?, holdsLock: Bool = false
    ) throws(RoutingError) -> Made {
        let module = bound.modules[index].id
        let result: Result<Made, any Error> = try MakingFrame.making(module, holdsLock: holdsLock) {
            Result { try maker(MakeScope(generation: self, request: request)) }
        }
        switch result {
        case .success(let made): return made
        case .failure(RoutingError.dependencyCycle(let path)): throw .dependencyCycle(path)
        case .failure(let error): throw .makeFailed(module: module, underlying: error)
        }
    }
}

extension Generation {
    private func provider<P>(for type: P.Type) throws(RoutingError) -> Provider {
        let id = ObjectIdentifier(type)
        if let provider = bound.providers[id] ?? lateProviders[id] { return provider }
        let name = TypeName(type)
        guard let provider = bound.protocols.first(where: { $0.matches(name) })?.provider else {
            let known = bound.protocols.filter { $0.provider != nil }.map(\.swiftType)
            throw .unprovided(
                protocol: name.description, suggestions: didYouMean("any \(name.description)", among: known))
        }
        return lateProviders.add(provider.typed(type), for: id)
    }
}

/// Providers for types that no registration mentions (identity adapters and compositions), found by name at the first
/// question for each.
final class LateProviders: Sendable {
    private let known = Mutex<[ObjectIdentifier: Provider]>([:])

    subscript(id: ObjectIdentifier) -> Provider? { known.withLock { $0[id] } }

    func add(_ provider: Provider, for id: ObjectIdentifier) -> Provider {
        known.withLock { $0[id] = provider }
        return provider
    }
}

extension Provider {
    /// With the cast that the conversion lacks.
    fileprivate func typed<P>(_ type: P.Type) -> Provider {
        guard case .module(let index, let conversion) = self else { return self }
        return .module(index, TypedConversion<P>(casting: conversion))
    }
}

/// Unreachable while binding refuses routes to modules whose factories make what is not `Sendable` (F007).
private struct NotSendable: Error {}
