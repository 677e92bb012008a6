import WaybillSyntax
import WaybillTable

/// The JSON of `waybill test --format json`, which `Schemas/test.schema.json` describes.
///
/// Lines and columns count from 1, columns in Unicode scalars. An end is the place after the last character. The
/// version changes with every change except an additional key.
///
/// The types of coverage and mutation are those of the caller that measures them.
package struct RouteTestContract<Coverage: Encodable, Mutation: Encodable>: Encodable {
    private let version = 1
    private let tests: [RouteTestEntry]
    private let summary: RouteTestSummary
    /// `null` if it was not requested.
    private let coverage: Coverage?
    /// `null` if it was not requested.
    private let mutation: Mutation?

    private enum Key: String, CodingKey { case version, tests, summary, coverage, mutation }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(version, forKey: .version)
        try container.encode(tests, forKey: .tests)
        try container.encode(summary, forKey: .summary)
        try container.encode(coverage, forKey: .coverage)
        try container.encode(mutation, forKey: .mutation)
    }

    package init(_ report: RouteTestReport, coverage: Coverage?, mutation: Mutation?) {
        tests = report.run.results.map { RouteTestEntry($0, report) }
        summary = RouteTestSummary(report)
        self.coverage = coverage
        self.mutation = mutation
    }
}

private struct RouteTestSummary: Encodable {
    let passed: Int
    let failed: Int
    /// The number of files of the set.
    let files: Int
    let routes: Int

    init(_ report: RouteTestReport) {
        failed = report.run.failures.count
        passed = report.run.results.count - failed
        files = report.run.sources.count
        routes = report.subject.set.routes.count
    }
}

/// The result of one test.
private struct RouteTestEntry: Encodable {
    let result: RouteTestResult
    let place: DiagnosticsReport.Place
    let got: RouteTestOutcome
    let mismatches: [RouteTestMismatchEntry]

    init(_ result: RouteTestResult, _ report: RouteTestReport) {
        self.result = result
        place = DiagnosticsReport.Place(result.test.span, sources: report.run.sources)
        got = RouteTestOutcome(result.trace, in: report.subject)
        mismatches = result.mismatches.map { RouteTestMismatchEntry($0, report) }
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

private struct RouteTestMismatchEntry: Encodable {
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

/// The result of a request, in the words of `expect:`.
private struct RouteTestOutcome: Encodable {
    let outcome: String
    let route: String?
    let url: String?
    let redirects: [String]
    let parameters: [String: String]
    let interceptors: [String]
    let rejected: String?
    let clientRedirect: RedirectReference?

    init(_ trace: RequestTrace, in subject: RoutedSet) {
        let set = subject.set
        route = trace.route.map { set.routes[$0.route].id.value }
        url = trace.visits.last.flatMap { $0.hop == nil ? $0.url.text : nil }
        redirects = trace.hops.map(\.to)
        parameters = trace.parameters
        interceptors = trace.interceptors.map { set.interceptors[$0].id.value }
        if case .rejected(let index) = trace.end {
            rejected = set.interceptors[index].id.value
        } else {
            rejected = nil
        }
        if case .redirectToClient(let location, let status) = trace.end {
            clientRedirect = .client(to: location, status: status.rawValue)
        } else {
            clientRedirect = nil
        }
        outcome = rejected != nil ? "rejected" : subject.outcome(of: trace).rawValue
    }

    private enum Key: String, CodingKey {
        case outcome, route, url, redirects, parameters, interceptors, rejected, clientRedirect
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
        try container.encode(clientRedirect, forKey: .clientRedirect)
    }
}
