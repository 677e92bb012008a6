import Synchronization

/// Costly values that are the same for every test: computed by the first test that asks, and kept by name.
final class Memo<Value: Sendable>: Sendable {
    private let values = Mutex<[String: Value]>([:])

    func value(_ name: String, make: () -> Value) -> Value {
        if let known = values.withLock({ $0[name] }) { return known }
        // Not under the lock, because other tests wait for other values; some are computed twice.
        let made = make()
        values.withLock { $0[name] = made }
        return made
    }
}
