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
