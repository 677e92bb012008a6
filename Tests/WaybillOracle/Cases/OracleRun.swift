import WaybillTable

/// Cases from one seed, one after the other, each asked about fresh URLs and about URLs of the cases before it.
///
/// A pair of a case and a fresh URL is put to the table in every way that there is. One of a URL that was read before is put
/// in one of the two ways that decide, by turns: to what it says of a URL that is parsed, or to a lookup in its bytes.
struct OracleRun {
    /// Pairs of a table and a URL asked so far, and how many of them a route served.
    private(set) var pairs = 0
    private(set) var served = 0

    private var generator: OracleGenerator
    /// URLs that were made for earlier cases, read once: near misses at the price of a lookup.
    private var pool: [OracleReading] = []

    private static let freshPerCase = 30
    /// Of the fresh ones, those about which all is asked. Lists of methods are costly to make, and say little of the URL.
    private static let wholePerCase = 12
    private static let pooledPerCase = 130

    init(seed: UInt64) { generator = OracleGenerator(seed: seed) }

    /// Makes the next case and asks about it; the first difference ends it.
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
