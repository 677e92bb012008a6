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
    public mutating func add(_ traffic: PlanTraffic, _ counts: [[RequestsByShape]]) {
        self.traffic = traffic
        for (change, parts) in zip(changes.indices, counts) {
            changes[change].logged = LoggedRequests(parts.reduce(into: RequestsByShape()) { $0.add($1) }, of: traffic)
            for (part, counts) in zip(changes[change].requests.indices, parts) {
                changes[change].requests[part].logged = LoggedRequests(counts, of: traffic)
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
    package var trafficLine: String? {
        guard let traffic else { return nil }
        let share = traffic.share(of: traffic.changed).percentage
        let unreadable = traffic.unreadable
        let lines = unreadable == 0 ? "" : "; \(unreadable.grouped) line\(unreadable == 1 ? "" : "s") could not be read"
        return
            "\(traffic.changed.grouped) of \(traffic.requests.grouped) requests (\(share)) get another answer\(lines)."
    }
}

/// Requests of a log by the shape of their path: words of the manifests, and `*` for every other segment.
public struct RequestsByShape: Sendable, Hashable {
    public var count: Int
    /// Shapes may be missing if there are very many.
    public var shapes: [String: Int]

    public init(count: Int = 0, shapes: [String: Int] = [:]) {
        self.count = count
        self.shapes = shapes
    }

    public mutating func add(_ other: RequestsByShape) {
        count += other.count
        shapes.merge(other.shapes, uniquingKeysWith: +)
    }
}

/// The requests of the log in a class, or in a part of it.
public struct LoggedRequests: Sendable, Hashable {
    public var count: Int
    /// The fraction of all requests.
    public var share: Double
    /// The most frequent shape of their paths; `nil` without requests.
    public var shape: String?

    init(_ requests: RequestsByShape, of traffic: PlanTraffic) {
        count = requests.count
        share = traffic.share(of: count)
        shape = requests.shapes.min { ($1.value, $0.key) < ($0.value, $1.key) }?.key
    }
}

extension PlannedChange {
    /// The requests of the log in this class.
    var loggedCount: Int { logged?.count ?? 0 }

    /// `1,204 requests (0.1 %), most often /old/*`; `nil` without a log.
    ///
    /// - Parameter quote: Marks the shape.
    func trafficWords(quoting quote: (String) -> String = { $0 }) -> String? {
        guard let logged else { return nil }
        let words = "\(loggedCount.grouped) \(loggedCount == 1 ? "request" : "requests") (\(logged.share.percentage))"
        return words + (logged.shape.map { ", most often \(quote($0))" } ?? "")
    }
}
