import Synchronization
import WaybillTable

/// The steps that building the automata of all regexes and lists of a set may take: enough for some ten thousand.
///
/// Files share it and are built in parallel, so chance decides which of them overruns it. Whether one does is not left to
/// chance, and then no automaton of the set counts.
package final class AutomatonBudget: Sendable {
    private let stepsLeft: Atomic<Int>

    /// The steps for a set, and for each of its automata.
    package static let most = 8_000_000

    /// - Parameter count: The number of automata to build. The least that each takes is spent at once, so that too many are
    ///   refused before the first is built.
    package init(steps: Int = AutomatonBudget.most, for count: Int = 0) {
        stepsLeft = Atomic(steps - count * Automaton.leastSteps)
    }

    var isOverrun: Bool { stepsLeft.load(ordering: .relaxed) < 0 }

    /// Spends the steps of an automaton, which include the least that is spent already.
    func spend(_ steps: Int) { stepsLeft.subtract(steps - Automaton.leastSteps, ordering: .relaxed) }
}
