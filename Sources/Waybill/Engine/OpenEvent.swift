import Synchronization
import WaybillManifest
import WaybillTable

/// An open that has ended, as reported to ``Registry/observeOpens(_:)``. It is a value type, safe to use from any
/// thread.
public struct OpenEvent: Sendable {
    /// The URL that was opened, with its query, which may contain secrets.
    public let url: String
    /// The method that it was opened with; `nil` without one.
    public let method: String?
    /// The tags of the view that it was opened in; `nil` for a plain open.
    public let tags: Set<String>?
    /// The time from beginning to end, including the time that it waited for a lane.
    public let duration: Duration
    /// The result for the caller.
    public let result: Result<Outcome, any Error>
    private let steps: OpenRecord.Steps

    /// The route that the URL leads to, after redirects; `nil` if none matches.
    public var routeID: String? { steps.routeID }
    /// The pattern that matches, as metrics and traces name it: `/notes/{id}`; `nil` if none does.
    public var routeTemplate: String? { steps.routeTemplate }
    /// The interceptors that ran, in this order, over all hops.
    public var interceptors: [String] { steps.interceptors }
    /// The redirects on the way.
    public var hops: [Hop] { steps.hops }
    /// The number of the generation that the open ran on; `nil` if the URL is invalid.
    public var generation: Int? { steps.generation }

    init(
        url: String, method: String?, tags: Set<String>?, duration: Duration = .zero,
        steps: OpenRecord.Steps = OpenRecord.Steps(), result: Result<Outcome, any Error>
    ) {
        self.url = url
        self.method = method
        self.tags = tags
        self.duration = duration
        self.steps = steps
        self.result = result
    }
}

/// The steps of an open so far. It exists only for opens that are observed.
package final class OpenRecord: Sendable {
    package struct Steps: Sendable {
        package var generation: Int?
        package var routeID: String?
        package var routeTemplate: String?
        package var interceptors: [String] = []
        package var hops: [Hop] = []
    }

    private let state = Mutex(Steps())
    private let stopwatch: Stopwatch

    package init(clock: any Clock<Duration>) { stopwatch = Stopwatch(clock) }

    package var steps: Steps { state.withLock(\.self) }
    package var routeTemplate: String? { state.withLock(\.routeTemplate) }
    package var elapsed: Duration { stopwatch.elapsed }

    /// Stores only values, because a hop holds its generation.
    func enter(_ hop: HopRun) {
        state.withLock { steps in
            steps.generation = hop.generation.number
            steps.routeID = hop.route?.id
            steps.routeTemplate = hop.routeTemplate
            steps.hops = hop.hops
        }
    }

    func run(interceptor id: String) { state.withLock { $0.interceptors.append(id) } }
}
