import Synchronization

/// A value that is made when it is first asked for, by one of those who ask, and kept for all of them.
package final class Once<Value: Sendable>: Sendable {
    private let value = Mutex<Value?>(nil)

    package init() {}

    /// - Parameter make: Runs at most once, while all others wait; it must not ask for this value.
    package func callAsFunction(_ make: () -> Value) -> Value {
        value.withLock { value in
            if let value { return value }
            let made = make()
            value = made
            return made
        }
    }
}
