public import WaybillSyntax
import WaybillTable

/// The results of the tests of a set, in the order of files and places.
public struct RouteTestRun: Sendable {
    /// The files that the spans of tests refer to.
    public var sources: [SourceFile]
    public var results: [RouteTestResult]

    package init(sources: [SourceFile], results: [RouteTestResult]) {
        self.sources = sources
        self.results = results
    }

    /// The results of the tests that failed, in the order of files and places.
    public var failures: [RouteTestResult] { results.filter { !$0.isPassed } }

    /// Whether every test passed. True if there are no tests.
    public var isPassed: Bool { results.allSatisfy(\.isPassed) }
}

/// The result of one test.
public struct RouteTestResult: Sendable {
    public var test: RouteTest
    /// The differences from the expectation; empty if the test passed.
    public var mismatches: [RouteTestMismatch]
    /// The explanation of the request of a failed test.
    public var explanation: Explanation?
    /// The reasons of the failure, as lines of text.
    public var reasons: [String] = []
    package var trace: RequestTrace

    /// Whether the request has the expected result.
    public var isPassed: Bool { mismatches.isEmpty }
}

extension RoutedSet {
    /// Runs the tests of the set. No Swift code of a service runs.
    package func runTests(_ filter: RouteTestFilter, in sources: [SourceFile]) -> RouteTestRun {
        let tests = set.tests.sorted { $0.span < $1.span }
        let results = Concurrently.map(tests.split(into: 64)) { _, tests in
            tests.compactMap { result(of: $0, filter: filter, sources: sources) }
        }
        return RouteTestRun(sources: sources, results: Array(results.joined()))
    }

    /// Returns the result of a test; `nil` if the filter excludes it.
    fileprivate func result(of test: RouteTest, filter: RouteTestFilter, sources: [SourceFile]) -> RouteTestResult? {
        let trace = trace(of: test)
        guard filter.keeps(test, path: sources[test.span.file].path, routes: routes(of: trace)) else { return nil }
        let mismatches = mismatches(of: test, trace)
        var result = RouteTestResult(test: test, mismatches: mismatches, trace: trace)
        if !mismatches.isEmpty {
            let explanation = explanation(of: trace, askedFor: test.open.value)
            result.explanation = explanation
            result.reasons = reasons(for: mismatches, of: test, trace, explanation)
        }
        return result
    }

    /// Returns the ids of all routes of a request.
    private func routes(of trace: RequestTrace) -> [String] {
        trace.visits.compactMap { $0.route.map { set.routes[$0.route].id.value } }
    }
}

extension Array {
    /// Returns the elements in chunks of this size; the last one may be smaller.
    package func split(into size: Int) -> [[Element]] {
        stride(from: 0, to: count, by: size).map { Array(self[$0..<Swift.min($0 + size, count)]) }
    }
}

extension RouteTestRun {
    /// A diagnostic for each failed test (K001), in the order of files and places.
    public var diagnostics: [Diagnostic] { failures.map(\.diagnostic) }
}

extension RouteTestResult {
    /// The first mismatch is in the message, the others are in notes at their places.
    fileprivate var diagnostic: Diagnostic {
        let first = mismatches[0]  // a test that fails has one
        var diagnostic = Diagnostic(
            .failedTest, at: first.span, "test '\(test.title)' failed: \(first.words)",
            notes: mismatches.dropFirst().map { .init("besides, \($0.words)", at: $0.span) })
        diagnostic.reasons = reasons
        if let route = explanation?.route, first.subject == "route" {
            diagnostic.notes.append(.init("'\(route.id)' is here", at: route.span))
        }
        return diagnostic
    }
}

extension RouteTestMismatch {
    /// For example `expected route 'notes.show', got unmatched`.
    package var words: String {
        let noun =
            switch subject {
            case "outcome": ""
            case "rejected": "rejection by "
            default: subject + " "
            }
        return "expected \(noun)\(expected), got \(got)"
    }
}

/// Selects the tests that match one of some texts, or all tests if there is no text.
///
/// A text is searched in a test's name, its URL, its file's path, the expected route and the routes of its request. `*`
/// matches anything.
public struct RouteTestFilter: Sendable, Hashable {
    public var texts: [String]

    public init(_ texts: [String] = []) { self.texts = texts }

    /// - Parameter routes: The ids of the routes of the request.
    func keeps(_ test: RouteTest, path: String, routes: [String]) -> Bool {
        guard !texts.isEmpty else { return true }
        var fields = [test.title, test.open.value, path] + routes
        if case .matched(let expected) = test.expectation, let route = expected.route { fields.append(route.value) }
        return texts.contains { text in fields.contains { Self.appears(text, in: $0) } }
    }

    /// Whether the parts between asterisks appear in a text, in order.
    private static func appears(_ wanted: String, in text: String) -> Bool {
        var rest = text[...]
        for part in wanted.split(separator: "*") {
            guard let found = rest.firstRange(of: part) else { return false }
            rest = rest[found.upperBound...]
        }
        return true
    }
}

/// A difference between an expectation and the result of a test.
public struct RouteTestMismatch: Sendable, Hashable {
    /// The compared part: `route`, `parameter 'id'`, `interceptors`.
    public var subject: String
    /// The expected value in words: `'notes.show'`.
    public var expected: String
    public var got: String
    /// The place of the expectation.
    public var span: SourceSpan
}
