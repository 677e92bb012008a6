import Foundation
import Testing
import WaybillManifest
import WaybillRules
import WaybillSyntax
import WaybillTable
import WaybillTraffic

@testable import WaybillOracle

/// Generated sets and logs: each count of a report is the one that `explain` gives, request by request.
///
/// The seeds are fixed. `Scripts/properties.sh` takes new ones.
@Suite("Properties: traffic counts as explain does")
struct TrafficProperties {
    static let requestsOfSet = 500

    @Test("on generated sets, in all formats", arguments: PropertySeeds.blocks(96))
    func counts(seeds: Range<UInt64>) throws {
        for seed in seeds {
            var generator = ChangeGenerator(seed: seed)
            let (made, compilation) = try Self.validSet(&generator)
            let log = GeneratedLog(format: GeneratedLog.formats[Int(seed % UInt64(GeneratedLog.formats.count))])
            try compare(log, compilation, made, &generator, seed)
        }
    }

    /// Makes sets until one is valid.
    private static func validSet(_ generator: inout ChangeGenerator) throws -> (ChangeCase, Compilation) {
        while true {
            let made = try generator.makePair(nil).old.declarable
            let compilation = Compilation.compile(text: made.manifest)
            if !compilation.hasErrors { return (made, compilation) }
        }
    }

    private func compare(
        _ log: GeneratedLog, _ compilation: Compilation, _ made: ChangeCase, _ generator: inout ChangeGenerator,
        _ seed: UInt64
    ) throws {
        var expected = ExpectedTraffic()
        var text = ""
        for number in 0..<Self.requestsOfSet {
            let request = GeneratedRequest(
                method: generator.pick(["GET", "GET", "POST", "HEAD", "DELETE", "get", "PURGE", "M-SEARCHING"]),
                url: generator.mixed.makeURL(for: made.made).replacing("\n", with: ""),
                status: generator.pick([200, 204, 301, 404, 499, 500, 0]), second: number * 7)
            if number % 50 == 7 {
                text += generator.pick(["\n", "  \r\n"])
            } else if number % 50 == 8 {
                text += "no request\n"
                expected.unreadable += 1
            }
            text += log.line(request) + generator.pick(["\n", "\n", "\r\n"])
            expected.count(request, of: log, compilation)
        }
        try withLog(text) { path in
            let report = try #require(try TrafficReport([path], compilation, TrafficOptions()))
            let found = try ExpectedTraffic(json: report.json)
            #expect(found == expected, "seed \(seed), \(log.format)\n\(made.manifest)")
        }
    }
}

/// The counts of a log: computed line by line, or read from a report.
struct ExpectedTraffic: Equatable {
    var requests = 0
    var invalid = 0
    var loops = 0
    var fallback = 0
    var unmatched = 0
    var notAllowed = 0
    var unreadable = 0
    var routes: [String: Int] = [:]
    var statuses: [String: [String: Int]] = [:]
    var last: [String: String] = [:]
    var redirects: [String: Int] = [:]
    var rejected: [String: Int] = [:]
    var interceptors: [String: Int] = [:]
    var allowed: [[String]: Int] = [:]

    init() {}

