import WaybillManifest
import WaybillProofs
public import WaybillRules
import WaybillSyntax
import WaybillTable

/// The requests of a log by what the manifests do with them: the result of `waybill traffic`.
public struct TrafficReport: Sendable {
    /// All requests, valid or not.
    public private(set) var requests = 0
    /// The number of lines that could not be read.
    public var unreadableLines: Int { unreadable.reduce(0) { $0 + $1.lines } }
    var unreadable: [Unreadable] = []
    /// In milliseconds since 1970.
    var first: Int64?
    var last: Int64?
    var routes: [RouteRow] = []
    var neverRequested: [String] = []
    var undecidable: [String] = []
    var redirects: [Count] = []
    var rejected: [Count] = []
    var interceptors: [Count] = []
    /// Interceptors that no request passes.
    var unusedInterceptors: [String] = []
    var unmatched: [ShapeRow] = []
    var notAllowed: [ShapeRow] = []
    var hosts: [Count] = []
    var invalid = 0
    var loops = 0
    var fallback = 0

    /// A reason why lines could not be read.
    struct Unreadable: Sendable {
        var reason: String
        var lines: Int
        var firstLine: Int
        var file: String
    }

    /// The number of requests of something with a name.
    struct Count: Sendable {
        var id: String
        var requests: Int
    }

    struct RouteRow: Sendable {
        var id: String
        var requests: Int
        var share: Double
        var last: Int64?
        var statuses: [String: Int]
        /// `GET /orders/1`
        var example: String?
    }

    /// Requests that no route serves, with paths of one shape.
    struct ShapeRow: Sendable {
        var shape: String
        var requests: Int
        var example: String?
        /// For requests with a wrong method.
        var allowed: [String] = []
        /// The route that nearly matches the example, and the reason why it does not.
        var nearest: (route: String, lost: String)?
    }

    /// Reads logs.
    ///
    /// - Parameters:
    ///   - paths: Files; `-` is standard input.
    ///   - compilation: A set without errors. Others give `nil`.
    /// - Throws: The reason why a log could not be read.
    public init?(_ paths: [String], _ compilation: Compilation, _ options: TrafficOptions) throws(LogProblem) {
        guard let subject = TrafficSubject(compilation) else { return nil }
        let shapes = PathShapes(of: [subject.table])
        let read = try LogRun.read(paths, options, subject.methods) {
            TrafficCounter(subject, shapes, showsValues: options.showsValues)
        }
        var tally = TrafficTally(subject)
        for part in read.tallies { tally.add(part) }
        self.init(tally, subject, options)
        unreadable = read.unreadable.reasons.map { reason in
            Unreadable(
                reason: reason.problem.words, lines: reason.count, firstLine: reason.first.line,
                file: paths[reason.first.file])
        }.sorted { ($1.lines, $0.reason) < ($0.lines, $1.reason) }
    }

    /// Counts the requests of a running service.
    ///
    /// - Parameter compilation: A set without errors. Others give `nil`.
    public init?(_ metrics: ServiceMetrics, from address: String, _ compilation: Compilation) {
        guard let subject = TrafficSubject(compilation) else { return nil }
        var tally = TrafficTally(subject)
        let unknown = tally.add(metrics, subject)
        self.init(tally, subject, TrafficOptions())
        guard unknown > 0 else { return }
        unreadable = [
            Unreadable(reason: LineProblem.unknownRoute.words, lines: unknown, firstLine: 1, file: address)
        ]
    }

    private init(_ tally: TrafficTally, _ subject: TrafficSubject, _ options: TrafficOptions) {
        let set = subject.routed.set
        requests = tally.requests
        (invalid, loops, fallback) = (tally.invalid, tally.loops, tally.fallback)
        if tally.first <= tally.last { (first, last) = (tally.first, tally.last) }
        func counts(_ numbers: [Int], _ name: (Int) -> String) -> [Count] {
            numbers.indices.filter { numbers[$0] > 0 }.map { Count(id: name($0), requests: numbers[$0]) }
        }
        let interceptorID = { (index: Int) in set.interceptors[index].id.value }
        redirects =
            (counts(tally.redirectsByRoute) { set.routes[$0].id.value }
            + counts(tally.redirectsByInterceptor, interceptorID)).byRequests
        rejected = counts(tally.rejected, interceptorID).byRequests
        interceptors = counts(tally.interceptors, interceptorID).byRequests
        unusedInterceptors = set.interceptors.indices.filter { tally.interceptors[$0] == 0 }.map(interceptorID)
        hosts = counts(tally.hosts) { $0 < subject.hosts.names.count ? subject.hosts.names[$0] : "other" }.byRequests
        var builder = TrafficExamples(subject, options)
        addRoutes(tally, subject, options, &builder)
        unmatched = Self.rows(tally.unmatched) { builder.row(of: $0, $1) }
        notAllowed = Self.rows(tally.notAllowed) { builder.row(of: $0, $1) }
    }

