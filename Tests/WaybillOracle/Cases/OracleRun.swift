import WaybillTable

/// Cases from one seed, one after the other, each with new URLs and with URLs of the cases before it.
///
/// A case and a new URL are compared in every way that there is. A case and an earlier URL are compared in one of two
/// ways, alternately: by the table's answer for a parsed URL, or by a lookup in its bytes.
struct OracleRun {
    /// The number of compared pairs of a table and a URL, and how many of them a route served.
    private(set) var pairs = 0
    private(set) var served = 0

    private var generator: OracleGenerator
    /// URLs of earlier cases, parsed once: near misses for the cost of a lookup.
    private var pool: [OracleReading] = []

    private static let freshPerCase = 30
    /// The number of new URLs that are compared in every way. Lists of methods are costly, and depend little on the
    /// URL.
    private static let wholePerCase = 12
    private static let pooledPerCase = 130

    init(seed: UInt64) { generator = OracleGenerator(seed: seed) }

    /// Makes and compares the next case; stops at the first difference.
    mutating func nextDifference(of family: OracleFamily) throws -> OracleDifference? {
        let trial = try generator.makeTrial(of: family)
        for number in 0..<Self.freshPerCase {
            let request = generator.makeRequest(of: family, for: trial.made)
            let reading = OracleReading(request.url)
            let ways: OracleTrial.Ways = number < Self.wholePerCase ? .all : [.parsed, .bytes]
            if let found = difference(trial, reading, request, ways) { return found }
            keep(reading)
        }
        for number in 0..<Self.pooledPerCase {
            let request = generator.makeRequest(of: family, for: trial.made, url: "")
            let way: OracleTrial.Ways = number.isMultiple(of: 2) ? .parsed : .bytes
            if let found = difference(trial, generator.pick(pool), request, way) { return found }
        }
        return nil
    }

    private mutating func difference(
        _ trial: OracleTrial, _ reading: OracleReading, _ request: OracleCase.Request, _ ways: OracleTrial.Ways
    ) -> OracleDifference? {
        pairs += 1
        let verdict = trial.verdict(on: reading, method: request.method, view: request.view, ways)
        if verdict.isServed { served += 1 }
        return verdict.difference
    }

    private mutating func keep(_ reading: OracleReading) {
        if pool.count < 500 {
            pool.append(reading)
        } else {
            pool[generator.int(0...pool.count - 1)] = reading
        }
    }
}
