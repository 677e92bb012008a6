import Synchronization

/// A store has one for as long as it is there: so it shows whether reloads leave stores behind.
final class StorePresence: Sendable {
    private static let stores = Atomic<Int>(0)

    /// How many stores there are.
    static var count: Int { stores.load(ordering: .relaxed) }

    init() { Self.stores.wrappingAdd(1, ordering: .relaxed) }

    deinit { Self.stores.wrappingSubtract(1, ordering: .relaxed) }
}
