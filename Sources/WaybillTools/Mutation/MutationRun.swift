public import WaybillManifest
import WaybillTable

/// Which mistakes the tests of a set notice.
public struct MutationRun: Sendable {
    /// The files that spans point into.
    public var sources: [SourceFile]
    /// The tests that notice, in the order of files and places: those that pass without a mistake.
    public var tests: [RouteTest]
    /// In the order of files and places.
    public var results: [MutationResult]
    /// How many mistakes were not tried, for the limits ended the run.
    public var untried: Int

    public var survivors: [MutationResult] { results.filter { $0.survival != nil } }

    public func count(where isCounted: (MutationResult.Verdict) -> Bool) -> Int {
        results.count { isCounted($0.verdict) }
    }
}

/// How one mistake fared.
public struct MutationResult: Sendable {
    public var mutation: Mutation
    /// What is otherwise then: `route 'notes.show' loses the tag 'views'`.
    public var words: String
    public var verdict: Verdict

    public enum Verdict: Sendable, Hashable {
        /// A test fails: the first one does, as an index into ``MutationRun/tests``.
        case killed(by: Int)
        /// No test fails. The one that is given passes, and fails with the mistake.
        case survived(TestDraft)
        /// No request does anything else: that is proven.
        case changesNothing
        /// No test fails, and no request is known that one could be made of.
        case undecided
    }

    public var survival: TestDraft? { if case .survived(let draft) = verdict { draft } else { nil } }
}

/// When a run of mutations ends before all are tried.
public struct MutationLimits: Sendable {
    /// How many are tried.
    public var mutations: Int
    /// Asked now and then; what is under way is finished.
    public var isOver: @Sendable () -> Bool

    public init(mutations: Int = 20_000, isOver: @escaping @Sendable () -> Bool = { false }) {
        self.mutations = mutations
        self.isOver = isOver
    }
}

extension Compilation {
    /// Tries mistakes on the table, one at a time, and tells which of them the tests notice; `nil` where the set has
    /// errors and so no table.
    ///
    /// The same set and the same number of mutations give the same run. Where not all are tried, those that are lie
    /// evenly over the set.
    ///
    /// - Complexity: A mistake costs what its route's rivals do and what the tests do that come near it, not what the
    /// table
    ///   does.
    public func mutate(within limits: MutationLimits = MutationLimits()) -> MutationRun? {
        guard let subject = routedSet else { return nil }
        let patcher = TablePatcher(subject.table)
        let trial = MutationTrial(subject, patcher, set.tests.sorted { $0.span < $1.span })
        let mutations = subject.mutations(patcher)
        let order = spreadIndices(below: mutations.count).prefix(limits.mutations)
        var verdicts: [(index: Int, verdict: MutationResult.Verdict)] = []
        for batch in Array(order).split(into: 128) where !limits.isOver() {
            let parts = Concurrently.map(batch.split(into: 16)) { _, part in
                part.map { (index: $0, verdict: trial.verdict(of: mutations[$0].kind)) }
            }
            verdicts += parts.joined()
        }
        let results = verdicts.sorted { $0.index < $1.index }.map { index, verdict in
            MutationResult(
                mutation: mutations[index], words: subject.words(for: mutations[index].kind), verdict: verdict)
        }
        return MutationRun(
            sources: sources, tests: trial.tests, results: results, untried: mutations.count - results.count)
    }
}

/// All indices below a count, such that the first so many, however many, lie evenly among all: in the order of their
/// bits read backwards.
func spreadIndices(below count: Int) -> [Int] {
    guard count > 1 else { return Array(0..<count) }
    let width = Int.bitWidth - (count - 1).leadingZeroBitCount
    return (0..<1 << width).lazy.map { Int(bitPattern: UInt(bitPattern: $0).reversedBits >> (UInt.bitWidth - width)) }
        .filter { $0 < count }
}

extension UInt {
    fileprivate var reversedBits: UInt {
        var (rest, reversed) = (self, UInt(0))
        for _ in 0..<Self.bitWidth {
            reversed = reversed << 1 | rest & 1
            rest >>= 1
        }
        return reversed
    }
}
