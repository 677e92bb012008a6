/// How the requests of a generation have ended so far: what an instance of a fleet reports while a rollout runs. It is a value
/// type, safe to use from any thread.
public struct RequestHealth: Sendable, Hashable, Codable {
    /// All requests, also those that no route serves.
    public var requests = 0
    /// Those with a status of 500 or above.
    public var errors = 0
    /// Those with the status 404.
    public var notFound = 0
    /// The routes with the most such requests, the worst first, at most ``routeLimit``. Others have none, if there are fewer.
    public var routes: [Route] = []

    /// How many routes are kept.
    public static let routeLimit = 10

    /// The requests of one route.
    public struct Route: Sendable, Hashable, Codable {
        public var id: String
        public var requests: Int
        public var errors: Int
        public var notFound: Int

        public init(id: String, requests: Int, errors: Int, notFound: Int) {
            (self.id, self.requests, self.errors, self.notFound) = (id, requests, errors, notFound)
        }
    }

    /// - Parameters:
    ///   - unmatched: The requests without a route; its id is not used.
    ///   - routes: The requests of each route.
    public init(unmatched: Route? = nil, routes all: [Route] = []) {
        for route in all + [unmatched].compactMap(\.self) {
            requests += route.requests
            errors += route.errors
            notFound += route.notFound
        }
        let bad = all.filter { $0.errors + $0.notFound > 0 }
        let worst = bad.sorted { ($1.errors + $1.notFound, $0.id) < ($0.errors + $0.notFound, $1.id) }
        routes = Array(worst.prefix(Self.routeLimit))
    }
}
