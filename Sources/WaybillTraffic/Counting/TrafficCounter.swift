import WaybillManifest
import WaybillProofs
import WaybillTable

/// Counts requests by the route that they reach, as `explain` follows them.
struct TrafficCounter: RequestSink, ~Copyable {
    private(set) var tally: TrafficTally
    private let subject: TrafficSubject
    private let shapes: PathShapes
    private let showsValues: Bool
    private var lookup = Lookup()

    init(_ subject: TrafficSubject, _ shapes: PathShapes, showsValues: Bool) {
        self.subject = subject
        self.shapes = shapes
        self.showsValues = showsValues
        tally = TrafficTally(subject)
    }

    mutating func count(_ url: Span<UInt8>, _ request: LoggedRequest) {
        note(request)
        if let host = subject.hosts.index(in: url) { tally.hosts[host] += 1 }
        subject.table.find(url, in: subject.scopes[request.method], &lookup)
        if lookup.isInvalid {
            tally.invalid &+= 1
        } else if subject.endsAtOnce(lookup) {
            for position in 0..<lookup.interceptorCount {
                tally.interceptors[lookup.interceptor(at: position)] &+= 1
            }
            guard let route = lookup.route else { return countUnmatched(url, request, isServed: subject.hasFallback) }
            countReached(subject.firstPlaces[route] &+ lookup.pattern, url, request)
        } else {
            follow(url, request)
        }
    }

    mutating func countInvalid(_ request: LoggedRequest) {
        note(request)
        tally.invalid &+= 1
    }

    mutating func count(route: Span<UInt8>?, _ request: LoggedRequest) -> Bool {
        if let route {
            guard let index = subject.routesByID[route.text] else { return false }
            tally.places[subject.firstPlaces[index]].count(request)
        } else {
            tally.unmatched.add(.init(shape: "/**"), ShapeTraffic(requests: 1, methods: [request.method]))
        }
        note(request)
        tally.byName &+= 1
        return true
    }

    @inline(__always)
    private mutating func note(_ request: LoggedRequest) {
        tally.requests &+= 1
        if let time = request.time {
            if time < tally.first { tally.first = time }
            if time > tally.last { tally.last = time }
        }
        if !request.hasHost { tally.withoutHost &+= 1 }
        if !request.hasScheme { tally.withoutScheme &+= 1 }
    }

    @inline(__always)
    private mutating func countReached(_ place: Int, _ url: Span<UInt8>, _ request: LoggedRequest) {
        tally.places[place].count(request)
        if showsValues { tally.places[place].note(example(url, request)) }
    }

    /// Follows a request over its hops.
    private mutating func follow(_ url: Span<UInt8>, _ request: LoggedRequest) {
        let trace = subject.routed.trace(url.text, method: subject.methods.all[request.method])
        for interceptor in trace.interceptors { tally.interceptors[interceptor] += 1 }
        for hop in trace.hops {
            switch hop.by {
            case .route(let route): tally.redirectsByRoute[route] += 1
            case .interceptor(let interceptor): tally.redirectsByInterceptor[interceptor] += 1
            }
        }
        switch trace.end {
        case .reached, .redirectToClient:
            guard let route = trace.route else { return }
            countReached(subject.firstPlaces[route.route] + route.pattern, url, request)
        case .rejected(let interceptor):
            tally.rejected[interceptor] += 1
            if let route = trace.route { tally.refused[route.route] += 1 }
        case .loop: tally.loops += 1
        case .invalid where trace.isInvalid: tally.invalid += 1
        case .unmatched: countUnmatched(url, request, after: trace, isServed: subject.hasFallback)
        case .redirectUnmatched, .invalid: countUnmatched(url, request, after: trace, isServed: false)
        }
    }

    // MARK: Requests without a route

    private mutating func countUnmatched(
        _ url: Span<UInt8>, _ request: LoggedRequest, after trace: RequestTrace? = nil, isServed: Bool
    ) {
        guard let parsed = try? RouteURL(url.text) else { return }
        let allowed = trace.map(subject.allowedMethods(after:)) ?? subject.allowedMethods(for: parsed)
        let key = ShapeTable.Key(shape: shapes.shape(of: parsed), allowed: allowed)
        let traffic = ShapeTraffic(
            requests: 1, methods: [request.method], first: showsValues ? example(url, request) : nil)
        if allowed.isEmpty {
            tally.unmatched.add(key, traffic)
            if isServed { tally.fallback += 1 }
        } else {
            tally.notAllowed.add(key, traffic)
        }
    }

    private func example(_ url: Span<UInt8>, _ request: LoggedRequest) -> (position: LogPosition, text: [UInt8]) {
        var text = Array(subject.methods.all[request.method].utf8) + [.space]
        var end = url.count
        for mark in [UInt8(ascii: "?"), UInt8(ascii: "#")] {
            end = url.firstIndex(of: mark, from: 0).map { min($0, end) } ?? end
        }
        text.append(url.extracting(0..<end))
        return (request.position, text)
    }
}
