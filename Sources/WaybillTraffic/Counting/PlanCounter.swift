import WaybillManifest
import WaybillProofs
public import WaybillRules
import WaybillTable
public import WaybillTools

/// Counts requests by the class of a plan that they belong to.
///
/// A request that is sent on belongs to the class of the first of its URLs that changes. Its shape is that of the URL of the log.
struct PlanCounter: RequestSink, ~Copyable {
    struct Tally: Sendable {
        var requests = 0
        /// By part and shape. The first have no shape: one for each part, for requests whose shape is not kept.
        var kinds: [(part: Int, shape: String?, count: Int)]
        /// Requests of which only the route is known.
        var byName = 0

        init(parts: Int) { kinds = (0..<parts).map { ($0, nil, 0) } }

        func parts(_ count: Int) -> [RequestsByShape] {
            kinds.reduce(into: Array(repeating: RequestsByShape(), count: count)) { parts, kind in
                guard kind.count > 0 else { return }
                let shapes = kind.shape.map { [$0: kind.count] } ?? [:]
                parts[kind.part].add(RequestsByShape(count: kind.count, shapes: shapes))
            }
        }
    }

    private(set) var tally: Tally
    private let classes: ChangeClasses
    private let old: TrafficSubject
    private let new: TrafficSubject
    private var oldLookup = Lookup()
    private var newLookup = Lookup()
    /// By everything that decides the part and the shape of a request: the number of its kind, or -1.
    private var known: [ByteSums: Int] = [:]
    private var kinds: [Kind: Int] = [:]

    private struct Kind: Hashable {
        var part: Int
        var shape: String
    }

    /// Above this many keys, nothing more is remembered.
    private static let maximumKnown = 65_536

    init(_ classes: ChangeClasses) {
        self.classes = classes
        (old, new) = (classes.old, classes.new)
        tally = Tally(parts: classes.partCount)
    }

    mutating func count(_ url: Span<UInt8>, _ request: LoggedRequest) {
        tally.requests &+= 1
        old.table.find(url, in: old.scopes[request.method], &oldLookup)
        new.table.find(url, in: new.scopes[request.method], &newLookup)
        if oldLookup.isInvalid { return }
        if let kind = kind(of: url, request.method) {
            tally.kinds[kind].count &+= 1
        } else if !old.endsAtOnce(oldLookup) || !new.endsAtOnce(newLookup) {
            follow(url, request.method)
        }
    }

    mutating func countInvalid(_ request: LoggedRequest) { tally.requests &+= 1 }

    mutating func count(route: Span<UInt8>?, _ request: LoggedRequest) -> Bool {
        tally.byName += 1
        return true
    }

    /// Returns the kind of the first URL.
    @inline(__always)
    private mutating func kind(of url: Span<UInt8>, _ method: Int) -> Int? {
        let servers = ChangeClasses.Servers(
            old: old.server(of: try? RouteURL(url.text), route: oldLookup.place),
            new: new.server(of: try? RouteURL(url.text), route: newLookup.place))
        guard classes.mayChange(servers) else { return nil }
        guard classes.canRemember else { return search(url, servers, method) }
        let key = key(of: url, servers, method)
        if let kind = known[key] { return kind < 0 ? nil : kind }
        let kind = search(url, servers, method)
        if known.count < Self.maximumKnown { known[key] = kind ?? -1 }
        return kind
    }

    private mutating func search(_ url: Span<UInt8>, _ servers: ChangeClasses.Servers, _ method: Int) -> Int? {
        guard let url = try? RouteURL(url.text) else { return nil }
        return classes.part(of: url, servers, method: old.methods.all[method]).map { kind(of: $0, url) }
    }

    private mutating func kind(of part: Int, _ url: RouteURL) -> Int {
        let kind = Kind(part: part, shape: classes.shapes.shape(of: url))
        if let number = kinds[kind] { return number }
        guard kinds.count < ShapeTable.limit else { return part }
        kinds[kind] = tally.kinds.count
        tally.kinds.append((part, kind.shape, 0))
        return tally.kinds.count - 1
    }

    private func key(of url: Span<UInt8>, _ servers: ChangeClasses.Servers, _ method: Int) -> ByteSums {
        var key = ByteSums()
        key.add(method)
        for server in [servers.old, servers.new] {
            key.add(server.place?.route ?? (server == .otherMethods ? -2 : -1))
            key.add(server.place?.pattern ?? -1)
        }
        for position in 0..<oldLookup.interceptorCount { key.add(oldLookup.interceptor(at: position)) }
        key.add(-2)
        for position in 0..<newLookup.interceptorCount { key.add(newLookup.interceptor(at: position)) }
        key.add(-2)
        // Escapes and dot segments may hide slashes, so such texts are keys of their own.
        var isPlain = true
        var start = 0
        var end = 0
        while end < url.count, url[end] != UInt8(ascii: "?"), url[end] != UInt8(ascii: "#") {
            if url[end] == UInt8(ascii: "/") {
                key.add(classes.shapes.number(of: url.extracting(start..<end)))
                start = end + 1
            }
            if url[end] == UInt8(ascii: "%") || url[end] == UInt8(ascii: ".") { isPlain = false }
            end += 1
        }
        key.add(classes.shapes.number(of: url.extracting(start..<end)))
        if !isPlain { for index in 0..<end { key.add(Int(url[index])) } }
        return key
    }

    private mutating func follow(_ url: Span<UInt8>, _ method: Int) {
        let text = url.text
        let name = old.methods.all[method]
        for routed in [old.routed, new.routed] {
            for visit in routed.trace(text, method: name).visits.dropFirst() {
                guard let part = classes.part(of: visit.url, method: name) else { continue }
                tally.kinds[(try? RouteURL(text)).map { kind(of: part, $0) } ?? part].count += 1
                return
            }
        }
    }
}

extension Lookup {
    fileprivate var place: RoutePlace? { route.map { RoutePlace(route: $0, pattern: pattern) } }
}

extension Plan {
    /// Counts the requests of logs by the classes of this plan.
    ///
    /// - Parameters:
    ///   - old: The set that the plan compares.
    ///   - new: The set with which it is compared.
    /// - Throws: The reason why a log cannot be read, or cannot be used.
    public mutating func addTraffic(
        of paths: [String], _ old: Compilation, _ new: Compilation, _ options: TrafficOptions
    ) throws(LogProblem) {
        let methods = MethodNames(of: [old.set, new.set])
        guard let before = TrafficSubject(old, methods: methods), let after = TrafficSubject(new, methods: methods)
        else {
            return
        }
        let classes = ChangeClasses(self, before, after)
        let read = try LogRun.read(paths, options, methods) { PlanCounter(classes) }
        if read.tallies.contains(where: { $0.byName > 0 }) { throw LogProblem.withoutPaths(paths[0]) }
        var counts = Array(repeating: RequestsByShape(), count: classes.partCount)
        for tally in read.tallies {
            for (index, requests) in tally.parts(classes.partCount).enumerated() { counts[index].add(requests) }
        }
        var rest = counts[...]
        let byChange = changes.map { change in
            defer { rest = rest.dropFirst(change.requests.count) }
            return Array(rest.prefix(change.requests.count))
        }
        let requests = read.tallies.reduce(0) { $0 + $1.requests }
        add(
            PlanTraffic(
                requests: requests, changed: counts.reduce(0) { $0 + $1.count }, unreadable: read.unreadable.count),
            byChange)
    }
}
