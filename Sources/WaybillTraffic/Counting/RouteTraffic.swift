import WaybillManifest

/// The requests of one route or one pattern.
struct RouteTraffic: Sendable {
    var requests = 0
    /// By class: none, 1xx to 5xx, others.
    var statuses = InlineArray<7, Int>(repeating: 0)
    /// In milliseconds since 1970.
    var last = Int64.min
    /// The first request, if values are shown: its method and its path, with its position.
    var first: (position: LogPosition, text: [UInt8])?

    static let statusNames = ["other", "1xx", "2xx", "3xx", "4xx", "5xx", "other"]

    @inline(__always)
    mutating func count(_ request: LoggedRequest, times: Int = 1) {
        requests &+= times
        let status = request.status
        let number = status < 100 ? 0 : status < 200 ? 1 : status < 300 ? 2 : status < 400 ? 3 : status < 500 ? 4 : 5
        statuses[status > 599 ? 6 : number] &+= times
        if let time = request.time, time > last { last = time }
    }

    mutating func add(_ other: RouteTraffic) {
        requests += other.requests
        for index in statuses.indices { statuses[index] += other.statuses[index] }
        last = max(last, other.last)
        note(other.first)
    }

    mutating func note(_ other: (position: LogPosition, text: [UInt8])?) {
        guard let other, first.map({ other.position < $0.position }) ?? true else { return }
        first = other
    }
}

/// Requests of one shape that no route serves.
struct ShapeTraffic: Sendable {
    var requests = 0
    /// A bit for each method that was requested.
    var methods: Set<Int> = []
    var first: (position: LogPosition, text: [UInt8])?

    mutating func add(_ other: ShapeTraffic) {
        requests += other.requests
        methods.formUnion(other.methods)
        guard let theirs = other.first, first.map({ theirs.position < $0.position }) ?? true else { return }
        first = theirs
    }
}

/// Requests by shape, of limited size.
struct ShapeTable: Sendable {
    /// Each thread keeps this many shapes. The requests of others have no shape.
    static let limit = 10_000

    /// The shape of requests without a route, and the methods that their URL allows.
    struct Key: Sendable, Hashable {
        var shape: String
        var allowed: [String] = []
    }

    private(set) var shapes: [Key: ShapeTraffic] = [:]
    /// The requests whose shape is not kept.
    private(set) var others = 0

    mutating func add(_ key: Key, _ traffic: ShapeTraffic) {
        if shapes[key] != nil || shapes.count < Self.limit {
            shapes[key, default: ShapeTraffic()].add(traffic)
        } else {
            others += traffic.requests
        }
    }

    mutating func add(_ other: ShapeTable) {
        others += other.others
        // In a fixed order, so that those which are dropped are always the same.
        for (key, traffic) in other.shapes.sorted(by: {
            ($0.key.shape, $0.key.allowed.count) < ($1.key.shape, $1.key.allowed.count)
        }) {
            add(key, traffic)
        }
    }
}

/// The counts of a log.
struct TrafficTally: Sendable {
    var requests = 0
    var invalid = 0
    var loops = 0
    var fallback = 0
    /// By pattern of a route: see ``TrafficSubject/firstPlaces``.
    var places: [RouteTraffic]
    /// By route: the requests for it that an interceptor rejected.
    var refused: [Int]
    /// By route and by interceptor: the requests that it sent to another URL.
    var redirectsByRoute: [Int]
    var redirectsByInterceptor: [Int]
    /// By interceptor.
    var rejected: [Int]
    var interceptors: [Int]
    /// By named host, then those of other hosts.
    var hosts: [Int]
    var unmatched = ShapeTable()
    var notAllowed = ShapeTable()
    var first = Int64.max
    var last = Int64.min
    /// The requests whose host, or whose scheme, is not in the log.
    var withoutHost = 0
    var withoutScheme = 0
    /// The requests of which only the route is known.
    var byName = 0
    /// The routes whose requests may be counted for another one.
    var ambiguous: Set<Int> = []

    init(_ subject: TrafficSubject) {
        let set = subject.routed.set
        places = Array(repeating: RouteTraffic(), count: subject.placeCount)
        refused = Array(repeating: 0, count: set.routes.count)
        redirectsByRoute = refused
        rejected = Array(repeating: 0, count: set.interceptors.count)
        redirectsByInterceptor = rejected
        interceptors = rejected
        hosts = Array(repeating: 0, count: subject.hosts.names.count + 1)
    }

    mutating func add(_ other: TrafficTally) {
        requests += other.requests
        invalid += other.invalid
        loops += other.loops
        fallback += other.fallback
        for index in places.indices { places[index].add(other.places[index]) }
        for list in [
            \TrafficTally.refused, \.redirectsByRoute, \.redirectsByInterceptor, \.rejected, \.interceptors, \.hosts,
        ] {
            for index in self[keyPath: list].indices { self[keyPath: list][index] += other[keyPath: list][index] }
        }
        unmatched.add(other.unmatched)
        notAllowed.add(other.notAllowed)
        first = min(first, other.first)
        last = max(last, other.last)
        withoutHost += other.withoutHost
        withoutScheme += other.withoutScheme
        byName += other.byName
    }
}
