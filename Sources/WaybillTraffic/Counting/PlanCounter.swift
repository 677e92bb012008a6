import WaybillManifest
import WaybillProofs
public import WaybillRules
import WaybillTable
public import WaybillTools

/// Counts requests by the class of a plan that they belong to.
///
/// A request that is sent on belongs to the class of the first of its URLs that changes.
struct PlanCounter: RequestSink, ~Copyable {
    struct Tally: Sendable {
        var requests = 0
        /// By part of all classes.
        var parts: [Int]
        /// Requests of which only the route is known.
        var byName = 0
    }

    private(set) var tally: Tally
    private let classes: ChangeClasses
    private let old: TrafficSubject
    private let new: TrafficSubject
    private var oldLookup = Lookup()
    private var newLookup = Lookup()
    /// By what decides the part of a request: its number, or -1.
    private var known: [Key: Int] = [:]

    /// Everything that decides the part of a request, in two independent sums.
    private struct Key: Hashable {
        private var first: UInt64 = 0
        private var second: UInt64 = 0

        mutating func add(_ number: Int) {
            let number = UInt64(truncatingIfNeeded: number)
            first = (first ^ number) &* 0x9E37_79B9_7F4A_7C15
            first ^= first &>> 29
            second = (second &+ number &+ 1) &* 0xD6E8_FEB8_6659_FD93
            second ^= second &>> 32
        }
    }

    /// Above this many keys, nothing more is remembered.
    private static let maximumKnown = 65_536

    init(_ classes: ChangeClasses) {
        self.classes = classes
        (old, new) = (classes.old, classes.new)
        tally = Tally(parts: Array(repeating: 0, count: classes.partCount))
    }

    mutating func count(_ url: Span<UInt8>, _ request: LoggedRequest) {
        tally.requests &+= 1
        old.table.find(url, in: old.scopes[request.method], &oldLookup)
        new.table.find(url, in: new.scopes[request.method], &newLookup)
        if oldLookup.isInvalid { return }
        if let part = part(of: url, request.method) {
            tally.parts[part] &+= 1
        } else if !old.endsAtOnce(oldLookup) || !new.endsAtOnce(newLookup) {
            follow(url, request.method)
        }
    }

    mutating func countInvalid(_ request: LoggedRequest) { tally.requests &+= 1 }

    mutating func count(route: Span<UInt8>?, _ request: LoggedRequest) -> Bool {
        tally.byName += 1
        return true
    }

    /// Returns the part of the first URL.
    @inline(__always)
    private mutating func part(of url: Span<UInt8>, _ method: Int) -> Int? {
        let servers = ChangeClasses.Servers(old: oldLookup.place, new: newLookup.place)
        guard classes.mayChange(servers) else { return nil }
        guard classes.canRemember else { return search(url, servers, method) }
        let key = key(of: url, servers, method)
        if let part = known[key] { return part < 0 ? nil : part }
        let part = search(url, servers, method)
        if known.count < Self.maximumKnown { known[key] = part ?? -1 }
        return part
    }

    private func search(_ url: Span<UInt8>, _ servers: ChangeClasses.Servers, _ method: Int) -> Int? {
        (try? RouteURL(url.text)).flatMap { classes.part(of: $0, servers, method: old.methods.all[method]) }
    }

    private func key(of url: Span<UInt8>, _ servers: ChangeClasses.Servers, _ method: Int) -> Key {
        var key = Key()
        key.add(method)
        for place in [servers.old, servers.new] {
            key.add(place?.route ?? -1)
            key.add(place?.pattern ?? -1)
        }
        for position in 0..<oldLookup.interceptorCount { key.add(oldLookup.interceptor(at: position)) }
        key.add(-2)
        for position in 0..<newLookup.interceptorCount { key.add(newLookup.interceptor(at: position)) }
        key.add(-2)
        // Escapes and dot segments may hide slashes, so such texts are keys of their own.
        var isPlain = true
        var slashes = 0
        var end = 0
        while end < url.count, url[end] != UInt8(ascii: "?"), url[end] != UInt8(ascii: "#") {
            if url[end] == UInt8(ascii: "/") { slashes += 1 }
            if url[end] == UInt8(ascii: "%") || url[end] == UInt8(ascii: ".") { isPlain = false }
            end += 1
        }
        key.add(slashes)
        key.add(url.has(UInt8(ascii: "/"), at: end - 1) ? 1 : 0)
        key.add(url.has(UInt8(ascii: "/"), at: 0) ? 1 : 0)
        if !isPlain { for index in 0..<end { key.add(Int(url[index])) } }
        return key
    }

    private mutating func follow(_ url: Span<UInt8>, _ method: Int) {
        let text = url.text
        let name = old.methods.all[method]
        for routed in [old.routed, new.routed] {
            for visit in routed.trace(text, method: name).visits.dropFirst() {
                guard let part = classes.part(of: visit.url, method: name) else { continue }
                tally.parts[part] += 1
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
        var counts = Array(repeating: 0, count: classes.partCount)
        for tally in read.tallies {
            for (index, count) in tally.parts.enumerated() { counts[index] += count }
        }
        var rest = counts[...]
        let byChange = changes.map { change in
            defer { rest = rest.dropFirst(change.requests.count) }
            return Array(rest.prefix(change.requests.count))
        }
        let requests = read.tallies.reduce(0) { $0 + $1.requests }
        add(
            PlanTraffic(
                requests: requests, changed: counts.reduce(0, +), unreadable: read.unreadable.count), byChange)
    }
}
