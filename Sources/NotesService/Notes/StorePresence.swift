import Synchronization

/// Each store has one as long as it exists, to show whether reloads leave stores behind.
final class StorePresence: Sendable {
    private static let stores = Atomic<Int>(0)

    /// The number of existing stores.
    static var count: Int { stores.load(ordering: .relaxed) }

    init() { Self.stores.wrappingAdd(1, ordering: .relaxed) }

    deinit { Self.stores.wrappingSubtract(1, ordering: .relaxed) }
}
