/// A set of the session, with its last analysis and the requests that wait for the next one.
struct WatchedSet {
    let reader: SetReader
    /// Counts the changes of the set.
    var generation = 0
    /// The last analysis. It is current if it has the set's generation.
    var analysis: SetAnalysis?
    /// The diagnostics of the last current analysis, by path.
    var diagnostics: [String: [JSONValue]] = [:]
    var isRunning = false
    /// When the first change after the last analysis came.
    var firstChange: ContinuousClock.Instant?
    var waiting: [WaitingRequest] = []

    init(reader: SetReader) { self.reader = reader }

    var isCurrent: Bool { analysis?.generation == generation }
}

/// A request that waits for the analysis of the last change.
struct WaitingRequest {
    let id: JSONValue
    let method: String
    let params: JSONValue
}
