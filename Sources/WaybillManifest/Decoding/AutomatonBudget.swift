import Synchronization
import WaybillTable

/// The limit of steps for building the automata of all regexes and lists of a set: enough for about ten thousand.
///
/// Files share the budget and are built in parallel, so chance decides in which file it is exceeded, but not whether it
/// is. If it is exceeded, no automaton of the set is used.
package final class AutomatonBudget: Sendable {
    private let stepsLeft: Atomic<Int>

    /// The steps for a set, and for each of its automata.
    package static let limit = 8_000_000

    /// - Parameter count: The number of automata to build. The minimum for each is spent at once, so that too many are
    ///   rejected before the first is built.
    package init(steps: Int = AutomatonBudget.limit, for count: Int = 0) {
        stepsLeft = Atomic(steps - count * Automaton.minimumSteps)
    }

    var isOverrun: Bool { stepsLeft.load(ordering: .relaxed) < 0 }

    /// Spends the steps of an automaton, less the minimum that is already spent.
    func spend(_ steps: Int) { stepsLeft.subtract(steps - Automaton.minimumSteps, ordering: .relaxed) }
}
