import Synchronization
import WaybillTable

/// What building the automata of all regexes and lists in a set may take: a set has room for some ten thousand.
///
/// Files are built side by side, so that which of them comes to the end of it is left to chance. That it is overrun is
/// not: then nothing that was built of the set counts.
package final class AutomatonBudget: Sendable {
    private let stepsLeft: Atomic<Int>

    /// For a set, and for each of its automata.
    package static let most = 8_000_000

    /// - Parameter count: How many automata are to be built. What each takes at least is spent already, so that what can be
    ///   known to be too much is refused before anything is built.
    package init(steps: Int = AutomatonBudget.most, for count: Int = 0) {
        stepsLeft = Atomic(steps - count * Automaton.leastSteps)
    }

    var isOverrun: Bool { stepsLeft.load(ordering: .relaxed) < 0 }

    /// Spends what an automaton took, beyond the least.
    func spend(_ steps: Int) { stepsLeft.subtract(steps - Automaton.leastSteps, ordering: .relaxed) }
}
