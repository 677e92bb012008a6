public import WaybillManifest
package import WaybillReports
public import WaybillRules
public import WaybillSyntax
import WaybillTable

/// The coverage of a set by its tests.
///
/// Counted is what some request can exercise. Parts that are proven to be unreachable are reported by other rules.
/// Parts without a proof are counted, so that nothing is hidden.
public struct RouteCoverage: Sendable {
    /// In the order of files and places.
    public var units: [CoverageUnit]

    /// The covered part of all units.
    public var total: Share { Share(of: units) }

    /// Returns the covered part of the units of a kind.
    public func share(of kind: CoverageUnit.Kind) -> Share {
        Share(of: units.filter { $0.subject.kind == kind })
    }

    /// The units that no test exercises, in the order of files and places; those with most requests of a log first.
    public var untested: [CoverageUnit] {
        units.enumerated().filter { !$0.element.isCovered }
            .sorted { (-($0.element.requests ?? 0), $0.offset) < (-($1.element.requests ?? 0), $1.offset) }
            .map(\.element)
    }

    /// A part of a whole.
    public struct Share: Sendable, Hashable {
        public var covered: Int
        public var total: Int

        init(of units: [CoverageUnit]) {
            covered = units.count(where: \.isCovered)
            total = units.count
        }

        /// Tenths of a percent, rounded down: 1,999 of 2,000 are 999. 0 of 0 is 100 %.
        package var permille: Int { total == 0 ? 1000 : covered * 1000 / total }

        /// For example `99.9`, rounded down; `100` only if all are covered.
        public var percentage: String {
            permille % 10 == 0 ? "\(permille / 10)" : "\(permille / 10).\(permille % 10)"
        }

        /// Whether it is exactly below a percentage.
        public func isBelow(_ percentage: Double) -> Bool {
            total > 0 && Double(covered) * 100 < percentage * Double(total)
        }
    }
}

extension Compilation {
    /// Returns the coverage by the tests of a run; `nil` if the set has no table.
    public func coverage(of run: RouteTestRun) -> RouteCoverage? {
        guard let subject = routedSet else { return nil }
        var survey = CoverageSurvey(subject)
        survey.count(run.results.filter(\.isPassed).map(\.trace))
        return RouteCoverage(units: survey.units().sorted { $0.order < $1.order })
    }
}

extension CoverageUnit {
    /// By place; the rest orders units with the same place.
    fileprivate var order: (SourceSpan, Int, Int, String) {
        (span, subject.interceptor ?? -1, subject.route ?? -1, subject.word)
    }
}

extension Double {
    /// The percentage as text: `80`, `99.5`.
    var percentageText: String { self == rounded() ? "\(Int(self))" : "\(self)" }
}

extension RouteCoverage {
    /// Returns the `coverage` part of the JSON of `waybill test --format json`.
    func jsonObject(of report: RouteTestReport) -> JSONObject {
        let kinds = CoverageUnit.Kind.allCases.map { ($0.rawValue, share(of: $0).jsonObject) }
        return [
            "total": total.jsonObject, "kinds": Dictionary(uniqueKeysWithValues: kinds),
            "units": units.map { $0.jsonObject(of: report) },
        ]
    }
}

extension RouteCoverage.Share {
    /// The percentage is rounded down to a tenth.
    package var jsonObject: JSONObject {
        ["covered": covered, "total": total, "percent": Double(permille) / 10]
    }
}

extension CoverageUnit {
    fileprivate func jsonObject(of report: RouteTestReport) -> JSONObject {
        let set = report.subject.set
        var members: JSONObject = [
            "kind": subject.kind.rawValue, "what": subject.word,
            "route": subject.route.map { set.routes[$0].id.value },
            "interceptor": subject.interceptor.map { set.interceptors[$0].id.value },
            "pattern": subject.patternText(in: set), "tag": subject.tag, "capture": subject.capture, "hits": hits,
            "proposal": proposal?.inline,
        ]
        members.addIfPresent("requests", requests)
        return members.merging(DiagnosticsReport.Place(span, sources: report.run.sources))
    }
}

extension CoverageUnit.Subject {
    fileprivate func patternText(in set: ManifestSet) -> String? {
        guard case .pattern(let route, let pattern) = self else { return nil }
        return set.routes[route].patterns[pattern].text.value
    }

    fileprivate var tag: String? { if case .seen(_, let tag) = self { tag } else { nil } }

    fileprivate var capture: String? {
        switch self {
        case .accepted(_, let capture), .rejected(_, let capture): capture
        default: nil
        }
    }
}

/// One behavior of a set that a request may exercise, and that a test should exercise.
public struct CoverageUnit: Sendable {
    public var subject: Subject
    /// The place in the manifest.
    public var span: SourceSpan
    /// The number of passing tests that exercise it.
    public var hits: Int
    /// A request that exercises it, if no test does and a request is known.
    public var proposal: TestDraft?
    /// The requests of a log that exercise it, if no test does and a log was read.
    public var requests: Int?

    /// Whether a test exercises the unit.
    public var isCovered: Bool { hits > 0 }

    /// The behavior. Indices of routes and interceptors are those of the ``/WaybillManifest/ManifestSet``.
    public enum Subject: Sendable, Hashable {
        /// A request reaches the route by this pattern.
        case pattern(route: Int, pattern: Int)
        /// The interceptor runs for a request of the route or, without a route, for a request that matches no route.
        case runs(interceptor: Int, route: Int?)
        /// A request reaches the route, and the interceptor does not match it.
        case passes(interceptor: Int, route: Int)
        /// The view of a tag shows the route.
        case seen(route: Int, tag: String)
        /// A view of other tags hides it.
        case hidden(route: Int)
        /// A request reaches the route with a value that a constrained capture accepts.
        case accepted(route: Int, capture: String)
        /// A request does not reach the route, only because the capture rejects the value.
        case rejected(route: Int, capture: String)
    }

    /// The kinds of units, which are counted separately.
    public enum Kind: String, Sendable, CaseIterable {
        case routes, interceptors, tags, captures
    }
}

extension CoverageUnit.Subject {
    /// The kind under which the unit is counted.
    public var kind: CoverageUnit.Kind {
        switch self {
        case .pattern: .routes
        case .runs, .passes: .interceptors
        case .seen, .hidden: .tags
        case .accepted, .rejected: .captures
        }
    }

    /// The route of the unit, if there is one.
    package var route: Int? {
        switch self {
        case .pattern(let route, _), .passes(_, let route), .seen(let route, _), .hidden(let route),
            .accepted(let route, _), .rejected(let route, _):
            route
        case .runs(_, let route): route
        }
    }

    package var interceptor: Int? {
        switch self {
        case .runs(let interceptor, _), .passes(let interceptor, _): interceptor
        case .pattern, .seen, .hidden, .accepted, .rejected: nil
        }
    }

    /// The word in JSON.
    package var word: String {
        switch self {
        case .pattern: "pattern"
        case .runs: "runs"
        case .passes: "passes"
        case .seen: "seen"
        case .hidden: "hidden"
        case .accepted: "taken"
        case .rejected: "refused"
        }
    }
}
