package import WaybillReload

/// How the requests of several instances have ended.
package struct FleetHealth: Sendable {
    private var total = Count()
    /// By the id of a route.
    private var routes: [String: Count] = [:]
    /// Whether some instance has left out routes.
    private var isPartial = false

    private struct Count {
        var requests = 0
        var errors = 0
        var notFound = 0

        mutating func add(_ requests: Int, _ errors: Int, _ notFound: Int) {
            self.requests += requests
            self.errors += errors
            self.notFound += notFound
        }
    }

    /// How much larger shares may become, in percentage points.
    package struct Limits: Sendable {
        package var errors: Double
        package var notFound: Double

        package init(errors: Double, notFound: Double) { (self.errors, self.notFound) = (errors, notFound) }
    }

    /// Fewer requests are no share, and fewer bad ones no trend.
    package static let leastRequests = 50
    package static let leastBad = 5

    package var requests: Int { total.requests }

    /// The requests of a route are those of the instances where some of them were bad.
    package init(_ parts: [RequestHealth]) {
        for part in parts {
            total.add(part.requests, part.errors, part.notFound)
            for route in part.routes {
                routes[route.id, default: Count()].add(route.requests, route.errors, route.notFound)
            }
            isPartial = isPartial || part.routes.count >= RequestHealth.routeLimit
        }
    }

    /// Returns what is worse than before by more than the limits, in words; `nil` if nothing is.
    package func problem(since before: FleetHealth, _ limits: Limits) -> String? {
        if let problem = Self.problem("all routes", total, before.total, limits) { return problem }
        for (id, count) in routes.sorted(by: { $0.key < $1.key }) {
            let earlier = before.routes[id]
            // The route may have been bad, but not among the worst.
            if earlier == nil, before.isPartial { continue }
            if let problem = Self.problem("route '\(id)'", count, earlier ?? Count(), limits) { return problem }
        }
        return nil
    }

    private static func problem(_ place: String, _ now: Count, _ before: Count, _ limits: Limits) -> String? {
        guard now.requests >= leastRequests else { return nil }
        func worse(_ word: String, _ bad: Int, _ earlier: Int, _ limit: Double) -> String? {
            guard bad >= leastBad, percent(bad, now.requests) > percent(earlier, before.requests) + limit else {
                return nil
            }
            let past = earlier == 0 ? "none" : "\(earlier) of \(before.requests)"
            return "\(word) from \(place): \(bad) of \(now.requests) requests, and \(past) before"
        }
        return worse("errors", now.errors, before.errors, limits.errors)
            ?? worse("404s", now.notFound, before.notFound, limits.notFound)
    }

    private static func percent(_ part: Int, _ whole: Int) -> Double { Double(part) * 100 / Double(max(1, whole)) }
}
