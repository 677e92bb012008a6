import Synchronization
import WaybillManifest
import WaybillTable

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
