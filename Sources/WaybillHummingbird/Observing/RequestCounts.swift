import Synchronization
import WaybillReload

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
        fileprivate let tally = Mutex(Tally())

        fileprivate init(id: String) { self.id = id }

        /// Counts a request.
        func record(isFault: Bool) {
            let time = secondsSince1970()
            tally.withLock { tally in
                tally.requests += 1
                if isFault { tally.errors += 1 }
                tally.last = max(tally.last, time)
            }
        }
    }

    private let routes = Mutex<[String: Route]>([:])

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
    package var tallies: [String: Tally] { routes.withLock(\.self).mapValues { $0.tally.withLock(\.self) } }

    /// Ends the numbers of all routes but these.
    func keep(_ ids: Set<String>) { routes.withLock { routes in routes = routes.filter { ids.contains($0.key) } } }
}
