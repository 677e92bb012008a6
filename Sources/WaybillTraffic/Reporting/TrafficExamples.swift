import WaybillManifest
import WaybillProofs
import WaybillSyntax
import WaybillTable
import WaybillTools

/// Example requests: synthesized, so that no logged value is shown, or real ones if these are wanted.
struct TrafficExamples {
    private let subject: TrafficSubject
    private let secrets: [SecretCapture]
    private var search: RequestSearch

    /// A capture whose name is that of a secret.
    private struct SecretCapture {
        var pattern: Pattern
        var segment: Int
        var isCatchAll: Bool
    }

    init(_ subject: TrafficSubject, _ options: TrafficOptions) {
        self.subject = subject
        search = RequestSearch(subject.table)
        let patterns = subject.table.routes.flatMap(\.patterns) + subject.table.interceptors.flatMap(\.patterns)
        secrets = options.showsValues ? patterns.flatMap(Self.secrets) : []
    }

    private static func secrets(of pattern: Pattern) -> [SecretCapture] {
        var found: [SecretCapture] = []
        for (index, segment) in pattern.segments.enumerated() {
            guard case .capture(let capture) = segment, SecretKey(capture.name) != nil else { continue }
            found.append(SecretCapture(pattern: pattern, segment: index, isCatchAll: false))
        }
        if let name = pattern.catchAll?.name, SecretKey(name) != nil {
            found.append(SecretCapture(pattern: pattern, segment: pattern.segments.count, isCatchAll: true))
        }
        return found
    }

    // MARK: Routes

    /// Returns a request that the route serves.
    mutating func example(ofRoute route: Int, pattern: Int, _ traffic: RouteTraffic) -> String? {
        if let first = traffic.first { return shown(first.text) }
        let routed = subject.routed
        let question = RequestSearch.Question(RoutePlace(route: route, pattern: pattern), view: .everything)
        let answer = search.find(question) { witness in
            let trace = routed.trace(witness.url, method: witness.method)
            switch trace.end {
            case .reached, .redirectToClient: return trace.route?.route == route
            default: return false
            }
        }
        guard case .found(let witness) = answer else { return nil }
        return "\(witness.method ?? "GET") \(witness.url)"
    }

    // MARK: Shapes

    /// Returns the row of requests that no route serves. Its example, and what nearly matches it, come from the shape
    /// alone.
    func row(of key: ShapeTable.Key, _ traffic: ShapeTraffic) -> TrafficReport.ShapeRow {
        var row = TrafficReport.ShapeRow(shape: key.shape, requests: traffic.requests, allowed: key.allowed)
        let method = method(of: key, traffic)
        guard let example = unserved(key, method) else {
            row.example = traffic.first.map { shown($0.text) }
            return row
        }
        row.example = traffic.first.map { shown($0.text) } ?? "\(method) \(example.url)"
        if key.allowed.isEmpty, let last = example.trace.visits.last {
            let candidates = subject.table.candidates(for: last.url, method: method, winner: last.route)
            row.nearest = candidates.first.map { (subject.routed.set.routes[$0.route].id.value, $0.reason) }
        }
        return row
    }

    /// The first of the requested methods that may be shown; a usual one if there is none.
    private func method(of key: ShapeTable.Key, _ traffic: ShapeTraffic) -> String {
        let shown = traffic.methods.filter { $0 != subject.methods.other }.min()
        return shown.map { subject.methods.all[$0] }
            ?? subject.methods.all.dropLast().first { !key.allowed.contains($0) } ?? "TRACE"
    }

    private static let values = ["x", "1", "x-1", "a_b", "~", "0.x"]

    /// Returns a request of the shape that no route serves for the same reason.
    private func unserved(_ key: ShapeTable.Key, _ method: String) -> (url: String, trace: RequestTrace)? {
        for value in Self.values {
            let url = key.shape.split(separator: "/", omittingEmptySubsequences: false)
                .map { $0 == "*" || $0 == "**" ? value : String($0) }.joined(separator: "/")
            let trace = subject.routed.trace(url, method: method)
            if trace.isUnmatched, subject.allowedMethods(after: trace) == key.allowed { return (url, trace) }
        }
        return nil
    }

    // MARK: Logged requests

    /// Returns a logged request, without the values of secret captures.
    private func shown(_ text: [UInt8]) -> String {
        let parts = text.split(separator: .space, maxSplits: 1)
        let method = String(decoding: parts.first ?? [], as: UTF8.self)
        guard parts.count > 1, let url = try? RouteURL(String(decoding: parts[1], as: UTF8.self)) else { return method }
        var segments = url.segments
        for secret in secrets where secret.segment < segments.count && hasLiterals(of: secret, segments) {
            let end = secret.isCatchAll ? segments.count : secret.segment + 1
            for index in secret.segment..<end { segments[index] = Array("hidden".utf8) }
        }
        return method + " " + URLParts(segments: segments, hasTrailingSlash: url.hasTrailingSlash).url
    }

    /// Whether the literals before a capture are those of a path, in any case.
    private func hasLiterals(of secret: SecretCapture, _ segments: [[UInt8]]) -> Bool {
        for index in 0..<secret.segment {
            guard case .literal(let bytes) = secret.pattern.segments[index] else { continue }
            let own = String(decoding: bytes, as: UTF8.self).lowercased()
            if own != String(decoding: segments[index], as: UTF8.self).lowercased() { return false }
        }
        return true
    }
}
