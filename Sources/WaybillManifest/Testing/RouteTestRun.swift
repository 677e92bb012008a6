public import WaybillSyntax
import WaybillTable

/// What the tests of a set say about it: each with how it went, in the order of files and places.
public struct RouteTestRun: Sendable {
    /// The files that spans of tests point into.
    public var sources: [SourceFile]
    public var results: [RouteTestResult]

    package init(sources: [SourceFile], results: [RouteTestResult]) {
        self.sources = sources
        self.results = results
    }

    public var failures: [RouteTestResult] { results.filter { !$0.isPassed } }

    /// Whether every test passed. Where there is none, none failed.
    public var isPassed: Bool { results.allSatisfy(\.isPassed) }
}

/// How one test went.
public struct RouteTestResult: Sendable {
    public var test: RouteTest
    /// What it expects and that is otherwise; none where it passed.
    public var mismatches: [RouteTestMismatch]
    /// Where the request goes, and why: of a test that failed.
    public var explanation: Explanation?
    /// Why it failed, in lines for people.
    public var reasons: [String] = []
    package var trace: RequestTrace

    public var isPassed: Bool { mismatches.isEmpty }
}

extension Compilation {
    /// Runs the tests of the set against its table, or returns `nil` where the set has errors and so no table.
    ///
    /// No Swift code of a service runs.
    public func runTests(filter: RouteTestFilter = RouteTestFilter()) -> RouteTestRun? {
        guard let subject = routedSet else { return nil }
        let tests = set.tests.sorted { $0.span < $1.span }
        let results = Concurrently.map(tests.split(into: 64)) { _, tests in
            tests.compactMap { subject.result(of: $0, filter: filter, sources: sources) }
        }
        return RouteTestRun(sources: sources, results: Array(results.joined()))
    }
}

extension RoutedSet {
    /// How a test goes; `nil` where the filter leaves it out.
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

    /// The ids of all routes that a request comes by.
    private func routes(of trace: RequestTrace) -> [String] {
        trace.visits.compactMap { $0.route.map { set.routes[$0.route].id.value } }
    }
}

extension Array {
    /// Parts of this many elements, the last one of fewer.
    package func split(into size: Int) -> [[Element]] {
        stride(from: 0, to: count, by: size).map { Array(self[$0..<Swift.min($0 + size, count)]) }
    }
}
