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
/// A request counts for the route that is finally reached, also if an interceptor answers it. Routes are known by their ids,
/// so the numbers stay when manifests are reloaded; those of removed routes end. Use it from any thread.
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

    /// Routes share a lock only with few others, so that requests do not wait for each other.
    private final class Shard: Sendable {
        let tallies = Mutex<[String: Tally]>([:])
    }

    private let shards = (0..<64).map { _ in Shard() }

    /// Creates counts without a request.
    public init() {}

    /// Counts a request.
    func record(route id: String, isFault: Bool) {
        let time = secondsSince1970()
        shard(of: id).tallies.withLock { tallies in
            tallies[id, default: Tally()].add(at: time, isFault: isFault)
        }
    }

    /// The requests by the id of a route. A copy.
    package var tallies: [String: Tally] {
        shards.reduce(into: [:]) { all, shard in
            all.merge(shard.tallies.withLock(\.self)) { $1 }
        }
    }

    /// Ends the numbers of all routes but these.
    func keep(_ ids: Set<String>) {
        for shard in shards {
            shard.tallies.withLock { tallies in tallies = tallies.filter { ids.contains($0.key) } }
        }
    }

    /// Not by the hash, which the shard computes anyway: length and end of an id are as different as its hash for this.
    private func shard(of id: String) -> Shard {
        shards[(id.utf8.count &* 31 &+ Int(id.utf8.last ?? 0)) & 63]
    }
}

extension RequestCounts.Tally {
    fileprivate mutating func add(at time: Double, isFault: Bool) {
        requests += 1
        if isFault { errors += 1 }
        last = max(last, time)
    }
}
