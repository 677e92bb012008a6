import WaybillTable

/// The machine contract of `waybill test --format json`, which `Schemas/test.schema.json` describes.
///
/// Lines and columns count from 1, columns in Unicode scalars; an end is the place behind the last character. A key that is
/// added does not raise the version, any other change does.
struct RouteTestContract: Encodable {
    var version = 1
    var tests: [Test]
    var summary: Summary
    /// `null` where it was not asked for.
    var coverage: Coverage?
    /// `null` where it was not asked for.
    var mutation: MutationContract?

    struct Summary: Encodable {
        var passed: Int
        var failed: Int
        /// The files of the set.
        var files: Int
        var routes: Int
    }

    private enum Key: String, CodingKey { case version, tests, summary, coverage, mutation }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(version, forKey: .version)
        try container.encode(tests, forKey: .tests)
        try container.encode(summary, forKey: .summary)
        try container.encode(coverage, forKey: .coverage)
        try container.encode(mutation, forKey: .mutation)
    }

    init(_ report: RouteTestReport) {
        tests = report.run.results.map { Test($0, report) }
        let failed = report.run.failures.count
        summary = Summary(
            passed: tests.count - failed, failed: failed, files: report.run.sources.count,
            routes: report.subject.set.routes.count)
        coverage = report.coverage.map { Coverage($0, report) }
        mutation = report.mutation.map(MutationContract.init)
    }
}

// MARK: Tests

extension RouteTestContract {
    struct Test: Encodable {
        let result: RouteTestResult
        let place: DiagnosticsReport.Place
        let got: Outcome
        let mismatches: [Mismatch]

        init(_ result: RouteTestResult, _ report: RouteTestReport) {
            self.result = result
            place = DiagnosticsReport.Place(result.test.span, sources: report.run.sources)
            got = Outcome(result.trace, in: report.subject)
            mismatches = result.mismatches.map { Mismatch($0, report) }
        }

        private enum Key: String, CodingKey {
            case name, url, method, tags, status, file, line, column, endLine, endColumn, got, mismatches, why
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(result.test.title, forKey: .name)
            try container.encode(result.test.open.value, forKey: .url)
            try container.encode(result.test.method?.value, forKey: .method)
            try container.encode(result.test.tags.map(\.value), forKey: .tags)
            try container.encode(result.isPassed ? "passed" : "failed", forKey: .status)
            try container.encode(got, forKey: .got)
            try container.encode(mismatches, forKey: .mismatches)
            try container.encode(result.reasons, forKey: .why)
            try place.encode(to: encoder)
        }
    }

    struct Mismatch: Encodable {
        let mismatch: RouteTestMismatch
        let place: DiagnosticsReport.Place

        init(_ mismatch: RouteTestMismatch, _ report: RouteTestReport) {
            self.mismatch = mismatch
            place = DiagnosticsReport.Place(mismatch.span, sources: report.run.sources)
        }

        private enum Key: String, CodingKey { case subject, expected, got }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(mismatch.subject, forKey: .subject)
            try container.encode(mismatch.expected, forKey: .expected)
            try container.encode(mismatch.got, forKey: .got)
            try place.encode(to: encoder)
        }
    }

    /// Where a request went, in the words of `expect:`.
    struct Outcome: Encodable {
        let outcome: String
        let route: String?
        let url: String?
        let redirects: [String]
        let parameters: [String: String]
        let interceptors: [String]
        let rejected: String?

        init(_ trace: RequestTrace, in subject: RoutedSet) {
            let set = subject.set
            route = trace.route.map { set.routes[$0.route].id.value }
            url = trace.legs.last.flatMap { $0.hop == nil ? $0.url.text : nil }
            redirects = trace.hops.map(\.to)
            parameters = trace.parameters
            interceptors = trace.interceptors.map { set.interceptors[$0].id.value }
            if case .rejected(let index) = trace.end {
                rejected = set.interceptors[index].id.value
            } else {
                rejected = nil
            }
            outcome = rejected != nil ? "rejected" : subject.outcome(of: trace).rawValue
        }

        private enum Key: String, CodingKey {
            case outcome, route, url, redirects, parameters, interceptors, rejected
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(outcome, forKey: .outcome)
            try container.encode(route, forKey: .route)
            try container.encode(url, forKey: .url)
            try container.encode(redirects, forKey: .redirects)
            try container.encode(parameters, forKey: .parameters)
            try container.encode(interceptors, forKey: .interceptors)
            try container.encode(rejected, forKey: .rejected)
        }
    }
}

// MARK: Coverage

extension RouteTestContract {
    struct Coverage: Encodable {
        let total: Share
        let kinds: [String: Share]
        let units: [Unit]

        init(_ coverage: RouteCoverage, _ report: RouteTestReport) {
            total = Share(coverage.total)
            kinds = Dictionary(
                uniqueKeysWithValues: CoverageUnit.Kind.allCases.map { ($0.rawValue, Share(coverage.share(of: $0))) })
            units = coverage.units.map { Unit($0, report) }
        }
    }

    struct Share: Encodable {
        let covered: Int
        let total: Int
        /// Rounded down to a tenth.
        let percent: Double

        init(_ share: RouteCoverage.Share) {
            covered = share.covered
            total = share.total
            percent = Double(share.permille) / 10
        }
    }

    struct Unit: Encodable {
        let unit: CoverageUnit
        let report: RouteTestReport

        init(_ unit: CoverageUnit, _ report: RouteTestReport) {
            self.unit = unit
            self.report = report
        }

        private enum Key: String, CodingKey {
            case kind, what, route, interceptor, pattern, tag, capture, hits, proposal
        }

        func encode(to encoder: any Encoder) throws {
            let set = report.subject.set
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(unit.subject.kind.rawValue, forKey: .kind)
            try container.encode(unit.subject.word, forKey: .what)
            try container.encode(unit.subject.route.map { set.routes[$0].id.value }, forKey: .route)
            try container.encode(unit.subject.interceptor.map { set.interceptors[$0].id.value }, forKey: .interceptor)
            try container.encode(pattern, forKey: .pattern)
            try container.encode(unit.subject.tag, forKey: .tag)
            try container.encode(unit.subject.capture, forKey: .capture)
            try container.encode(unit.hits, forKey: .hits)
            try container.encode(unit.proposal?.yaml, forKey: .proposal)
            try DiagnosticsReport.Place(unit.span, sources: report.run.sources).encode(to: encoder)
        }

        private var pattern: String? {
            guard case .pattern(let route, let pattern) = unit.subject else { return nil }
            return report.subject.set.routes[route].patterns[pattern].text.value
        }
    }
}

extension CoverageUnit.Subject {
    fileprivate var tag: String? { if case .seen(_, let tag) = self { tag } else { nil } }

    fileprivate var capture: String? {
        switch self {
        case .taken(_, let capture), .refused(_, let capture): capture
        default: nil
        }
    }
}
