import Synchronization
public import WaybillReload

/// The requests of each route: how many, how many of them ended in a fault, and when the last one came. It is what
/// ``RequestObserver/metrics(_:routeLimit:counts:)`` counts, kept so that a page can show it.
///
/// ```swift
/// let counts = RequestCounts()
/// let middleware = try WaybillMiddleware(waybill.router, observers: [.metrics(counts: counts)])
/// ```
///
/// A request counts for the route that is finally reached, also if an interceptor answers it. Routes are known by their
/// ids, so the numbers stay when manifests are reloaded; those of removed routes end. Use it from any thread.
public final class RequestCounts: Sendable {
    /// The requests of a route.
    package struct Tally: Sendable, Hashable {
        package var requests = 0
        /// Those with a status of 500 or above.
        package var errors = 0
        /// In seconds since 1970.
        package var last = 0.0

        package init(requests: Int = 0, errors: Int = 0, last: Double = 0) {
            self.requests = requests
            self.errors = errors
            self.last = last
        }
    }

    /// The requests of one route. It has its own lock, so that requests of different routes do not wait for each other.
    final class Route: Sendable {
        let id: String
        private let state = Mutex(State())

        private struct State {
            var tally = Tally()
            /// The requests of the two generations that were used last: the current one, and one before or a candidate.
            var recent: [Recent] = []
        }

        private struct Recent {
            var generation: Int
            var requests: RequestHealth.Route
        }

        fileprivate init(id: String) { self.id = id }

        fileprivate var tally: Tally { state.withLock(\.tally) }

        /// Counts a request.
        ///
        /// - Parameter generation: The one that answered it; `nil` if none did.
        func record(status: Int, generation: Int?) {
            let time = secondsSince1970()
            let isFault = status >= 500
            state.withLock { state in
                state.tally.requests += 1
                if isFault { state.tally.errors += 1 }
                state.tally.last = max(state.tally.last, time)
                guard let generation else { return }
                let index = state.recent.firstIndex { $0.generation == generation } ?? begin(generation, in: &state)
                state.recent[index].requests.requests += 1
                if isFault { state.recent[index].requests.errors += 1 }
                if status == 404 { state.recent[index].requests.notFound += 1 }
            }
        }

        private func begin(_ generation: Int, in state: inout State) -> Int {
            if state.recent.count > 1 { state.recent.removeFirst() }
            let none = RequestHealth.Route(id: id, requests: 0, errors: 0, notFound: 0)
            state.recent.append(Recent(generation: generation, requests: none))
            return state.recent.count - 1
        }

        /// Returns the requests of a generation; `nil` if it had none, or is not one of the last two.
        fileprivate func requests(of generation: Int) -> RequestHealth.Route? {
            state.withLock { state in state.recent.first { $0.generation == generation }?.requests }
        }
    }

    private let routes = Mutex<[String: Route]>([:])
    /// The requests without a route.
    let unmatched = Route(id: "")

    /// Creates counts without a request.
    public init() {}

    /// Returns the counts of a route. A caller keeps them, because finding them costs more than counting.
    func route(id: String) -> Route {
        routes.withLock { routes in
            if let route = routes[id] { return route }
            let route = Route(id: id)
            routes[id] = route
            return route
        }
    }

    /// The requests by the id of a route, for routes with requests. A copy.
    package var tallies: [String: Tally] { routes.withLock(\.self).mapValues(\.tally) }

    /// Returns how the requests of a generation have ended, for the report of an instance of a fleet. Its cost grows with the
    /// routes that had requests.
    ///
    /// - Parameter generation: The current one. Earlier ones are forgotten.
    public func health(of generation: Int) -> RequestHealth {
        let routes = routes.withLock { Array($0.values) }
        return RequestHealth(
            unmatched: unmatched.requests(of: generation),
            routes: routes.compactMap { $0.requests(of: generation) })
    }

    /// Ends the numbers of all routes but these.
    func keep(_ ids: Set<String>) { routes.withLock { routes in routes = routes.filter { ids.contains($0.key) } } }
}
