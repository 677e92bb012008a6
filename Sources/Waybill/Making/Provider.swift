import Synchronization
import WaybillManifest

/// A transient module without hooks, and what makes it with one call.
@safe final class DirectProvider: @unchecked Sendable {  // constants; the unmanaged ones are of the others
    let module: BoundModule
    let maker: Maker
    /// The module again, for those who need no reference of their own.
    @unsafe let lentModule: Unmanaged<BoundModule>
    @unsafe let lentMaker: Unmanaged<Maker>

    init(_ module: BoundModule, _ maker: Maker) {
        self.module = module
        self.maker = maker
        unsafe lentModule = Unmanaged.passUnretained(module)
        unsafe lentMaker = Unmanaged.passUnretained(maker)
    }

    /// The table's keys are the types of its makers.
    func maker<P>(of type: P.Type) -> TypedMaker<P> { unsafe unsafeDowncast(maker, to: TypedMaker<P>.self) }
}

/// A declared protocol: what finds its provider when a caller asks for a type that nobody registered.
struct BoundProtocol: Sendable {
    var name: String
    var swiftType: String
    /// For a composed protocol: the Swift types of its parts.
    var parts: [String]
    var supply: Supply?

    /// Who serves those who ask.
    enum Supply: Sendable {
        case module(BoundModule, Conversion)
        /// Several modules do, none before the others.
        case ambiguous([String])
    }

    func matches(_ type: TypeName) -> Bool {
        type.matches(swiftType) || (!parts.isEmpty && type.matches(parts.joined(separator: " & ")))
    }
}

extension Generation {
    /// The module that answers a Swift type, and how what it makes becomes one.
    func provider<P>(for type: P.Type) throws(RoutingError) -> (BoundModule, TypedConversion<P>) {
        switch try supply(for: type) {
        case .ambiguous(let modules):
            throw .ambiguous(protocol: TypeName(type).description, modules: modules)
        case .module(let module, let conversion):
            return (module, conversion as? TypedConversion<P> ?? TypedConversion(casting: conversion))
        }
    }

    private func supply<P>(for type: P.Type) throws(RoutingError) -> BoundProtocol.Supply {
        let id = ObjectIdentifier(type)
        if let supply = bound.supplies[id] ?? lateSupplies[id] { return supply }
        let name = TypeName(type)
        guard let supply = bound.protocols.first(where: { $0.matches(name) })?.supply else {
            let known = bound.protocols.filter { $0.supply != nil }.map(\.swiftType)
            throw .unprovided(
                protocol: name.description, suggestions: didYouMean("any \(name.description)", among: known))
        }
        return lateSupplies.add(supply.typed(type), for: id)
    }
}

extension BoundProtocol.Supply {
    /// With the cast that the conversion lacks.
    fileprivate func typed<P>(_ type: P.Type) -> Self {
        guard case .module(let module, let conversion) = self else { return self }
        return .module(module, TypedConversion<P>(casting: conversion))
    }
}

/// Supplies of types that no registration mentions (identity adapters and compositions), found by name at the first
/// question for each.
final class LateSupplies: Sendable {
    private let known = Mutex<[ObjectIdentifier: BoundProtocol.Supply]>([:])

    subscript(id: ObjectIdentifier) -> BoundProtocol.Supply? { known.withLock { $0[id] } }

    func add(_ supply: BoundProtocol.Supply, for id: ObjectIdentifier) -> BoundProtocol.Supply {
        known.withLock { $0[id] = supply }
        return supply
    }
}
