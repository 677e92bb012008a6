import Synchronization

/// What is costly to make and the same for every test: made by everybody who asks first, and kept by name.
final class Memo<Value: Sendable>: Sendable {
    private let values = Mutex<[String: Value]>([:])

    func value(_ name: String, make: () -> Value) -> Value {
        if let known = values.withLock({ $0[name] }) { return known }
        // Not under the lock, for others wait for other values; made twice now and then.
        let made = make()
        values.withLock { $0[name] = made }
        return made
    }
}
