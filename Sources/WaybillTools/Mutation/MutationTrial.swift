package import WaybillManifest
import WaybillTable

/// Runs the tests of a set on its mutants.
package struct MutationTrial: Sendable {
    private let subject: RoutedSet
    /// The tests that pass on the original.
    package let tests: [RouteTest]
    /// By test: the trace of its request in the original.
    private let traces: [RequestTrace]
    /// By route: the tests whose requests visit it, in order.
    private let testsByRoute: [Int: [Int]]

    package init(_ subject: RoutedSet, _ tests: [RouteTest]) {
        self.subject = subject
        let passing = tests.map { ($0, subject.trace(of: $0)) }.filter { subject.mismatches(of: $0, $1).isEmpty }
        self.tests = passing.map(\.0)
        traces = passing.map(\.1)
        var testsByRoute: [Int: [Int]] = [:]
        for (number, trace) in traces.enumerated() {
            for route in Set(trace.visits.compactMap { $0.route?.route }) {
                testsByRoute[route, default: []].append(number)
            }
        }
        self.testsByRoute = testsByRoute
    }

    package func verdict(of mutation: Mutation.Kind) -> MutationResult.Verdict {
        let mutant = subject.mutant(mutation)
        if let killer = tests(concernedBy: mutation).first(where: { !mutant.passes(tests[$0]) }) {
            return .killed(by: killer)
        }
        return subject.verdict(ofSurvivor: mutant, mutation)
    }

    /// Returns the tests that may fail, in order. A mutation that does not change the table affects only requests that
    /// visit its route or its interceptor.
    private func tests(concernedBy mutation: Mutation.Kind) -> [Int] {
        switch mutation {
        case .interceptor(_, let route), .target(.route(let route)), .status(let route): testsByRoute[route] ?? []
        case .target(.interceptor(let index)):
            traces.indices.filter { traces[$0].interceptors.contains(index) }
        default: Array(tests.indices)
        }
    }
}
