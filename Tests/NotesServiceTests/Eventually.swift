import Testing

/// Waits until `condition` holds and checks it every few milliseconds; fails after 20 seconds.
///
/// The limit only ends a test that fails; how fast a service is, the benchmarks measure.
func eventually(
    _ what: Comment, sourceLocation: SourceLocation = #_sourceLocation, _ condition: () async throws -> Bool
) async throws {
    let limit = Duration.seconds(45)
    let deadline = ContinuousClock.now + limit
    while try await !condition() {
        guard ContinuousClock.now < deadline else {
            Issue.record("not within \(limit): \(what)", sourceLocation: sourceLocation)
            return
        }
        try await Task.sleep(for: .milliseconds(5))
    }
}
