/// Runs work on an actor.
enum Isolated {
    /// - Parameter actor: `nil` for work that is not isolated.
    static func run<R: Sendable>(
        _ body: @Sendable () async throws -> R, on actor: isolated (any Actor)?
    ) async throws -> R {
        try await call(body)
    }

    /// Swift 6.3.1 removes the hop to an actor if the next step is the call of a closure, and ignores it for closures
    /// with a capture list. A method between them keeps it.
    private static func call<R: Sendable>(_ body: @Sendable () async throws -> R) async throws -> R {
        try await body()
    }
}
