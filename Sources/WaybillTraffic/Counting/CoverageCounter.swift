import WaybillManifest
import WaybillProofs
public import WaybillRules
import WaybillTable
public import WaybillTools

/// Counts the requests that exercise what no test exercises.
struct CoverageCounter: RequestSink, ~Copyable {
    struct Tally: Sendable {
        /// By number of a unit.
        var units: [Int]
        /// Requests of which only the route is known.
        var byName = 0
    }

    private(set) var tally: Tally
    private let subject: TrafficSubject
    private let units: UntestedUnits
    private var lookup = Lookup()
    /// By method, pattern and interceptors of a request that ends at its first URL: the units that it exercises.
    private var known: [[Int]: [Int]] = [:]

    /// Above this many combinations, nothing more is remembered.
    private static let maximumKnown = 65_536

    init(_ subject: TrafficSubject, _ units: UntestedUnits) {
        self.subject = subject
        self.units = units
        tally = Tally(units: Array(repeating: 0, count: units.count))
    }

    mutating func count(_ url: Span<UInt8>, _ request: LoggedRequest) {
        subject.table.find(url, in: subject.scopes[request.method], &lookup)
        guard !lookup.isInvalid else { return }
        for unit in exercised(url, request.method) { tally.units[unit] += 1 }
    }

    mutating func countInvalid(_ request: LoggedRequest) {}

    mutating func count(route: Span<UInt8>?, _ request: LoggedRequest) -> Bool {
        tally.byName += 1
        return true
    }

    private mutating func exercised(_ url: Span<UInt8>, _ method: Int) -> [Int] {
        guard !units.dependsOnValues, subject.endsAtOnce(lookup) else { return follow(url, method) }
        var key = [method, lookup.route ?? -1, lookup.pattern]
        for position in 0..<lookup.interceptorCount { key.append(lookup.interceptor(at: position)) }
        if let found = known[key] { return found }
        let found = follow(url, method)
        if known.count < Self.maximumKnown { known[key] = found }
        return found
    }

    private func follow(_ url: Span<UInt8>, _ method: Int) -> [Int] {
        units.exercised(by: subject.routed.trace(url.text, method: subject.methods.all[method]))
    }
}

extension MeasuredTestReport {
    /// Counts the requests of logs that exercise what no test exercises.
    ///
    /// - Throws: The reason why a log cannot be read, or cannot be used.
    public mutating func addTraffic(
        of paths: [String], _ compilation: Compilation, _ options: TrafficOptions
    ) throws(LogProblem) {
        guard let units = untestedUnits, let subject = TrafficSubject(compilation) else { return }
        let read = try LogRun.read(paths, options, subject.methods) { CoverageCounter(subject, units) }
        if read.tallies.contains(where: { $0.byName > 0 }) { throw LogProblem.withoutPaths(paths[0]) }
        var counts = Array(repeating: 0, count: units.count)
        for tally in read.tallies {
            for (index, count) in tally.units.enumerated() { counts[index] += count }
        }
        add(requests: counts)
    }
}
