import Synchronization

/// Runs a function once: when it is called, or when the last reference is released.
final class Completion: Sendable {
    private let body: Mutex<(@Sendable () -> Void)?>

    init(_ body: @escaping @Sendable () -> Void) { self.body = Mutex(body) }

    deinit { run() }

    func run() {
        let body = body.withLock { body in
            defer { body = nil }
            return body
        }
        body?()
    }
}
