import WaybillTable

/// A case that is compiled once for both sides, and compared for many requests.
struct OracleTrial {
    let made: OracleCase
    private let table: RoutingTable
    private let oracle: Oracle
    private let finder = OracleFinder()

    init(_ made: OracleCase) throws {
        self.init(made, try made.table())
    }

    init(_ made: OracleCase, _ table: RoutingTable) {
        (self.made, self.table, oracle) = (made, table, made.oracle)
    }

    /// The result for one request.
    struct Verdict {
        /// The difference between table and law, or `nil`.
        var difference: OracleDifference?
        /// Whether a route serves it by the law.
        var isServed = false
    }

    /// The ways to ask the table.
    struct Ways: OptionSet {
        let rawValue: Int

        /// For the route and the interceptors of a parsed URL.
        static let parsed = Ways(rawValue: 1)
        /// For the same of a URL in bytes.
        static let bytes = Ways(rawValue: 2)
        /// For the interceptors that apply everywhere and the allowed methods of a parsed URL.
        static let rest = Ways(rawValue: 4)
        static let all: Ways = [.parsed, .bytes, .rest]
    }

    func verdict(
        on reading: OracleReading, method: String?, view: Set<String>?, _ ways: Ways = .all
    ) -> Verdict {
        func verdict(_ table: String, _ law: String, isServed: Bool = false) -> Verdict {
            let request = OracleCase.Request(url: reading.text, method: method, view: view)
            let difference = OracleDifference(made: made, request: request, table: table, law: law)
            return Verdict(difference: difference, isServed: isServed)
        }
        if let table = reading.difference { return verdict(table, "\(reading.law as Any)") }
        let found = ways.contains(.bytes) ? finder.find(reading.text, method: method, view: view, in: table) : nil
        guard let url = reading.url, let law = reading.law else {
            return found == nil ? Verdict() : verdict("found", "invalid")
        }
        let isWhole = ways.contains(.rest)
        let expected = OracleAnswer(of: oracle, to: law, method: method, view: view, isWhole: isWhole)
        let isServed = !expected.routes.isEmpty
        if ways.contains(.parsed) {
            let answer = OracleAnswer(of: table, to: url, method: method, view: view, isWhole: isWhole)
            if answer != expected { return verdict("\(answer)", "\(expected)", isServed: isServed) }
        }
        if ways.contains(.bytes) {
            let ids = (expected.routes, expected.running.map(\.id))
            guard let found else { return verdict("found: invalid", "\(expected)", isServed: isServed) }
            if found != ids {
                return verdict("found: \(found.route) | \(found.interceptors)", "\(expected)", isServed: isServed)
            }
        }
        return Verdict(isServed: isServed)
    }

    func difference(on request: OracleCase.Request) -> OracleDifference? {
        verdict(on: OracleReading(request.url), method: request.method, view: request.view).difference
    }

    /// Whether no rule orders two of the routes that a request reaches, so that the law has no answer.
    func isConflict(_ request: OracleCase.Request) -> Bool {
        guard let url = OracleURL(request.url) else { return false }
        return oracle.served(url, method: request.method, view: request.view).count > 1
    }
}

/// A request on which table and law differ, with both answers.
struct OracleDifference {
    var made: OracleCase
    var request: OracleCase.Request
    var table: String
    var law: String
}

extension OracleDifference: CustomStringConvertible {
    var description: String { "table: \(table)\nlaw:   \(law)\n\(source)" }
}