    private mutating func addRoutes(
        _ tally: TrafficTally, _ subject: TrafficSubject, _ options: TrafficOptions, _ examples: inout TrafficExamples
    ) {
        let lacks = LackingParts(tally, options)
        for (index, route) in subject.routed.set.routes.enumerated() {
            let places = subject.firstPlaces[index]..<subject.firstPlaces[index] + route.patterns.count
            var traffic = RouteTraffic()
            for place in places { traffic.add(tally.places[place]) }
            if traffic.requests > 0 {
                let busiest = places.max { (tally.places[$0].requests, $1) < (tally.places[$1].requests, $0) }
                let pattern = (busiest ?? places.lowerBound) - places.lowerBound
                routes.append(
                    RouteRow(
                        id: route.id.value, requests: traffic.requests,
                        share: Double(traffic.requests) / Double(max(1, requests)),
                        last: traffic.last == .min ? nil : traffic.last, statuses: traffic.statusCounts,
                        example: examples.example(ofRoute: index, pattern: pattern, traffic)))
            } else if tally.redirectsByRoute[index] == 0, tally.refused[index] == 0 {
                if tally.ambiguous.contains(index) || lacks.mayHide(route, isForward: !subject.serves[index]) {
                    undecidable.append(route.id.value)
                } else {
                    neverRequested.append(route.id.value)
                }
            }
        }
        routes.sort { ($1.requests, $0.id) < ($0.requests, $1.id) }
    }

    /// The limit of shapes in a report.
    private static let maximumShapes = 1_000

    /// The shapes with most requests, and one row for all others.
    private static func rows(
        _ table: ShapeTable, _ row: (ShapeTable.Key, ShapeTraffic) -> ShapeRow
    ) -> [ShapeRow] {
        let sorted = table.shapes.sorted {
            ($1.value.requests, $0.key.shape, $0.key.allowed.joined()) < (
                $0.value.requests, $1.key.shape, $1.key.allowed.joined()
            )
        }
        let rest = sorted.dropFirst(maximumShapes).reduce(table.others) { $0 + $1.value.requests }
        return sorted.prefix(maximumShapes).map { row($0.key, $0.value) }
            + (rest > 0 ? [ShapeRow(shape: "other", requests: rest)] : [])
    }
}

/// What a log does not say about its requests.
private struct LackingParts {
    private let host: Bool
    private let scheme: Bool
    private let path: Bool

    init(_ tally: TrafficTally, _ options: TrafficOptions) {
        let isEmpty = tally.requests == 0
        host = tally.withoutHost > 0 || (isEmpty && options.host == nil)
        scheme = tally.withoutScheme > 0 || (isEmpty && options.scheme == nil)
        path = tally.byName > 0
    }

    /// Whether requests of a route may be in the log without being recognized.
    func mayHide(_ route: Route, isForward: Bool) -> Bool {
        // A log that names routes does not say which forward led to them.
        if path, isForward { return true }
        return route.patterns.contains { located in
            let pattern = located.pattern
            return (host && (pattern.host != .any || pattern.port != nil)) || (scheme && pattern.scheme != nil)
        }
    }
}

extension [TrafficReport.Count] {
    fileprivate var byRequests: [TrafficReport.Count] {
        sorted { ($1.requests, $0.id) < ($0.requests, $1.id) }
    }
}

extension RouteTraffic {
    fileprivate var statusCounts: [String: Int] {
        var counts: [String: Int] = [:]
        for index in statuses.indices where statuses[index] > 0 {
            counts[Self.statusNames[index], default: 0] += statuses[index]
        }
        return counts
    }
}

extension TrafficReport {
    /// The fraction of the lines that could not be read.
    public var unreadableShare: Double {
        Double(unreadableLines) / Double(max(1, requests + unreadableLines))
    }

    /// The most frequent reason why lines could not be read, with the first one.
    public var mainProblem: String? { unreadable.first.map { "\($0.reason) (\($0.file):\($0.firstLine))" } }
}
