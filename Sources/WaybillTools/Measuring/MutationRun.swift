public import WaybillManifest
import WaybillProofs
public import WaybillRules
public import WaybillSyntax
import WaybillTable

/// The mutations of a set, with the result of its tests for each.
public struct MutationRun: Sendable {
    /// The files that spans refer to.
    public var sources: [SourceFile]
    /// The tests that are used, in the order of files and places: those that pass without a mutation.
    public var tests: [RouteTest]
    /// One for each mutant that was run, in the order of files and places.
    public var results: [MutationResult]
    /// The number of mutants that were not run, because the time budget was spent.
    public var notRun: Int
    /// The time budget of the run; `nil` if it had none.
    public var budget: Duration?

    /// Returns the number of mutants with a verdict that satisfies a condition.
    public func count(where isCounted: (MutationResult.Verdict) -> Bool) -> Int {
        results.count { isCounted($0.verdict) }
    }
}

/// The result of one mutant.
public struct MutationResult: Sendable {
    public var mutation: Mutation
    /// The change as a clause: `route 'notes.show' does not have the tag 'views'`.
    public var words: String
    public var verdict: Verdict

    /// The result of the tests for a mutant.
    public enum Verdict: Sendable, Hashable {
        /// A test fails: the first one, as an index into ``MutationRun/tests``.
        case killed(by: Int)
        /// No test fails. The given test passes without the mutation and fails with it.
        case survived(TestDraft)
        /// The mutant treats every request as the original does: this is proven.
        case equivalent
        /// No test fails, and neither a test that would fail nor a proof of equivalence was found.
        case undecided
    }

    /// The test that would kill the mutant, if it survived.
    public var survival: TestDraft? { if case .survived(let draft) = verdict { draft } else { nil } }
}

/// The limit of time for a run of mutations.
public struct MutationLimits: Sendable {
    /// No mutant is started after this time; `nil` for no limit.
    public var budget: Duration?
    /// Reads the clock. It may be called from several threads at once.
    package var now: @Sendable () -> ContinuousClock.Instant = { .now }

    public init(budget: Duration? = nil) { self.budget = budget }
}

extension Compilation {
    /// Compiles mutants of the set, and runs the tests on each. Returns `nil` if the set has errors and therefore no
    /// table.
    ///
    /// Mutants run in parallel. The same set gives the same run, unless the budget is spent first: then the mutants
    /// that were run are spread evenly over the set.
    ///
    /// - Complexity: Each mutant compiles the table and runs the tests on it. One that no test kills is also compared
    ///   with the original.
    public func mutate(within limits: MutationLimits = MutationLimits()) -> MutationRun? {
        guard let subject = routedSet else { return nil }
        let deadline = limits.budget.map { limits.now() + $0 }
        let trial = MutationTrial(subject, set.tests.sorted { $0.span < $1.span })
        let mutations = subject.mutations()
        let verdicts = Concurrently.map(spreadIndices(below: mutations.count)) { _, index in
            let isOver = deadline.map { limits.now() >= $0 } ?? false
            return isOver ? nil : (index: index, verdict: trial.verdict(of: mutations[index].kind))
        }
        let results = verdicts.compactMap(\.self).sorted { $0.index < $1.index }.map { index, verdict in
            MutationResult(
                mutation: mutations[index], words: subject.words(for: mutations[index].kind), verdict: verdict)
        }
        return MutationRun(
            sources: sources, tests: trial.tests, results: results, notRun: mutations.count - results.count,
            budget: limits.budget)
    }
}

/// Returns all indices below `count`, in an order whose prefixes are spread evenly: that of their reversed bits.
func spreadIndices(below count: Int) -> [Int] {
    guard count > 1 else { return Array(0..<count) }
    let width = Int.bitWidth - (count - 1).leadingZeroBitCount
    return (0..<1 << width).lazy.map { Int(bitPattern: UInt(bitPattern: $0).reversedBits >> (UInt.bitWidth - width)) }
        .filter { $0 < count }
}

extension UInt {
    fileprivate var reversedBits: UInt {
        var rest = self
        var reversed: UInt = 0
        for _ in 0..<Self.bitWidth {
            reversed = reversed << 1 | rest & 1
            rest >>= 1
        }
        return reversed
    }
}

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
