import WaybillTable

/// A case on trial: compiled for both sides once, asked often.
struct OracleTrial {
    let made: OracleCase
    private let table: RoutingTable
    private let oracle: Oracle

    init(_ made: OracleCase) throws {
        self.made = made
        table = try made.table()
        oracle = made.oracle
    }

    /// What came of one request.
    struct Verdict {
        /// What table and law say differently, or `nil`.
        var difference: OracleDifference?
        /// Whether a route serves it by the law.
        var isServed = false
    }

    func verdict(on reading: OracleReading, method: String?, view: Set<String>?) -> Verdict {
        let request = OracleCase.Request(url: reading.text, method: method, view: view)
        if let table = reading.difference {
            return Verdict(
                difference: OracleDifference(made: made, request: request, table: table, law: "\(reading.law as Any)"))
        }
        guard let url = reading.url, let law = reading.law else { return Verdict() }
        let answer = OracleAnswer(of: table, to: url, method: method, view: view)
        let expected = OracleAnswer(of: oracle, to: law, method: method, view: view)
        let isServed = !expected.routes.isEmpty
        if answer == expected { return Verdict(isServed: isServed) }
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
