import Synchronization

/// A value that is made once, on first use, and kept.
package final class Once<Value: Sendable>: Sendable {
    private let value = Mutex<Value?>(nil)

    package init() {}

    /// - Parameter make: Runs at most once, while other callers wait. It must not ask for this value.
    package func callAsFunction(_ make: () -> Value) -> Value {
        value.withLock { value in
            if let value { return value }
            let made = make()
            value = made
            return made
        }
    }
}
