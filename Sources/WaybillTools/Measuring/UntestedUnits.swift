package import WaybillManifest
import WaybillProofs
import WaybillReports
import WaybillSyntax
import WaybillTable

/// What no test exercises, for the requests of a log.
package struct UntestedUnits: Sendable {
    package let subject: RoutedSet
    private let numbers: [CoverageUnit.Subject: Int]
    /// By route: the interceptors for which a unit asks that they do not run.
    private let passed: [Int: [Int]]
    private let refusals: [(number: Int, route: Int, capture: String)]
    private let ranks: [RoutePlace: Int]
    /// Whether the value of a parameter decides a unit.
    package var dependsOnValues: Bool { !refusals.isEmpty }
    package let count: Int

    /// - Parameter coverage: That of the set.
    package init(_ coverage: RouteCoverage, of subject: RoutedSet) {
        self.subject = subject
        var numbers: [CoverageUnit.Subject: Int] = [:]
        var passed: [Int: [Int]] = [:]
        var refusals: [(number: Int, route: Int, capture: String)] = []
        for (number, unit) in coverage.units.enumerated() where !unit.isCovered {
            numbers[unit.subject] = number
            switch unit.subject {
            case .passes(let interceptor, let route): passed[route, default: []].append(interceptor)
            case .rejected(let route, let capture): refusals.append((number, route, capture))
            default: break
            }
        }
        self.numbers = numbers
        self.passed = passed
        self.refusals = refusals
        ranks = refusals.isEmpty ? [:] : subject.table.ranks
        count = coverage.units.count
    }

    /// Returns the numbers of the units of the coverage that a request exercises.
    package func exercised(by trace: RequestTrace) -> [Int] {
        var found = subject.hits(of: trace, near: { passed[$0] ?? [] }).compactMap { numbers[$0] }
        for refusal in refusals {
            let patterns = subject.table.routes[refusal.route].patterns.indices
            let isRefused = trace.visits.contains { visit in
                patterns.contains { pattern in
                    subject.refuses(
                        refusal.capture, of: RoutePlace(route: refusal.route, pattern: pattern), visit, in: trace,
                        rank: { ranks[$0] ?? 0 })
                }
            }
            if isRefused { found.append(refusal.number) }
        }
        return found
    }
}

extension MeasuredTestReport {
    /// What no test exercises; `nil` without coverage.
    package var untestedUnits: UntestedUnits? { coverage.map { UntestedUnits($0, of: tests.subject) } }

    /// Adds the requests of a log.
    ///
    /// - Parameter counts: By number of a unit.
    package mutating func add(requests counts: [Int]) {
        for index in counts.indices where coverage?.units[index].isCovered == false {
            coverage?.units[index].requests = counts[index]
        }
    }

    /// Returns a file of tests for what no test exercises and the log requests, the most frequent first; `nil` if there is
    /// nothing to add.
    ///
    /// - Parameter limit: The limit of tests.
    public func suggestedTests(limit: Int) -> String? {
        var seen: Set<TestDraft> = []
        var lines: [String] = []
        for unit in coverage?.untested ?? [] {
            guard let requests = unit.requests, requests > 0, let proposal = unit.proposal else { continue }
            guard seen.count < limit, seen.insert(proposal).inserted else { continue }
            let words = tests.subject.words(for: unit.subject).safeOnScreen
            lines.append("  # \(requests.grouped) \(requests == 1 ? "request" : "requests"): \(words)")
            lines += proposal.yaml.split(separator: "\n").map { "  " + $0 }
        }
        return lines.isEmpty ? nil : "waybill: 1\ntests:\n" + lines.map { $0 + "\n" }.joined()
    }
}
