import Synchronization

/// The provider of a declared protocol.
enum BoundSupply: Sendable {
    case module(BoundModule, Conversion)
    /// Several modules, and none is the default.
    case ambiguous([String])
}

/// Supplies of types that no registration mentions (adapters without code, and compositions). They are found by name
/// when a type is first requested.
final class LateSupplies: Sendable {
    private let cache = Mutex<[ObjectIdentifier: BoundSupply]>([:])

    subscript(id: ObjectIdentifier) -> BoundSupply? { cache.withLock { $0[id] } }

    func add(_ supply: BoundSupply, for id: ObjectIdentifier) -> BoundSupply {
        cache.withLock { $0[id] = supply }
        return supply
    }
}
