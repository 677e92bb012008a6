import WaybillSyntax

/// The requests of a log by the classes of a plan.
public struct PlanTraffic: Sendable, Hashable {
    /// All requests of the log.
    public var requests: Int
    /// Those that are in a class of the plan.
    public var changed: Int
    /// The lines that could not be read.
    public var unreadable: Int

    public init(requests: Int, changed: Int, unreadable: Int) {
        self.requests = requests
        self.changed = changed
        self.unreadable = unreadable
    }

    /// Returns the fraction that a number of requests is.
    func share(of count: Int) -> Double { Double(count) / Double(max(1, requests)) }
}

extension Plan {
    /// Adds the requests of a log. Classes with more requests come first; without requests the order stays.
    ///
    /// - Parameter counts: By change, and by part of its requests.
    public mutating func add(_ traffic: PlanTraffic, _ counts: [[Int]]) {
        self.traffic = traffic
        for (change, counts) in zip(changes.indices, counts) {
            for (part, count) in zip(changes[change].requests.indices, counts) {
                changes[change].requests[part].logged = LoggedRequests(count: count, share: traffic.share(of: count))
            }
        }
        let order = changes.indices.sorted { (-changes[$0].loggedCount, $0) < (-changes[$1].loggedCount, $1) }
        changes = order.map { changes[$0] }
    }

    /// The fraction of the log's requests that are in breaking classes.
    func breakingShare(_ policy: PlanPolicy) -> Double {
        traffic?.share(of: changes.reduce(0) { $0 + (policy.breaks($1.rules) ? $1.loggedCount : 0) }) ?? 0
    }

    /// Whether the plan fails: something is breaking and, if it is a class of requests, more of the log's requests than
    /// allowed are in such classes.
    ///
    /// - Parameter limit: A fraction of the requests; `nil` allows none.
    public func fails(_ policy: PlanPolicy, allowedShare limit: Double?) -> Bool {
        guard let limit, traffic != nil else { return isBreaking(policy) }
        if !undecided.isEmpty || problems.contains(where: { policy.breaks([$0.rule]) }) { return true }
        return breakingShare(policy) > limit
    }

    /// `1,204 of 1,200,000 requests (0.1 %) get another answer; 3 lines could not be read`
    var trafficLine: String? {
        guard let traffic else { return nil }
        let share = traffic.share(of: traffic.changed).percentage
        let unreadable = traffic.unreadable
        let lines = unreadable == 0 ? "" : "; \(unreadable.grouped) line\(unreadable == 1 ? "" : "s") could not be read"
        return
            "\(traffic.changed.grouped) of \(traffic.requests.grouped) requests (\(share)) get another answer\(lines)."
    }
}

/// The requests of a log in a part of a class.
public struct LoggedRequests: Sendable, Hashable {
    public var count: Int
    /// The fraction of all requests.
    public var share: Double
}

extension PlannedChange {
    /// The requests of the log in this class.
    var loggedCount: Int { requests.reduce(0) { $0 + ($1.logged?.count ?? 0) } }

    /// `1,204 requests (0.1 %)`; `nil` without a log.
    var trafficWords: String? {
        guard requests[0].logged != nil else { return nil }
        let share = requests.reduce(0) { $0 + ($1.logged?.share ?? 0) }
        return "\(loggedCount.grouped) \(loggedCount == 1 ? "request" : "requests") (\(share.percentage))"
    }
}
