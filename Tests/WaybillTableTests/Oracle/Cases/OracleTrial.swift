import WaybillTable

/// A case on trial: compiled for both sides once, asked often.
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

    /// What came of one request.
    struct Verdict {
        /// What table and law say differently, or `nil`.
        var difference: OracleDifference?
        /// Whether a route serves it by the law.
        var isServed = false
    }

    /// - Parameter isWhole: Whether the interceptors that apply everywhere and the methods allowed are asked for too.
    func verdict(
        on reading: OracleReading, method: String?, view: Set<String>?, isWhole: Bool = true
    ) -> Verdict {
        let request = OracleCase.Request(url: reading.text, method: method, view: view)
        if let table = reading.difference {
            return Verdict(
                difference: OracleDifference(made: made, request: request, table: table, law: "\(reading.law as Any)"))
        }
        let found = finder.find(reading.text, method: method, view: view, in: table)
        guard let url = reading.url, let law = reading.law else {
            return found == nil
                ? Verdict()
                : Verdict(difference: OracleDifference(made: made, request: request, table: "found", law: "invalid"))
        }
        let answer = OracleAnswer(of: table, to: url, method: method, view: view, isWhole: isWhole)
        let expected = OracleAnswer(of: oracle, to: law, method: method, view: view, isWhole: isWhole)
        let isServed = !expected.routes.isEmpty
        if answer == expected {
            let ids = (expected.routes, expected.running.map(\.id))
            if let found, found == ids { return Verdict(isServed: isServed) }
            let words = found.map { "found: \($0.route) | \($0.interceptors)" } ?? "found: invalid"
            return Verdict(
                difference: OracleDifference(made: made, request: request, table: words, law: "\(expected)"),
                isServed: isServed)
        }
        return Verdict(
            difference: OracleDifference(made: made, request: request, table: "\(answer)", law: "\(expected)"),
            isServed: isServed)
    }

    func difference(on request: OracleCase.Request) -> OracleDifference? {
        verdict(on: OracleReading(request.url), method: request.method, view: request.view).difference
    }

    /// Whether no rule separates two of the routes that a request reaches, so that the law names no answer.
    func isConflict(_ request: OracleCase.Request) -> Bool {
        guard let url = OracleURL(request.url) else { return false }
        return oracle.served(url, method: request.method, view: request.view).count > 1
    }
}

/// A request on which table and law differ, and what each says.
struct OracleDifference {
    var made: OracleCase
    var request: OracleCase.Request
    var table: String
    var law: String
}

extension OracleDifference: CustomStringConvertible {
    var description: String { "table: \(table)\nlaw:   \(law)\n\(source)" }
}