    mutating func count(_ request: GeneratedRequest, of log: GeneratedLog, _ compilation: Compilation) {
        requests += 1
        let isLine = ![.caddy, .json].contains(log.format)
        if isLine ? !request.isTarget : request.url.isEmpty || request.url == "-" {
            invalid += 1
            return
        }
        var url = request.url
        if url.hasPrefix("?") { url = "/" + url }
        if log.hasHost, url.hasPrefix("/") { url = "http://\(log.host)\(log.format == .vhost ? ":80" : "")" + url }
        guard let explanation = compilation.explain(url, method: request.method) else { return }
        for hop in explanation.hops { redirects[String(hop.by.drop { $0 != " " }.dropFirst()), default: 0] += 1 }
        for interceptor in explanation.interceptors { interceptors[interceptor, default: 0] += 1 }
        if let rejection = explanation.rejection {
            rejected[rejection.by, default: 0] += 1
        } else if explanation.outcome.isReached, let route = explanation.route?.id {
            routes[route, default: 0] += 1
            let status = request.status < 100 ? "other" : "\(request.status / 100)xx"
            statuses[route, default: [:]][status, default: 0] += 1
            last[route] = Self.time(request, log)
        } else if explanation.outcome == .invalidURL {
            invalid += 1
        } else if explanation.problem?.hasPrefix("more than") == true {
            loops += 1
        } else {
            countUnmatched(explanation, explanation.hops.last?.to ?? url, request.method, compilation)
        }
    }

    private mutating func countUnmatched(
        _ explanation: Explanation, _ url: String, _ method: String, _ compilation: Compilation
    ) {
        guard let table = compilation.table, let parsed = try? RouteURL(url) else {
            unmatched += 1
            return
        }
        let methods = table.route(for: parsed, method: method) == nil ? table.allowedMethods(for: parsed) : []
        if methods.isEmpty || explanation.fallback != nil {
            unmatched += 1
            if explanation.fallback != nil { fallback += 1 }
        } else {
            notAllowed += 1
            allowed[methods, default: 0] += 1
        }
    }

    private static func time(_ request: GeneratedRequest, _ log: GeneratedLog) -> String {
        let parts = [request.second / 3_600, request.second / 60 % 60, request.second % 60]
            .map { $0 < 10 ? "0\($0)" : "\($0)" }
        let fraction = log.format == .caddy ? ".500" : log.format == .haproxy ? ".123" : ""
        return "2030-01-01T\(parts.joined(separator: ":"))\(fraction)Z"
    }

    /// Reads a report.
    init(json: String) throws {
        let object = try #require(JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
        func number(_ name: String) -> Int { object[name] as? Int ?? -1 }
        func rows(_ name: String) -> [[String: Any]] { object[name] as? [[String: Any]] ?? [] }
        func counts(_ name: String) -> [String: Int] {
            Dictionary(
                rows(name).map { ($0["id"] as? String ?? "", $0["requests"] as? Int ?? -1) }, uniquingKeysWith: +)
        }
        func sum(_ name: String) -> Int { rows(name).reduce(0) { $0 + ($1["requests"] as? Int ?? -1) } }
        requests = number("requests")
        (invalid, loops, fallback) = (number("invalid"), number("loops"), number("fallback"))
        unreadable = (object["unreadable"] as? [String: Any])?["lines"] as? Int ?? -1
        (unmatched, notAllowed) = (sum("unmatched"), sum("methodNotAllowed"))
        (routes, redirects, rejected) = (counts("routes"), counts("redirects"), counts("rejected"))
        interceptors = counts("interceptors")
        for row in rows("routes") {
            let id = row["id"] as? String ?? ""
            statuses[id] = row["statuses"] as? [String: Int]
            last[id] = row["lastRequest"] as? String
        }
        for row in rows("methodNotAllowed") {
            allowed[row["allowed"] as? [String] ?? [], default: 0] += row["requests"] as? Int ?? -1
        }
        let parts =
            routes.values.reduce(0, +) + rejected.values.reduce(0, +) + unmatched + notAllowed + invalid + loops
        #expect(parts == requests, "the parts are \(parts) of \(requests) requests")
    }
}

/// Calls `body` with the path of a temporary log.
@discardableResult
func withLog<Result>(_ bytes: some Sequence<UInt8>, _ body: (String) throws -> Result) throws -> Result {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("waybill-\(UUID().uuidString).log")
    try Data(bytes).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    return try body(file.path)
}

@discardableResult
func withLog<Result>(_ text: String, _ body: (String) throws -> Result) throws -> Result {
    try withLog(text.utf8, body)
}
